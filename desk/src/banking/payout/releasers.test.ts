import { expect, test } from 'vitest'
import { canRelease, type Payable, releaseWarnings } from './releasers.tsx'

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

test('a release is offered only to an operator whom no payment prevents', () => {
  const releasers = ['o1', 'o2'].map((operatorId) => ({ operatorId, operator: operatorId }))
  const barred: Payable = { ...payment, obstacles: [{ operatorId: 'o1', operator: 'o1', why: 'credited' }] }
  expect(['o1', 'o2', 'o3'].map((id) => canRelease([payment], releasers, id))).toEqual([true, true, false])
  expect(['o1', 'o2'].map((id) => canRelease([payment, barred], releasers, id))).toEqual([false, true])
  expect(canRelease([payment, barred], releasers.slice(0, 1))).toBe(false)
  const warning = { code: 'hold', severity: 'high', blocks: true, sentence: 'This withdrawal is on hold' } as const
  const blocked: Payable = { ...payment, warnings: [warning] }
  expect(canRelease([payment, blocked], releasers)).toBe(false)
})

test('the confirmation of a batch says what to do when nobody can release it', () => {
  const releasers = [{ operatorId: 'o1', operator: 'Kiran' }]
  expect(releaseWarnings([payment], releasers)).toEqual([])
  const barred: Payable = {
    ...payment,
    transactionId: 'WDR100002',
    obstacles: [{ operatorId: 'o1', operator: 'Kiran', why: 'credited' }],
  }
  expect(releaseWarnings([payment, barred], releasers)).toEqual([
    { text: 'Nobody can release these payments now: leave out WDR100002, or ask another operator' },
  ])
  expect(releaseWarnings([barred], releasers)).toEqual([
    { text: 'Nobody can release these payments now: ask another operator' },
  ])
  expect(releaseWarnings([payment], [])).toEqual([{ text: 'No other operator may release payouts at the moment' }])
})
