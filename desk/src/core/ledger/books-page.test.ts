import { expect, test } from 'vitest'
import { trialOf } from './books-page.tsx'

test('clients’ balances are credits, bank receipts are debits, and both columns are totalled', () => {
  const trial = trialOf([
    { account: 'cash', balance: 900.5 },
    { account: 'withheld', balance: 100 },
    { account: 'bank', balance: -1000.5 },
    { account: 'fees', balance: 0 },
  ])
  expect(trial).toEqual({
    clients: [
      { account: 'cash', debit: 0n, credit: 90_050n },
      { account: 'withheld', debit: 0n, credit: 10_000n },
    ],
    broker: [
      { account: 'bank', debit: 100_050n, credit: 0n },
      { account: 'fees', debit: 0n, credit: 0n },
    ],
    debits: 100_050n,
    credits: 100_050n,
  })
})
