/**
 * Values of an answer whose fields the specification names but does not describe: one reader per entity fills with these
 * what a server leaves out, so that no screen depends on more than the specification says.
 */

/** At most 15 digits and eight of them after the point, as `decimalOf` takes; anything else is 0. */
export function givenDecimal(value: unknown): number {
  const number = Math.round(Number(value ?? 0) * 1e8) / 1e8
  return Number.isFinite(number) ? Number(number.toPrecision(15)) : 0
}

/** Rounded to paise; anything that is no number is 0. */
export function givenRupees(value: unknown): number {
  return Math.round(givenDecimal(value) * 100) / 100
}

export function givenText(value: unknown, otherwise = ''): string {
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : otherwise
}

/** The value if it is one of these, otherwise `otherwise`. */
export function givenWord<Word extends string>(value: unknown, words: readonly Word[], otherwise: Word): Word {
  return words.find((word) => word === value) ?? otherwise
}

export function givenList<Item>(value: unknown): readonly Partial<Item>[] {
  return Array.isArray(value) ? (value as readonly Partial<Item>[]) : []
}

/** The last 6 characters of _id in upper case: how the specification shows the id of a loan. */
export const shortId = (id: string): string => id.slice(-6).toUpperCase()
