import { decimalOf, moneyOf } from '@sauda/contract/platform/decimal'
import { basisPointsOf } from '../../shell/percent.ts'

export type Coin = {
  readonly name: string
  readonly quantity: string
  readonly avgPrice: string
  readonly price: string
}

/** The sample holdings of section 2, the same for every client. */
export const sampleCoins: readonly Coin[] = [
  { name: 'Euro/INR', quantity: '500', avgPrice: '88.4250', price: '90.1125' },
  { name: 'Yen/INR', quantity: '40000', avgPrice: '0.6120', price: '0.5985' },
  { name: 'Doller/INR', quantity: '1200', avgPrice: '82.1050', price: '83.4600' },
]

export type CoinValue = {
  /** Paise. */
  readonly invested: bigint
  readonly current: bigint
  readonly change: bigint
  /** The difference in hundredths of a percent of the cost. */
  readonly basisPoints: bigint
}

export function valueOf({ quantity, avgPrice, price }: Coin): CoinValue {
  const money = (at: string): bigint => moneyOf(decimalOf(at) ?? 0n, decimalOf(quantity) ?? 0n)
  return compare(money(avgPrice), money(price))
}

/** Total invested, current value, gain or loss with percentage. */
export function totalOf(coins: readonly Coin[]): CoinValue {
  const values = coins.map(valueOf)
  return compare(
    values.reduce((sum, { invested }) => sum + invested, 0n),
    values.reduce((sum, { current }) => sum + current, 0n),
  )
}

export function findCoins(coins: readonly Coin[], text: string): Coin[] {
  const search = text.trim().toLowerCase()
  return coins.filter(({ name }) => name.toLowerCase().includes(search))
}

export type SortOrder = 'ascending' | 'descending'

/** Sorts by gain or loss. */
export function sortCoins(coins: readonly Coin[], order: SortOrder): Coin[] {
  const sign = order === 'ascending' ? 1 : -1
  return coins.toSorted((one, other) => sign * Number(valueOf(one).change - valueOf(other).change))
}

function compare(invested: bigint, current: bigint): CoinValue {
  const change = current - invested
  return { invested, current, change, basisPoints: basisPointsOf(change, invested) }
}
