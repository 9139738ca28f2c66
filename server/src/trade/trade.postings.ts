import type { Journal } from '../ledger/ledger.ts'
import type { Sale } from './trade.plan.ts'

/** docs/decisions/0030-trades-and-the-books.md */

type Booked = { readonly id: string; readonly clientId: string; readonly narration: string }

export function bought({ id, clientId, narration }: Booked, paid: { fromCash: bigint; fromLoan: bigint }): Journal {
  return {
    event: 'trade.bought',
    clientId,
    causeId: id,
    reason: narration,
    postings: [
      { from: 'cash', to: 'invested', paise: paid.fromCash },
      { from: 'loan', to: 'invested', paise: paid.fromLoan },
    ],
  }
}

/** The cost returns to its source; profit or loss is booked against clearing. */
export function sold({ id, clientId, narration }: Booked, sale: Sale): Journal {
  const profit = sale.proceeds - sale.cost
  return {
    event: 'trade.sold',
    clientId,
    causeId: id,
    reason: narration,
    postings: [
      { from: 'invested', to: 'loan', paise: sale.backToLoan },
      { from: 'invested', to: 'cash', paise: sale.cost - sale.backToLoan },
      { from: 'clearing', to: 'cash', paise: profit > 0n ? profit : 0n },
      { from: 'cash', to: 'clearing', paise: sale.lossFromCash },
      { from: 'loan', to: 'clearing', paise: sale.lossFromLoan },
    ],
  }
}

export function buyReversed({ id, clientId, narration }: Booked, cost: bigint, backToLoan: bigint): Journal {
  return {
    event: 'trade.reversed',
    clientId,
    causeId: id,
    reason: narration,
    postings: [
      { from: 'invested', to: 'loan', paise: backToLoan },
      { from: 'invested', to: 'cash', paise: cost - backToLoan },
    ],
  }
}

export function saleReversed(
  { id, clientId, narration }: Booked,
  { proceeds, cost, fromLoan }: { proceeds: bigint; cost: bigint; fromLoan: bigint },
): Journal {
  const profit = proceeds - cost
  return {
    event: 'trade.reversed',
    clientId,
    causeId: id,
    reason: narration,
    postings: [
      { from: 'clearing', to: 'cash', paise: profit < 0n ? -profit : 0n },
      { from: 'cash', to: 'clearing', paise: profit > 0n ? profit : 0n },
      { from: 'loan', to: 'invested', paise: fromLoan },
      { from: 'cash', to: 'invested', paise: cost - fromLoan },
    ],
  }
}
