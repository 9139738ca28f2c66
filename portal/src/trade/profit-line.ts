import { paiseOf } from '@sauda/contract/money'
import type { Portfolio } from '@sauda/contract/trade'

/** How realised profit and loss stood at the end of a day. */
export type ProfitPoint = {
  /** `2026-11-05` */
  readonly date: string
  /** Paise of that day, and of all days up to it. */
  readonly change: bigint
  readonly sum: bigint
}

/** A point per day with a sale; what was realised before the first of them is where the line begins. */
export function profitPoints({ days, totalPnL }: Pick<Portfolio, 'days' | 'totalPnL'>): ProfitPoint[] {
  const known = days.reduce((sum, { profitLoss }) => sum + paiseOf(profitLoss), 0n)
  let sum = paiseOf(totalPnL) - known
  return days.map(({ date, profitLoss }) => {
    const change = paiseOf(profitLoss)
    sum += change
    return { date, change, sum }
  })
}

/** Where the points stand in a picture of 0 to 1, from the left and from the top; the line keeps its height between sales. */
export type ProfitShape = {
  readonly line: readonly (readonly [x: number, y: number])[]
  /** Where nothing is gained and nothing lost. */
  readonly zero: number
  /** Paise at the upper and at the lower edge. */
  readonly high: bigint
  readonly low: bigint
}

/** From the day before the first point to the end of `today`, with zero always in sight. */
export function profitShape(points: readonly ProfitPoint[], today: string): ProfitShape {
  const [first] = points
  if (!first) return { line: [], zero: 0.5, high: 0n, low: 0n }
  const start = dayNumber(first.date) - 1
  const days = Math.max(dayNumber(today), dayNumber(points.at(-1)?.date ?? today)) + 1 - start
  const before = Number(first.sum - first.change)
  const sums = [0, before, ...points.map(({ sum }) => Number(sum))]
  const [low, high] = [Math.min(...sums), Math.max(...sums)]
  const y = (sum: number): number => (high === low ? 0.5 : (high - sum) / (high - low))
  const x = (day: number): number => (day - start) / days
  const line: [number, number][] = [[0, y(before)]]
  let last = before
  for (const { date, sum } of points) {
    line.push([x(dayNumber(date)), y(last)], [x(dayNumber(date)), y(Number(sum))])
    last = Number(sum)
  }
  line.push([1, y(last)])
  return { line, zero: y(0), high: BigInt(high), low: BigInt(low) }
}

const dayNumber = (date: string): number => Date.parse(date) / 86_400_000
