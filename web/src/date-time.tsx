import styles from './web.module.css'

/** All times on screens are in Indian Standard Time, whatever the time zone of the browser. */
const timeZone = 'Asia/Kolkata'
const format = (options: Intl.DateTimeFormatOptions, locale = 'en-IN') =>
  new Intl.DateTimeFormat(locale, { timeZone, hour12: true, ...options })

const date = format({ dateStyle: 'medium' })
const dayMonth = format({ day: 'numeric', month: 'short' })
const time = format({ timeStyle: 'short' })
const dateTime = format({ dateStyle: 'medium', timeStyle: 'short' })
const dateTimeSeconds = format({ dateStyle: 'medium', timeStyle: 'medium' })
const isoDay = format({ dateStyle: 'short' }, 'en-CA')
const sortable = format({ dateStyle: 'short', timeStyle: 'medium', hour12: false }, 'sv-SE')
const hour = format({ hour: '2-digit', hourCycle: 'h23', hour12: false })

/** " IST" for readers whose own clock shows another time. */
function zoneLabel(moment: Date): string {
  return moment.getTimezoneOffset() === -330 ? '' : ' IST'
}

/** "5 Nov 2026, 4:05 pm" */
export function formatDateTime(iso: string): string {
  const moment = new Date(iso)
  return dateTime.format(moment) + zoneLabel(moment)
}

/** "5 Nov 2026, 4:05:09 pm", for records. */
export function formatDateTimeSeconds(iso: string): string {
  const moment = new Date(iso)
  return dateTimeSeconds.format(moment) + zoneLabel(moment)
}

/** "4:05 pm" */
export function formatTime(iso: string): string {
  const moment = new Date(iso)
  return time.format(moment) + zoneLabel(moment)
}

/** "5 Nov 2026" of a moment, or of a day such as `2026-11-05`. */
export function formatDate(iso: string): string {
  return date.format(new Date(iso))
}

/** "5 Nov" */
export function formatDayMonth(iso: string): string {
  return dayMonth.format(new Date(iso))
}

/** `2026-11-05`: the day in India at that moment. */
export function dayInIndia(moment: Date): string {
  return isoDay.format(moment)
}

/** `2026-11-05`, as the server counts days. */
export function todayInIndia(): string {
  return dayInIndia(new Date())
}

/** `2026-11-05 16:05:09`, for files that machines sort. */
export function sortableDateTime(iso: string): string {
  return sortable.format(new Date(iso))
}

/** 0 to 23, in India now. */
export function hourInIndia(): number {
  return Number(hour.format(new Date()))
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const ageMs = (since: string | number, now: number): number => Math.max(0, now - new Date(since).getTime())

export const isJustNow = (since: string | number, now: number): boolean => ageMs(since, now) < minuteMs

/** An age in one or two units: "just now", "12 min", "3 h 5 min", "2 days". */
export function formatAge(since: string | number, now: number): string {
  const age = ageMs(since, now)
  if (isJustNow(since, now)) return 'just now'
  if (age < hourMs) return `${Math.floor(age / minuteMs)} min`
  if (age < dayMs) {
    const minutes = Math.floor((age % hourMs) / minuteMs)
    return minutes === 0 ? `${Math.floor(age / hourMs)} h` : `${Math.floor(age / hourMs)} h ${minutes} min`
  }
  const days = Math.floor(age / dayMs)
  return days === 1 ? '1 day' : `${days} days`
}

/** Date and time; where space is tight the time goes below the date. */
export function DateTime({ at, exact = false }: { at: string; exact?: boolean }) {
  const [day = '', clock = ''] = (exact ? formatDateTimeSeconds(at) : formatDateTime(at)).split(/(?<=,) /)
  return (
    <time dateTime={at} className={styles.dateTime}>
      <span>{day}</span> <span>{clock}</span>
    </time>
  )
}
