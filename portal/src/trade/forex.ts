import { decimalOf, moneyOf } from '@sauda/contract/decimal'
import { basisPointsOf } from './percent.ts'

/** One holding; quantity and prices as text, so that they are exact. */
export type Coin = {
  readonly name: string
  readonly quantity: string
  readonly avgPrice: string
  readonly price: string
}

/** The sample holdings of section 2: the same for everybody, and marked so wherever they stand. */
export const sampleCoins: readonly Coin[] = [
  { name: 'Euro/INR', quantity: '500', avgPrice: '88.4250', price: '90.1125' },
  { name: 'Yen/INR', quantity: '40000', avgPrice: '0.6120', price: '0.5985' },
  { name: 'Doller/INR', quantity: '1200', avgPrice: '82.1050', price: '83.4600' },
]

export type Worth = {
  /** What it cost, what it is worth, and the difference, in paise. */
  readonly invested: bigint
  readonly current: bigint
  readonly change: bigint
  /** The difference in hundredths of a percent of the cost. */
  readonly basisPoints: bigint
}

export function worthOf({ quantity, avgPrice, price }: Coin): Worth {
  const money = (at: string): bigint => moneyOf(decimalOf(at) ?? 0n, decimalOf(quantity) ?? 0n)
  return compared(money(avgPrice), money(price))
}

/** Total invested, current value, gain or loss with percentage. */
export function totalOf(coins: readonly Coin[]): Worth {
  const worths = coins.map(worthOf)
  return compared(
    worths.reduce((sum, { invested }) => sum + invested, 0n),
    worths.reduce((sum, { current }) => sum + current, 0n),
  )
}

/** Those whose name contains the text, in whatever case. */
export function matching(coins: readonly Coin[], text: string): Coin[] {
  const wanted = text.trim().toLowerCase()
  return coins.filter(({ name }) => name.toLowerCase().includes(wanted))
}

export type Order = 'ascending' | 'descending'

/** By gain or loss. */
export function sorted(coins: readonly Coin[], order: Order): Coin[] {
  const sign = order === 'ascending' ? 1 : -1
  return coins.toSorted((one, other) => sign * Number(worthOf(one).change - worthOf(other).change))
}

function compared(invested: bigint, current: bigint): Worth {
  const change = current - invested
  return { invested, current, change, basisPoints: basisPointsOf(change, invested) }
}
