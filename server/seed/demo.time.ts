/** The demo is told in the order in which it happened, so that numbers, entries and the audit log are in that order too. */
export type Chapter = { readonly at: Date; readonly work: () => Promise<unknown> }

/** Adds a chapter; those of the same moment are told in the order in which they were added. */
export type Tell = (at: Date, work: () => Promise<unknown>) => void

const dayMilliseconds = 86_400_000
/** India is five and a half hours ahead of UTC, all year. */
const aheadMilliseconds = 5.5 * 3_600_000

/** A time of the day in India, so many days ago. */
export function daysAgo(days: number, time: string): Date {
  const date = new Date(Date.now() + aheadMilliseconds - days * dayMilliseconds).toISOString().slice(0, 10)
  return new Date(`${date}T${time}:00+05:30`)
}

/** The same in days on which markets are open: Saturdays and Sundays do not count. */
export function workday(back: number, time: string): Date {
  let at = daysAgo(0, time)
  for (let left = back; left > 0;) {
    at = new Date(at.getTime() - dayMilliseconds)
    if (![0, 6].includes(new Date(at.getTime() + aheadMilliseconds).getUTCDay())) left -= 1
  }
  return at
}
