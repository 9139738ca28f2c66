import { parseRupees, readNumber } from '@sauda/contract/platform/amount-text'

/** typed-number: what is typed into a field of numbers, read in the one way in which the field itself reads it. */

/** The digits of a typed number; what is not clear is a text that every check rejects, never another number. */
export const typedDigits = (text: string, decimals = 8): string => readNumber(text, decimals) ?? 'unclear'

/** Not a number if nothing is typed or it is not clear. */
export const typedNumber = (text: string, decimals = 8): number => Number(readNumber(text, decimals) || Number.NaN)

/** A typed amount in paise, nothing typed: 0n; undefined if it is not clear, so that it counts in no sum. */
export function typedPaise(text: string): bigint | undefined {
  const paise = parseRupees(text)
  return paise < 0n ? undefined : paise
}
