/** Indian Standard Time, the whole year. */
export const indiaMilliseconds = 5.5 * 3_600_000

/** `2026-11-05`: the day in India at a moment. */
export const dayInIndia = (at: Date): string => new Date(at.getTime() + indiaMilliseconds).toISOString().slice(0, 10)

/** What is wrong with the range of days if it ends before it begins. */
export const wrongOrder = 'The first day must not be after the last day'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const units = { minute: 60, hour: 3600, day: 86_400 } as const

/** `12 min`, `3 h 5 min` or `2 days` of seconds; less than a minute is `1 min`. */
export function durationText(seconds: number): string {
  if (seconds < units.hour) return `${Math.max(1, Math.floor(seconds / units.minute))} min`
  if (seconds < units.day) {
    const minutes = Math.floor((seconds % units.hour) / units.minute)
    return `${Math.floor(seconds / units.hour)} h${minutes === 0 ? '' : ` ${minutes} min`}`
  }
  const days = Math.floor(seconds / units.day)
  return days === 1 ? '1 day' : `${days} days`
}

/** `November 2026` of `2026-11`, or of a day in it. */
export const monthName = (day: string): string =>
  new Date(`${day.slice(0, 7)}-01`).toLocaleDateString('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `Nov 2026` of `2026-11`. */
export function monthText(text: string): string {
  const [year, month] = text.split('-')
  return `${months[Number(month) - 1]} ${year}`
}

/** `5 Nov 2026` of `2026-11-05`: how screens, mails and files write a day. */
export function dateText(day: string): string {
  const [year, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]} ${year}`
}
