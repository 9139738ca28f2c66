const dayMilliseconds = 86_400_000

/** 2026-01-31 and 1 → 2026-02-28: the same day of a later month, or its last day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Days since 1970. */
export const dayNumber = (day: string): number => Date.parse(day) / dayMilliseconds
