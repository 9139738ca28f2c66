import { expect, test } from 'vitest'
import { emptyDraft, orderOf, summaryOf } from './decision.ts'

test('a decision must be chosen, and a refusal needs a reason', () => {
  expect(orderOf(emptyDraft)).toEqual({ faults: { verdict: 'Choose Approve or Reject' } })
  expect(orderOf({ ...emptyDraft, verdict: 'refuse' })).toEqual({
    faults: { reason: 'Please give a reason the client can act on' },
  })
  expect(orderOf({ ...emptyDraft, verdict: 'accept' })).toEqual({ order: {} })
  expect(orderOf({ verdict: 'refuse', reason: 'other', more: 'Please call us' })).toEqual({
    order: { reason: 'Please call us' },
  })
})

test('says what will happen', () => {
  expect(summaryOf('segment', 'Asha Rao', 'accept')).toBe(
    'Segments: active from now on. Asha Rao will be notified by e-mail.',
  )
  expect(summaryOf('nominee', 'Asha Rao', 'refuse')).toBe(
    'Current settings remain unchanged. Asha Rao will get the reason by e-mail.',
  )
})
