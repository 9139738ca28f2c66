import { above } from '@sauda/contract/platform/money'
import type { Journal, Posting } from '../../core/ledger/ledger.ts'
import type { SettlementPart } from '../../core/ledger/proceeds.ts'
import { type Sale, sumOf } from './trade.plan.ts'

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
export const sold = (trade: Booked, { proceeds, cost, lossFromCash, lossFromLoan, ...back }: Sale): Journal =>
  journal('trade.sold', trade, [
    ...returned(cost, back),
    { from: 'clearing', to: 'cash', paise: above(proceeds, cost) },
    { from: 'cash', to: 'clearing', paise: lossFromCash },
    { from: 'loan', to: 'clearing', paise: lossFromLoan },
    { from: 'clearing', to: 'securities', paise: cost },
  ])

type Returned = Pick<Sale, 'backToLoan' | 'backToUnsettled'>

/** The cost of a position, back to what paid it. */
const returned = (cost: bigint, { backToLoan, backToUnsettled }: Returned): Posting[] => [
  { from: 'invested', to: 'loan', paise: backToLoan },
  ...backToUnsettled.map((part) => ({ ...part, from: 'invested' as const, to: 'unsettled' as const })),
  { from: 'invested', to: 'cash', paise: cost - backToLoan - sumOf(backToUnsettled) },
]

export const buyReversed = (trade: Booked, { cost, ...back }: Returned & { readonly cost: bigint }): Journal =>
  journal('trade.reversed', trade, [...returned(cost, back), { from: 'clearing', to: 'securities', paise: cost }])

/** Imported positions return no money to the client. */
export const openingReversed = (trade: Booked, cost: bigint): Journal =>
  journal('trade.reversed', trade, [
    { from: 'invested', to: 'opening', paise: cost },
    { from: 'opening', to: 'securities', paise: cost },
  ])

type ReversedSale = {
  readonly proceeds: bigint
  readonly cost: bigint
  readonly fromLoan: bigint
  readonly fromUnsettled: readonly SettlementPart[]
}

export const saleReversed = (trade: Booked, { proceeds, cost, fromLoan, fromUnsettled }: ReversedSale): Journal =>
  journal('trade.reversed', trade, [
    { from: 'clearing', to: 'cash', paise: above(cost, proceeds) },
    { from: 'cash', to: 'clearing', paise: above(proceeds, cost) },
    { from: 'loan', to: 'invested', paise: fromLoan },
    ...fromUnsettled.map((part) => ({ ...part, from: 'unsettled' as const, to: 'invested' as const })),
    { from: 'cash', to: 'invested', paise: cost - fromLoan - sumOf(fromUnsettled) },
    { from: 'securities', to: 'clearing', paise: cost },
  ])
