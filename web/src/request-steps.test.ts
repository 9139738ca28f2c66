import type { RequestStep } from '@sauda/contract/money/wallet'
import { expect, test } from 'vitest'
import { formatDateTime, formatTime } from './date-time.tsx'
import { expectedOf, stepsOf } from './request-steps.tsx'

const requested = { what: 'Requested', at: '2026-11-05T10:00:00.000Z', who: 'you' } as const

const checks = [
  { what: 'We check it', who: 'us', usual: 1330 },
  { what: 'A second person checks it', who: 'us', usual: 600 },
] as const
const pending = { status: 'pending', type: 'withdrawal', steps: [requested, ...checks] } as const
const at = (time: string) => Date.parse(`2026-11-05T${time}Z`)

test('a pending request shows when it is usually paid, and for how long it is with the broker', () => {
  expect(stepsOf({ ...pending, steps: [...pending.steps] }, at('10:14:30'))).toEqual([
    { title: 'Requested', state: 'done', detail: undefined, at: formatDateTime(requested.at) },
    {
      title: 'We check it',
      state: 'current',
      detail: undefined,
      at: `Usually paid by ${formatTime('2026-11-05T10:32:10Z')} today · 14 min so far`,
    },
    { title: 'A second person checks it', state: 'upcoming', detail: undefined },
  ])
})

test('the time is what is usual until it has passed, then the target, and is not promised once it is late', () => {
  const target = '2026-11-06T10:00:00.000Z'
  const expected = (now: number, [first, second]: readonly RequestStep[] = checks) =>
    expectedOf({ ...pending, steps: [requested, { ...first, targetAt: target }, { ...second }] as RequestStep[] }, now)
  const day = formatTime(target)
  expect(expected(at('10:14:30'))).toMatch(/^Usually paid by /)
  expect(expected(at('10:33:00'))).toBe(`Longer than usual. We aim to pay by 6 Nov, ${day}`)
  expect(expected(at('10:14:30'), [checks[0], { what: 'Second', who: 'us' }])).toBe(`We aim to pay by 6 Nov, ${day}`)
  expect(expected(Date.parse(target) + 1)).toBe(`Late: we aimed to pay by ${day} today`)
})

test('no time before the moment that the rules allow is shown', () => {
  const [notBefore, targetAt] = ['2026-11-06T09:00:00.000Z', '2026-11-07T09:00:00.000Z']
  const expected = (now: number, more: Partial<RequestStep>) =>
    expectedOf({ ...pending, steps: [requested, { ...checks[0], ...more }, checks[1]] }, now)
  const from = `Not before 6 Nov, ${formatTime(notBefore)}`
  const aim = `We aim to pay by 7 Nov, ${formatTime(targetAt)}`
  expect(expected(at('10:14:30'), { notBefore, targetAt })).toBe(`${from}. ${aim}`)
  expect(expected(at('10:14:30'), { notBefore })).toBe(from)
  expect(expected(Date.parse(notBefore) + 1, { notBefore, targetAt })).toBe(`Longer than usual. ${aim}`)
})

test('nothing is promised without figures, nor of a request that is decided', () => {
  const steps = [requested, { what: 'We check it', who: 'us' as const }]
  expect(expectedOf({ ...pending, steps }, at('10:14:30'))).toBeUndefined()
  expect(expectedOf({ ...pending, status: 'approved', steps: [requested] }, at('10:14:30'))).toBeUndefined()
})

test('a step that is done shows how long it took and what is usual', () => {
  const paid = { what: 'Paid', at: '2026-11-05T10:14:30.000Z', who: 'us', usual: 1330 } as const
  expect(stepsOf({ status: 'approved', type: 'withdrawal', steps: [requested, paid] }, 0).at(-1)?.at).toBe(
    `${formatDateTime(paid.at)}, after 14 min, usually 22 min`,
  )
})

test('a rejected request shows the reason and the next step', () => {
  const rejected = { what: 'Rejected', at: '2026-11-05T11:00:00.000Z', who: 'us', detail: 'No such payment' } as const
  expect(
    stepsOf(
      { status: 'rejected', type: 'added', steps: [requested, rejected, { what: 'Request again', who: 'you' }] },
      0,
    ).slice(1),
  ).toEqual([
    { title: 'Rejected', state: 'failed', detail: 'No such payment', at: `${formatDateTime(rejected.at)}, after 1 h` },
    { title: 'Request again', state: 'current', detail: undefined, at: 'Over to you' },
  ])
})
