import { paiseOf } from '@sauda/contract/money'
import type { Portfolio } from '@sauda/contract/trade'
import { basisPointsOf } from './percent.ts'

/** A part of the donut. */
export type Slice = {
  readonly name: string
  /** Paise. */
  readonly cost: bigint
  /** Of everything invested, in hundredths of a percent. */
  readonly share: bigint
  /** Share of all slices before it. */
  readonly before: bigint
}

type Holding = Pick<Portfolio['holdings'][number], 'stockName' | 'cost'>

/** More slices than this cannot be told apart. */
const most = 6

/** What the open positions cost by stock, the largest first; the smallest together are the rest. */
export function allocationOf(holdings: readonly Holding[]): Slice[] {
  const all = holdings
    .map(({ stockName, cost }) => ({ name: stockName, cost: paiseOf(cost) }))
    .filter(({ cost }) => cost > 0n)
    .toSorted((one, other) => Number(other.cost - one.cost))
  const whole = sum(all)
  const isLong = all.length > most
  const rest = isLong ? all.slice(most - 1) : []
  const parts = isLong ? [...all.slice(0, most - 1), { name: `${rest.length} others`, cost: sum(rest) }] : all
  return parts.map((part, index) => ({
    ...part,
    share: basisPointsOf(part.cost, whole),
    before: basisPointsOf(sum(parts.slice(0, index)), whole),
  }))
}

const sum = (parts: readonly { cost: bigint }[]): bigint => parts.reduce((total, { cost }) => total + cost, 0n)
