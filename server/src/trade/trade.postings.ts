import type { Journal } from '../ledger/ledger.ts'
import { above0, type Sale } from './trade.plan.ts'

/** docs/decisions/0030-trades-and-the-books.md */

type Booked = { readonly id: string; readonly clientId: string; readonly narration: string }

const journal = (event: Journal['event'], trade: Booked, postings: Journal['postings']): Journal => ({
  event,
  clientId: trade.clientId,
  causeId: trade.id,
  reason: trade.narration,
  postings,
})

export const bought = (trade: Booked, paid: { fromCash: bigint; fromLoan: bigint }): Journal =>
  journal('trade.bought', trade, [
    { from: 'cash', to: 'invested', paise: paid.fromCash },
    { from: 'loan', to: 'invested', paise: paid.fromLoan },
  ])

/** The cost returns to its source; profit or loss is booked against clearing. */
export const sold = (trade: Booked, { proceeds, cost, backToLoan, lossFromCash, lossFromLoan }: Sale): Journal =>
  journal('trade.sold', trade, [
    { from: 'invested', to: 'loan', paise: backToLoan },
    { from: 'invested', to: 'cash', paise: cost - backToLoan },
    { from: 'clearing', to: 'cash', paise: above0(proceeds - cost) },
    { from: 'cash', to: 'clearing', paise: lossFromCash },
    { from: 'loan', to: 'clearing', paise: lossFromLoan },
  ])

export const buyReversed = (trade: Booked, cost: bigint, backToLoan: bigint): Journal =>
  journal('trade.reversed', trade, [
    { from: 'invested', to: 'loan', paise: backToLoan },
    { from: 'invested', to: 'cash', paise: cost - backToLoan },
  ])

/** What was imported is none of the client's money. */
export const openingReversed = (trade: Booked, cost: bigint): Journal =>
  journal('trade.reversed', trade, [{ from: 'invested', to: 'opening', paise: cost }])

type ReversedSale = { readonly proceeds: bigint; readonly cost: bigint; readonly fromLoan: bigint }

export const saleReversed = (trade: Booked, { proceeds, cost, fromLoan }: ReversedSale): Journal =>
  journal('trade.reversed', trade, [
    { from: 'clearing', to: 'cash', paise: above0(cost - proceeds) },
    { from: 'cash', to: 'clearing', paise: above0(proceeds - cost) },
    { from: 'loan', to: 'invested', paise: fromLoan },
    { from: 'cash', to: 'invested', paise: cost - fromLoan },
  ])
