import { decimalOf, decimalText, moneyOf, shareOf } from '@sauda/contract/decimal'
import type { Instrument } from '@sauda/contract/market'
import { AppError } from '@sauda/contract/error'
import { notInLots, tradeErrors, tradeRules } from '@sauda/contract/trade'

/**
 * What a trade does to a client's money, decided without touching any (docs/decisions/0030-trades-and-the-books.md).
 * Amounts are paise, prices and quantities exact decimals.
 */

/** The figures of a client that a trade moves. */
export type Funds = { readonly cash: bigint; readonly loan: bigint }

/** What is left of a bought position. */
export type Lot = { readonly quantity: bigint; readonly cost: bigint; readonly loanPart: bigint }

export type Deal = { readonly quantity: bigint; readonly price: bigint }

const whole = 100_000_000n

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const above0 = (a: bigint): bigint => (a > 0n ? a : 0n)

/** Price × quantity in paise. Throws where a quantity or an amount is none the market or we deal in. */
export function amountOf(
  { quantity, price }: Deal,
  { lot, fractional }: Pick<Instrument, 'lot' | 'fractional'>,
): bigint {
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

/** The balance pays first, then the unused loan; `missing` is what neither has. */
export function planBuy({ cash, loan }: Funds, cost: bigint) {
  const fromCash = smaller(cash, cost)
  const fromLoan = smaller(loan, cost - fromCash)
  return { fromCash, fromLoan, missing: cost - fromCash - fromLoan }
}

export type Sale = {
  readonly proceeds: bigint
  /** What the sold part had cost, and how much of that borrowed money had paid. */
  readonly cost: bigint
  readonly loanPart: bigint
  /** Of the cost, what goes back to the unused loan: no more than is still owed of it. */
  readonly backToLoan: bigint
  /** Who bears a loss: the balance, and only when that is empty the borrowed money. */
  readonly lossFromCash: bigint
  readonly lossFromLoan: bigint
  readonly left: Lot
}

type Selling = {
  readonly lot: Lot
  readonly deal: Deal
  readonly instrument: Pick<Instrument, 'lot' | 'fractional'> | undefined
  readonly funds: Funds
  /** Of the client's loans, what is not paid back. */
  readonly owed: bigint
}

/** Cost and borrowed part go by quantity, half up; the last sale takes what is left of both. */
export function planSale({ lot, deal, instrument, funds, owed }: Selling): Sale {
  const { quantity } = deal
  if (lot.quantity === 0n) throw new AppError(tradeErrors.closed)
  if (quantity > lot.quantity) throw new AppError(tradeErrors.moreThanLeft)
  const isAll = quantity === lot.quantity
  // At this price the rest could not be sold any more: a position that stays open for good.
  if (!isAll && moneyOf(deal.price, lot.quantity - quantity) === 0n) throw new AppError(tradeErrors.restTooSmall)
  // All that is left can always be sold, whatever the market's lots have become since.
  const proceeds = isAll || !instrument ? checkedAmount(deal) : amountOf(deal, instrument)
  const cost = isAll ? lot.cost : shareOf(lot.cost, quantity, lot.quantity)
  const loanPart = isAll ? lot.loanPart : shareOf(lot.loanPart, quantity, lot.quantity)
  const backToLoan = smaller(loanPart, above0(owed - funds.loan))
  const loss = above0(cost - proceeds)
  const lossFromCash = smaller(loss, funds.cash + cost - backToLoan)
  return {
    proceeds,
    cost,
    loanPart,
    backToLoan,
    lossFromCash,
    lossFromLoan: loss - lossFromCash,
    left: { quantity: lot.quantity - quantity, cost: lot.cost - cost, loanPart: lot.loanPart - loanPart },
  }
}

/**
 * By how much a sale changes the client's figures; all together that is what it brought. Never less than nothing for the
 * loan: what a loss takes from it is at most what has just come back.
 */
export function changeBy({ proceeds, backToLoan, lossFromLoan }: Sale): Funds {
  const loan = backToLoan - lossFromLoan
  return { loan, cash: proceeds - loan }
}

/** Of what a reversed buy gives back, how much goes to the unused loan: no more than is still owed. */
export function planBack(loanPart: bigint, { loan }: Funds, owed: bigint): bigint {
  return smaller(loanPart, above0(owed - loan))
}

/** How much a reversed sale takes from the unused loan: what it gave, as far as that is still there. The balance does the rest. */
export const planUnsell = (toLoan: bigint, { loan }: Funds): bigint => smaller(toLoan, loan)

/** What a dealer may want to look at again; it refuses nothing, since an average of several fills may be anything. */
export function warningsOf(price: bigint, tick: string, last: bigint | undefined): string[] {
  const step = decimalOf(tick) ?? 1n
  return [
    ...(price % step === 0n ? [] : [`The price is between two steps of ₹${tick}`]),
    ...(last === undefined || (price * 10n >= last * 9n && price * 10n <= last * 11n)
      ? []
      : [`The price is more than 10% away from the last price, ₹${decimalText(last)}`]),
  ]
}
