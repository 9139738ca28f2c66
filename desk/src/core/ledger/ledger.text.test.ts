import { ledgerEvents } from '@sauda/contract/core/ledger'
import { expect, test } from 'vitest'
import { causeAddress } from './ledger.text.ts'

test('an entry links to its cause if that has a page', () => {
  const addresses = Object.fromEntries(ledgerEvents.map((event) => [event, causeAddress(event, 'id')]))
  expect(addresses).toEqual({
    'deposit.approved': '/wallet/id',
    'withdrawal.requested': '/wallet/id',
    'withdrawal.paid': '/wallet/id',
    'withdrawal.refused': '/wallet/id',
    'loan.accepted': '/loan/id',
    'charge.approved': '/charge/id',
    'opening.position': '/trade/id',
    'trade.bought': '/trade/id',
    'trade.confirmed': '/trade/id',
    'trade.sold': '/trade/id',
    'trade.reversed': '/trade/id',
  })
})
