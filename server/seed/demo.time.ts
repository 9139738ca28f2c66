/** Run in chronological order, so that numbers, entries and the audit trail are in that order too. */
export type DemoEvent = { readonly at: Date; readonly work: () => Promise<unknown> }

export type AddEvent = (at: Date, work: () => Promise<unknown>) => void

const dayMilliseconds = 86_400_000
/** India is UTC+5:30 all year. */
const aheadMilliseconds = 5.5 * 3_600_000

/** A time of day in India. */
export function daysAgo(days: number, time: string): Date {
  const date = new Date(Date.now() + aheadMilliseconds - days * dayMilliseconds).toISOString().slice(0, 10)
  return new Date(`${date}T${time}:00+05:30`)
}

/** Like `daysAgo`, without Saturdays and Sundays. */
export function workday(back: number, time: string): Date {
  let at = daysAgo(0, time)
  for (let left = back; left > 0;) {
    at = new Date(at.getTime() - dayMilliseconds)
    if (![0, 6].includes(new Date(at.getTime() + aheadMilliseconds).getUTCDay())) left -= 1
  }
  return at
}
