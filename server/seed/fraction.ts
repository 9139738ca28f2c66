import type { Fill } from '../src/trading/trade-charge/brokerage.ts'

/** Exact fractions, for what trades must come to. */

export type Fraction = { readonly n: bigint; readonly d: bigint }
export const f = (n: bigint | number, d: bigint | number = 1): Fraction => ({ n: BigInt(n), d: BigInt(d) })
// Most denominators divide each other; otherwise they would grow with each trade.
export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.d % b.d === 0n
    ? f(a.n + b.n * (a.d / b.d), a.d)
    : b.d % a.d === 0n
      ? plus(b, a)
      : f(a.n * b.d + b.n * a.d, a.d * b.d)
export const times = (a: Fraction, b: Fraction) => f(a.n * b.n, a.d * b.d)
export const over = (a: Fraction, b: Fraction) => f(a.n * b.d, a.d * b.n)
export const less = (a: Fraction, b: Fraction) => a.n * b.d < b.n * a.d
export const lower = (a: Fraction, b: Fraction) => (less(a, b) ? a : b)
/** To a number of decimals, half up. */
export const rounded = (a: Fraction, decimals: number): Fraction => {
  const scale = 10n ** BigInt(decimals)
  const [whole, rest] = [(a.n * scale) / a.d, (a.n * scale) % a.d]
  return f(rest * 2n >= a.d ? whole + 1n : whole, scale)
}
export const paise = (a: Fraction): bigint => (a.n * 100n) / a.d

export const price = (fill: Fill) => f(fill.price, 100_000_000)
export const quantity = (fill: Fill) => f(fill.quantity, 100_000_000)
export const worth = (fill: Fill) => times(price(fill), quantity(fill))
export const total = (fills: readonly Fill[], of: (fill: Fill) => Fraction) =>
  fills.reduce((sum, fill) => plus(sum, of(fill)), f(0))
export const zero = f(0)
