import { expect, test } from 'vitest'
import { actionText, actorText, rowText } from './audit.text.ts'

test('an action without a text is shown as a sentence', () => {
  expect(actionText('kyc.accept')).toBe('Accepted a document')
  expect(actionText('coffee.brew')).toBe('Coffee: brew')
})

test('an actor without a name is shown by kind', () => {
  expect(actorText({ actorKind: 'operator', actorName: 'Meera' })).toBe('Meera, operator')
  expect(actorText({ actorKind: 'system' })).toBe('System')
})

test('a refused request names what was refused and how often', () => {
  const refused = (call: string, count: number) =>
    rowText({ action: 'request.refused', after: { call, count, statuses: [403] } })
  expect(refused('GET /desk/ledger/adjustments', 1)).toBe('Access refused to Adjustments (once)')
  expect(refused('GET /desk/clients/:clientId/trading-account', 3)).toBe('Access refused to Trading account (3 times)')
  expect(rowText({ action: 'request.refused', after: undefined })).toBe('Access refused')
})
