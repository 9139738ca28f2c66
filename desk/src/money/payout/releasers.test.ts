import { expect, test } from 'vitest'
import { canRelease, nobodyReleases, type Payable, togetherOf } from './releasers.tsx'

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

test('a batch that nobody can release says what to do', () => {
  const releasers = [{ operatorId: 'o1', operator: 'Kiran' }]
  const barred: Payable = {
    ...payment,
    transactionId: 'WDR100002',
    obstacles: [{ operatorId: 'o1', operator: 'Kiran', why: 'credited' }],
  }
  const wayOut = 'cancel the batch and pay them in the queue'
  expect(nobodyReleases([payment, barred], releasers)).toBe(
    `Nobody can release these payments now: leave out WDR100002, or ${wayOut}`,
  )
  expect(nobodyReleases([barred], releasers)).toBe(`Nobody can release these payments now: ${wayOut}`)
  expect(nobodyReleases([payment], [])).toBe('No other operator may release payouts at the moment')
})

test('only payments that one operator may release together are selected', () => {
  const releasers = ['o1', 'o2'].map((operatorId) => ({ operatorId, operator: operatorId }))
  const by = (operatorId: string): Payable => ({
    ...payment,
    obstacles: [{ operatorId, operator: operatorId, why: 'credited' }],
  })
  const [first, second] = [by('o1'), by('o2')]
  expect(togetherOf([first, payment, second], releasers, true)).toEqual([first, payment])
  expect(togetherOf([first, payment, second], releasers, false)).toEqual([first, payment, second])
  expect(togetherOf([payment], [], true)).toEqual([])
})
