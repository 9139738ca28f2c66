// Days are `2026-11-05`; the calculation is in UTC, which has no clock changes.

const dayMilliseconds = 86_400_000
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const plusDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMilliseconds)

/** The same day of another month, or its last one. */
export function plusMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** Six weeks from Monday to Sunday with the month of this day, so that every month is equally high. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const start = plusDays(first, -((new Date(first).getUTCDay() + 6) % 7))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_each, weekday) => plusDays(start, week * 7 + weekday)),
  )
}
