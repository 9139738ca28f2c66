import { expect, test } from 'vitest'
import { emptyDraft, orderOf, summaryOf } from './decision.ts'

test('a decision must be chosen, and a refusal needs a reason', () => {
  expect(orderOf(emptyDraft)).toEqual({ faults: { verdict: 'Choose whether to approve or to refuse' } })
  expect(orderOf({ ...emptyDraft, verdict: 'refuse' })).toEqual({
    faults: { reason: 'Please give a reason the client can act on' },
  })
  expect(orderOf({ ...emptyDraft, verdict: 'accept' })).toEqual({ order: {} })
  expect(orderOf({ verdict: 'refuse', reason: 'other', more: 'Please call us' })).toEqual({
    order: { reason: 'Please call us' },
  })
})

test('says what will happen', () => {
  expect(summaryOf('segment', 'Asha Rao', 'accept')).toBe('Segments: in force from now on. Asha Rao is mailed.')
  expect(summaryOf('nominee', 'Asha Rao', 'refuse')).toBe(
    'What is in force stays in force. Asha Rao is mailed the reason.',
  )
})
