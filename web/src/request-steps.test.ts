import { expect, test } from 'vitest'
import { formatDateTime } from './date-time.tsx'
import { stepsOf, usualOf } from './request-steps.tsx'

const requested = { what: 'Requested', at: '2026-11-05T10:00:00.000Z', who: 'you' } as const

test('a pending request shows who must act, for how long already, and what is usual', () => {
  const steps = [
    requested,
    { what: 'We check it', who: 'us', usual: 1330 },
    { what: 'A second person checks it', who: 'us', usual: 600 },
  ] as const
  expect(stepsOf({ status: 'pending', steps: [...steps] }, Date.parse('2026-11-05T10:14:30Z'))).toEqual([
    { title: 'Requested', state: 'done', detail: undefined, at: formatDateTime(requested.at) },
    {
      title: 'We check it',
      state: 'current',
      detail: undefined,
      at: '14 min so far, usually 32 min',
    },
    { title: 'A second person checks it', state: 'upcoming', detail: undefined },
  ])
})

test('nothing is said to be usual while it is not known for each step that is left', () => {
  const steps = [
    { what: 'First', who: 'us', usual: 60 },
    { what: 'Second', who: 'us' },
  ] as const
  expect(usualOf([requested, ...steps])).toBeUndefined()
  expect(usualOf([requested, steps[0]])).toBe(60)
})

test('a step that is done shows how long it took and what is usual', () => {
  const paid = { what: 'Paid', at: '2026-11-05T10:14:30.000Z', who: 'us', usual: 1330 } as const
  expect(stepsOf({ status: 'approved', steps: [requested, paid] }, 0).at(-1)?.at).toBe(
    `${formatDateTime(paid.at)}, after 14 min, usually 22 min`,
  )
})

test('a rejected request shows the reason and the next step', () => {
  const rejected = { what: 'Rejected', at: '2026-11-05T11:00:00.000Z', who: 'us', detail: 'No such payment' } as const
  expect(
    stepsOf({ status: 'rejected', steps: [requested, rejected, { what: 'Request again', who: 'you' }] }, 0).slice(1),
  ).toEqual([
    { title: 'Rejected', state: 'failed', detail: 'No such payment', at: `${formatDateTime(rejected.at)}, after 1 h` },
    { title: 'Request again', state: 'current', detail: undefined, at: 'Over to you' },
  ])
})
