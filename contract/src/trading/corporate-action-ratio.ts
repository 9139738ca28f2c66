import { shareOf } from '../platform/decimal.ts'

/** For so many shares `held`, so many after the action. */
export type Ratio = { readonly held: bigint; readonly given: bigint }

/** Each quantity by the ratio, rounded at its place in the sum, so that together they are the ratio of the whole. */
export function changedBy<Lot extends { readonly quantity: bigint }>(
  lots: readonly Lot[],
  { held, given }: Ratio,
): Lot[] {
  let before = 0n
  return lots.map((lot) => {
    const upTo = before + lot.quantity
    const quantity = shareOf(upTo, given, held) - shareOf(before, given, held)
    before = upTo
    return { ...lot, quantity }
  })
}

/** Parts of a cost are in millionths of it. */
export const allParts = 1_000_000n
