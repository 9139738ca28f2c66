import { above } from '@sauda/contract/platform/money'
import type { Journal, Posting } from '../../core/ledger/ledger.ts'
import type { Sale } from './trade.plan.ts'

/** docs/decisions/0030-trades-and-the-books.md. Every change of `invested` has its contra in `securities`. */

type Booked = { readonly id: string; readonly clientId: string; readonly narration: string }

const journal = (event: Journal['event'], trade: Booked, postings: Journal['postings']): Journal => ({
  event,
  clientId: trade.clientId,
  causeId: trade.id,
  reason: trade.narration,
  postings,
})

export const bought = (trade: Booked, cost: bigint, parts: readonly Omit<Posting, 'to'>[]): Journal =>
  journal('trade.bought', trade, [
    ...parts.map((part) => ({ ...part, to: 'invested' as const })),
    { from: 'securities', to: 'clearing', paise: cost },
  ])

/** The cost returns to its source; profit or loss is booked against clearing. */
export const sold = (trade: Booked, { proceeds, cost, backToLoan, lossFromCash, lossFromLoan }: Sale): Journal =>
  journal('trade.sold', trade, [
    { from: 'invested', to: 'loan', paise: backToLoan },
    { from: 'invested', to: 'cash', paise: cost - backToLoan },
    { from: 'clearing', to: 'cash', paise: above(proceeds, cost) },
    { from: 'cash', to: 'clearing', paise: lossFromCash },
    { from: 'loan', to: 'clearing', paise: lossFromLoan },
    { from: 'clearing', to: 'securities', paise: cost },
  ])

type ReversedBuy = {
  readonly cost: bigint
  readonly backToLoan: bigint
  /** Sale proceeds that paid it and are not paid out yet. */
  readonly backToUnsettled: readonly Omit<Posting, 'from' | 'to'>[]
}

export const buyReversed = (trade: Booked, { cost, backToLoan, backToUnsettled }: ReversedBuy): Journal =>
  journal('trade.reversed', trade, [
    { from: 'invested', to: 'loan', paise: backToLoan },
    ...backToUnsettled.map((part) => ({ ...part, from: 'invested' as const, to: 'unsettled' as const })),
    {
      from: 'invested',
      to: 'cash',
      paise: backToUnsettled.reduce((rest, { paise }) => rest - paise, cost - backToLoan),
    },
    { from: 'clearing', to: 'securities', paise: cost },
  ])

/** Imported positions return no money to the client. */
export const openingReversed = (trade: Booked, cost: bigint): Journal =>
  journal('trade.reversed', trade, [
    { from: 'invested', to: 'opening', paise: cost },
    { from: 'opening', to: 'securities', paise: cost },
  ])

type ReversedSale = { readonly proceeds: bigint; readonly cost: bigint; readonly fromLoan: bigint }

export const saleReversed = (trade: Booked, { proceeds, cost, fromLoan }: ReversedSale): Journal =>
  journal('trade.reversed', trade, [
    { from: 'clearing', to: 'cash', paise: above(cost, proceeds) },
    { from: 'cash', to: 'clearing', paise: above(proceeds, cost) },
    { from: 'loan', to: 'invested', paise: fromLoan },
    { from: 'cash', to: 'invested', paise: cost - fromLoan },
    { from: 'securities', to: 'clearing', paise: cost },
  ])
