import { decimalOf, decimalText, moneyOf, shareOf, splitBy } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { above } from '@sauda/contract/platform/money'
import { clearingErrors } from '@sauda/contract/trading/clearing'
import type { Trades } from '../../core/ledger/clearing.ts'
import { newId } from '../../platform/id.ts'
import { returnedToLoan } from '../contract/contract.plan.ts'
import type { NewTrade } from '../contract/contract.sql.ts'
import type { OpenLot, SaleRow } from './close-out.sql.ts'

/** What a close-out or an auction books for a client who did not deliver, or did not receive. */

export type CloseOutTerms = {
  readonly clientId: string
  readonly contractId: string
  /** The settlement of the auction, in which money is paid in and out. */
  readonly settlementId: string
  readonly exchange: 'NSE' | 'BSE'
  readonly day: string
  readonly quantity: bigint
  readonly price: bigint
}

export type CloseOutPlan = {
  readonly bought: bigint
  readonly sold: bigint
  readonly ledger: Trades
  readonly trades: readonly NewTrade[]
  /** Sales that are booked again with their true cost. */
  readonly reversed: readonly string[]
  /** Sales whose lots are reduced once the reversed ones have returned theirs. */
  readonly taken: readonly string[]
  /** Paise: proceeds of what was not delivered whose shares were not credited when they were sold. */
  readonly unusable: bigint
}

const quantityOf = (text: string): bigint => decimalOf(text) ?? 0n
const none = { loanPart: '0', toLoan: '0', isUnknown: false, openQuantity: '0', openCost: '0', openLoanPart: '0' }

const ofDay = ({ clientId, contractId, exchange, day, price, settlementId }: CloseOutTerms) => ({
  clientId,
  contractId,
  exchange,
  price: decimalText(price),
  order: settlementId,
  number: 'Close-out',
  tradedAt: `${day}T15:30:00+05:30`,
})

type Part<Source> = { readonly source: Source; readonly quantity: bigint; readonly whole: bigint }

/** The first parts of these up to a quantity; undefined if there are not that many. */
function partsOf<Source extends { readonly quantity: string }>(sources: readonly Source[], wanted: bigint) {
  const parts: Part<Source>[] = []
  let left = wanted
  for (const source of sources) {
    const whole = quantityOf(source.quantity)
    const quantity = whole < left ? whole : left
    if (quantity > 0n) parts.push({ source, quantity, whole })
    left -= quantity
  }
  return left > 0n ? undefined : parts
}

/**
 * Shares that were sold and not delivered stay the client's: the sale takes what the close-out bought instead, so that its result
 * is the loss, and the lots it had taken are open again. `sales`: the first are closed first.
 */
export function planSeller(
  sales: readonly SaleRow[],
  terms: CloseOutTerms,
  isCredited: (acquiredOn: string) => boolean,
): CloseOutPlan {
  const parts = partsOf(sales, terms.quantity)
  const [first] = parts ?? []
  if (!parts || !first) throw new AppError(clearingErrors.notBooked)
  const bought = moneyOf(terms.price, terms.quantity)
  const lotId = newId()
  const quantities = parts.map(({ quantity }) => quantity)
  const costs = splitBy(bought, quantities)
  const purchase: NewTrade = {
    ...none,
    ...ofDay(terms),
    id: lotId,
    lotId,
    action: 'BUY',
    stock: first.source.stock,
    isin: first.source.isin,
    quantity: decimalText(terms.quantity),
    amount: String(bought),
    cost: String(bought),
    charges: '0',
  }
  let [returned, borrowed, unusable] = [0n, 0n, 0n]
  const taken: string[] = []
  const trades = parts.flatMap((part, at): NewTrade[] => {
    const { short, rest } = bookedAgain(part, terms, { lotId, cost: costs[at] ?? 0n })
    const toLoan = part.source.toLoan - BigInt(rest?.toLoan ?? 0)
    returned += part.source.cost - BigInt(rest?.cost ?? 0)
    borrowed += toLoan
    if (part.source.isUnknown || !isCredited(part.source.acquiredOn)) unusable += above(BigInt(short.amount), toLoan)
    if (!rest) return [short]
    taken.push(rest.id)
    return [short, rest]
  })
  const { settlementId } = terms
  return {
    bought,
    sold: 0n,
    ledger: {
      purchases: returned > 0n ? [{ id: lotId, settlementId, cost: returned, borrowed }] : [],
      sales: [],
      intraday: [{ settlementId, result: returned - bought }],
    },
    trades: [purchase, ...trades],
    reversed: parts.map(({ source }) => source.id),
    taken,
    unusable,
  }
}

const shared = ['amount', 'cost', 'loanPart', 'toLoan', 'charges'] as const

/** A sale of which a part was not delivered: that part takes what was purchased, the rest what it took before. */
function bookedAgain(
  { source: sale, quantity, whole }: Part<SaleRow>,
  terms: CloseOutTerms,
  { lotId, cost }: { readonly lotId: string; readonly cost: bigint },
) {
  const share = (of: (typeof shared)[number]) => (quantity === whole ? sale[of] : shareOf(sale[of], quantity, whole))
  const trade = (part: bigint, amountOf: (of: (typeof shared)[number]) => bigint): NewTrade => ({
    ...none,
    ...ofSale(sale, terms),
    id: newId(),
    lotId,
    quantity: decimalText(part),
    ...(Object.fromEntries(shared.map((of) => [of, String(amountOf(of))])) as Record<(typeof shared)[number], string>),
  })
  const short = { ...trade(quantity, share), cost: String(cost), loanPart: '0', toLoan: '0' }
  if (quantity === whole) return { short }
  // A lot of its own, because a sale without shares in the books takes the whole of its lot.
  const lot = sale.isUnknown ? { lotId: newId(), isUnknown: true } : { lotId: sale.lotId }
  return { short, rest: { ...trade(whole - quantity, (of) => sale[of] - share(of)), ...lot } }
}

const ofSale = (sale: SaleRow, { clientId }: CloseOutTerms) => ({
  clientId,
  contractId: sale.contractId,
  action: 'SELL' as const,
  stock: sale.stock,
  isin: sale.isin,
  price: sale.price,
  exchange: sale.exchange,
  order: sale.order,
  number: sale.number,
  tradedAt: sale.tradedAt.toISOString(),
})

/** Money instead of shares: what was bought and not received is sold at the price of the close-out. `owed`: at most this returns to the loan. */
export function planBuyer(lots: readonly OpenLot[], terms: CloseOutTerms, owed: bigint): CloseOutPlan {
  const debt = { left: owed }
  const parts = partsOf(lots, terms.quantity)?.map(({ source: lot, quantity, whole }) => {
    const share = (amount: bigint) => (quantity === whole ? amount : shareOf(amount, quantity, whole))
    const loanPart = share(lot.loanPart)
    return { lot, quantity, cost: share(lot.cost), loanPart, toLoan: returnedToLoan(loanPart, debt) }
  })
  if (!parts) throw new AppError(clearingErrors.soldOn)
  const sold = moneyOf(terms.price, terms.quantity)
  const quantities = parts.map(({ quantity }) => quantity)
  const amounts = splitBy(sold, quantities)
  const trades = parts.map(({ lot, quantity, cost, loanPart, toLoan }, at): NewTrade => ({
    ...none,
    ...ofDay(terms),
    id: newId(),
    lotId: lot.id,
    action: 'SELL',
    stock: lot.stock,
    isin: lot.isin,
    quantity: decimalText(quantity),
    amount: String(amounts[at] ?? 0n),
    cost: String(cost),
    loanPart: String(loanPart),
    toLoan: String(toLoan),
    charges: '0',
  }))
  const sumOf = (key: 'cost' | 'toLoan') => parts.reduce((sum, part) => sum + part[key], 0n)
  const [cost, toLoan] = [sumOf('cost'), sumOf('toLoan')]
  return {
    bought: 0n,
    sold,
    // Nothing was delivered for them, so that they pay for nothing before the pay-out.
    ledger: {
      purchases: [],
      sales: [
        {
          settlementId: terms.settlementId,
          cost,
          loanPart: toLoan,
          proceeds: sold,
          unusable: above(sold, toLoan),
        },
      ],
      intraday: [],
    },
    trades,
    reversed: [],
    taken: trades.map(({ id }) => id),
    unusable: 0n,
  }
}
