const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const ageOf = (since: string | number, now: number): number => Math.max(0, now - new Date(since).getTime())

/** Less than a minute ago, which is no age to speak of. */
export const isJustNow = (since: string | number, now: number): boolean => ageOf(since, now) < minute

/** How long something has waited, in one or two units: "just now", "12 min", "3 h 5 min", "2 days". */
export function ageText(since: string | number, now: number): string {
  const age = ageOf(since, now)
  if (isJustNow(since, now)) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min`
  if (age < day) {
    const minutes = Math.floor((age % hour) / minute)
    return minutes === 0 ? `${Math.floor(age / hour)} h` : `${Math.floor(age / hour)} h ${minutes} min`
  }
  const days = Math.floor(age / day)
  return days === 1 ? '1 day' : `${days} days`
}

const shortly = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', hour12: false })
const daily = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })
const exactly = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium', hour12: false })

/** "20 Nov 2026, 14:05" in the operator's own time zone. */
export const momentText = (moment: string): string => shortly.format(new Date(moment))
/** "20 Nov 2026" of `2026-11-20`, a day that is the same day everywhere. */
export const dayText = (date: string): string => daily.format(new Date(date))
/** The same with seconds, for records. */
export const exactText = (moment: string): string => exactly.format(new Date(moment))
