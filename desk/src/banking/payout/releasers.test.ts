import { expect, test } from 'vitest'
import { type Payable, releaseWarnings } from './releasers.tsx'

test('the confirmation of a batch repeats that nobody can release it', () => {
  const releasers = [{ operatorId: 'o1', operator: 'Kiran' }]
  const payment: Payable = {
    _id: 'w1',
    transactionId: 'WDR100001',
    clientName: 'Asha Rao',
    payeeName: 'Asha Rao',
    accountNumber: '••••9012',
    amount: 100,
    warnings: [],
    obstacles: [],
  }
  expect(releaseWarnings([payment], releasers)).toEqual([])
  const barred: Payable = { ...payment, obstacles: [{ operatorId: 'o1', operator: 'Kiran', why: 'credited' }] }
  expect(releaseWarnings([payment, barred], releasers)).toEqual([
    { text: 'At the moment, nobody can release these payments together' },
  ])
})
