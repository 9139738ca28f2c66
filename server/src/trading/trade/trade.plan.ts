import { paysDues } from '@sauda/contract/core/ledger'
import { decimalOf, formatPrice, moneyOf, shareOf } from '@sauda/contract/platform/decimal'
import type { Instrument } from '@sauda/contract/trading/market'
import { AppError } from '@sauda/contract/platform/error'
import { above, least, sum } from '@sauda/contract/platform/money'
import { notInLots, tradeErrors, tradeRules } from '@sauda/contract/trading/trade-error'
import { type Money, takeMoney } from '../../core/ledger/clearing.ts'
import type { SettlementPart } from '../../core/ledger/proceeds.ts'

/**
 * The effect of a trade on a client's money, computed without booking (docs/decisions/0030-trades-and-the-books.md).
 * Amounts in paise, prices and quantities as exact decimals.
 */

export type Funds = { readonly cash: bigint; readonly loan: bigint }

/** The open part of a position. */
export type OpenPart = {
  readonly quantity: bigint
  readonly cost: bigint
  readonly loanPart: bigint
  /** What paid the whole purchase (`bought`) from sale proceeds that are not paid out yet. */
  readonly proceeds?: { readonly bought: bigint; readonly parts: readonly SettlementPart[] }
}

export type Deal = { readonly quantity: bigint; readonly price: bigint }

const whole = 100_000_000n

/** Price × quantity in paise. Throws if the quantity or the amount is not allowed. */
export function amountOf({ quantity, price }: Deal, { lot, fractional }: Pick<Instrument, 'lot' | 'fractional'>) {
  if (!fractional && quantity % whole !== 0n) throw new AppError(tradeErrors.wholeOnly)
  if (!fractional && quantity % (BigInt(lot) * whole) !== 0n) throw new AppError(notInLots(String(lot)))
  return checkedAmount({ quantity, price })
}

function checkedAmount({ quantity, price }: Deal): bigint {
  const amount = moneyOf(price, quantity)
  if (amount === 0n) throw new AppError(tradeErrors.tooSmall)
  if (amount > tradeRules.maximum) throw new AppError(tradeErrors.tooLarge)
  return amount
}

/** In the order of the ledger: usable sale proceeds, balance, unused loan. */
export function planBuy(funds: Money, cost: bigint) {
  const left = { ...funds, unsettled: funds.unsettled.map((each) => ({ ...each })) }
  const parts = takeMoney(left, cost, { mayBorrow: true })
  const proceeds = parts.flatMap(({ settlementId, paise }) => (settlementId ? [{ settlementId, paise }] : []))
  const from = (account: string) => sumOf(parts.filter((part) => part.from === account))
  return {
    parts,
    left,
    proceeds,
    fromUnsettled: from('unsettled'),
    fromCash: from('cash'),
    fromLoan: from('loan'),
    missing: from('client_dues'),
  }
}

export type Sale = {
  readonly proceeds: bigint
  /** The cost of the sold part, and the part of it paid with loan money. */
  readonly cost: bigint
  readonly loanPart: bigint
  /** Part of the cost returned to the unused loan, at most the debt. */
  readonly backToLoan: bigint
  /** Part of the cost returned to the sale proceeds that paid it: it is withdrawable after their pay-out. */
  readonly backToUnsettled: readonly SettlementPart[]
  /** A loss is paid from the balance, then from the loan. */
  readonly lossFromCash: bigint
  readonly lossFromLoan: bigint
  readonly left: OpenPart
}

type SaleInput = {
  readonly lot: OpenPart
  readonly deal: Deal
  readonly instrument: Pick<Instrument, 'lot' | 'fractional'> | undefined
  readonly funds: Funds
  /** Unpaid loan principal. */
  readonly owed: bigint
}

/** Cost and loan part in proportion to the quantity, rounded half up; the last sell takes the remainder. */
export function planSale({ lot, deal, instrument, funds, owed }: SaleInput): Sale {
  const { quantity } = deal
  if (lot.quantity === 0n) throw new AppError(tradeErrors.closed)
  if (quantity > lot.quantity) throw new AppError(tradeErrors.moreThanLeft)
  const isAll = quantity === lot.quantity
  // The remainder could never be sold at this price.
  if (!isAll && moneyOf(deal.price, lot.quantity - quantity) === 0n) throw new AppError(tradeErrors.restTooSmall)
  // The whole position can always be sold, whatever the lot size is now.
  const proceeds = isAll || !instrument ? checkedAmount(deal) : amountOf(deal, instrument)
  const cost = isAll ? lot.cost : shareOf(lot.cost, quantity, lot.quantity)
  const loanPart = isAll ? lot.loanPart : shareOf(lot.loanPart, quantity, lot.quantity)
  const backToLoan = least(loanPart, above(owed, funds.loan))
  const loss = above(cost, proceeds)
  const most = least(cost - backToLoan, above(funds.cash + cost, backToLoan + loss))
  const backToUnsettled = proceedsOf(lot, quantity, most)
  const lossFromCash = least(loss, funds.cash + cost - backToLoan - sumOf(backToUnsettled))
  return {
    proceeds,
    cost,
    loanPart,
    backToLoan,
    backToUnsettled,
    lossFromCash,
    lossFromLoan: loss - lossFromCash,
    left: { ...lot, quantity: lot.quantity - quantity, cost: lot.cost - cost, loanPart: lot.loanPart - loanPart },
  }
}

/** The share of a quantity in the proceeds that paid the position, together at most `most`. */
function proceedsOf({ quantity: open, proceeds }: OpenPart, quantity: bigint, most: bigint): SettlementPart[] {
  if (!proceeds) return []
  let left = most
  return proceeds.parts.flatMap(({ settlementId, paise: whole }) => {
    const share = (whole * open) / proceeds.bought - (whole * (open - quantity)) / proceeds.bought
    const paise = least(share, left)
    left -= paise
    return paise > 0n ? [{ settlementId, paise }] : []
  })
}

export const sumOf = (parts: readonly { readonly paise: bigint }[]): bigint => sum(parts.map(({ paise }) => paise))

type Change = Funds & { readonly unsettled: bigint; readonly paid: bigint }

/** The change of balance, unused loan (not below zero) and sale proceeds, and what pays dues first; together the proceeds. */
export function changeBy({ proceeds, backToLoan, backToUnsettled, lossFromLoan }: Sale, dues = 0n): Change {
  const loan = backToLoan - lossFromLoan
  const unsettled = sumOf(backToUnsettled)
  const paid = paysDues(proceeds - loan - unsettled, dues)
  return { loan, unsettled, paid, cash: proceeds - loan - unsettled - paid }
}

/** The part of a reversed buy returned to the unused loan, at most the debt. */
export const planBack = (loanPart: bigint, { loan }: Funds, owed: bigint): bigint => least(loanPart, above(owed, loan))

/** The part of a reversed sell taken from the unused loan, as far as available; the balance pays the rest. */
export const planUnsell = (toLoan: bigint, { loan }: Funds): bigint => least(toLoan, loan)

/** Warnings only, because an average price may be anything. */
export function warningsOf(price: bigint, tick: string, last: bigint | undefined): string[] {
  const step = decimalOf(tick) ?? 1n
  return [
    ...(price % step === 0n ? [] : [`The price is between two steps of ₹${tick}`]),
    ...(last === undefined || (price * 10n >= last * 9n && price * 10n <= last * 11n)
      ? []
      : [`The price is more than 10% away from the last price, ${formatPrice(last)}`]),
  ]
}
