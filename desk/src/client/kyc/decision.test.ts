import { expect, test } from 'vitest'
import { decisionOf, reasonOf, summaryOf, type Documents } from './decision.ts'
import type { Draft } from './decision.ts'

const blank: Draft = { verdict: null, number: '', name: '', last4: '', samePanReason: '', reasons: [], more: '' }
const since = '2026-11-20T10:00:00.000Z'
const both: Documents = { pan: { status: 'waiting' }, aadhaar: { status: 'waiting' } }
const panOnly: Documents = { pan: { status: 'waiting' }, aadhaar: { status: 'accepted' } }
const panYes: Draft = { ...blank, verdict: 'accept', number: ' abcpd1234e ', name: 'Asha Rao' }
const aadhaarYes: Draft = { ...blank, verdict: 'accept', last4: '1234' }
const again: Draft = { ...blank, verdict: 'reupload', reasons: ['The photo is blurred'] }

test('each pending document must be decided', () => {
  expect(decisionOf(both, { pan: panYes, aadhaar: blank }, since)).toEqual({
    errors: { 'aadhaar.verdict': 'Choose Accept or Re-upload for the Aadhaar card' },
  })
})

test('sends an accepted PAN in capitals with the time of its photos, and no document that is not pending', () => {
  expect(decisionOf(panOnly, { pan: panYes, aadhaar: blank }, since)).toEqual({
    body: { since, pan: { accept: true, number: 'ABCPD1234E', name: 'Asha Rao' } },
  })
})

test('several reasons are sent in the order of the list, then what was added', () => {
  const reasons = ['Part of the card is cut off', 'The photo is blurred']
  expect(reasonOf('pan', { reasons, more: ' Use daylight ' })).toBe(
    'The photo is blurred. Part of the card is cut off. Use daylight',
  )
  expect(reasonOf('aadhaar', { reasons: [], more: 'The card has expired' })).toBe('The card has expired')
})

test('accepting needs the details on the card, requesting a re-upload needs a reason', () => {
  const drafts = { pan: { ...blank, verdict: 'accept' as const }, aadhaar: { ...again, reasons: [] } }
  expect(decisionOf(both, drafts, since)).toEqual({
    errors: {
      'pan.number': 'A PAN looks like ABCPD1234E, with P as its 4th letter',
      'pan.name': 'Enter the name as on the PAN card',
      'aadhaar.reason': 'Please give a reason the client can act on',
    },
  })
})

test.each([
  [both, blank, blank, 'Choose Accept or Re-upload for both documents.'],
  [both, panYes, aadhaarYes, 'Asha will be marked Verified and notified by e-mail.'],
  [panOnly, panYes, blank, 'Asha will be marked Verified and notified by e-mail.'],
  [both, panYes, again, 'PAN card accepted. Asha will receive an e-mail to re-upload the Aadhaar card only.'],
  [both, again, again, 'Asha will receive an e-mail to re-upload the PAN card and the Aadhaar card.'],
])('the summary says what will happen (%#)', (documents, pan, aadhaar, text) => {
  expect(summaryOf('Asha', documents, { pan, aadhaar })).toBe(text)
})
