import { dateText, dayInIndia as dayOf, durationText } from '@sauda/contract/platform/day-text'
import styles from './web.module.css'

/** All times on screens are in Indian Standard Time, whatever the time zone of the browser. */
function formatter(options: Intl.DateTimeFormatOptions) {
  // Made at its first use, because the browser’s first formatter takes 50 ms.
  let format: Intl.DateTimeFormat | undefined
  return (moment: string | Date): string => {
    const date = new Date(moment)
    // Formatting an invalid date throws, which would take the whole screen away.
    if (Number.isNaN(date.getTime())) return '–'
    format ??= new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', hour12: true, ...options })
    return format.format(date).replace('Sept ', 'Sep ')
  }
}

/** Adds " IST" for readers whose own clock shows another time. */
function labelled(format: (iso: string) => string) {
  return (iso: string): string => {
    const offset = new Date(iso).getTimezoneOffset()
    return format(iso) + (offset === -330 || Number.isNaN(offset) ? '' : ' IST')
  }
}

/** `2026-11-05`: the day in India at that moment. */
export function dayInIndia(moment: string | Date): string {
  const at = new Date(moment)
  return Number.isNaN(at.getTime()) ? '–' : dayOf(at)
}

/** "5 Nov 2026" of a moment, or of a day such as `2026-11-05`. */
export function formatDate(moment: string | Date): string {
  const day = dayInIndia(moment)
  return day === '–' ? day : dateText(day)
}

const minutes = formatter({ timeStyle: 'short' })
const seconds = formatter({ timeStyle: 'medium' })
const withDay = (time: typeof minutes) => (iso: string) => {
  const day = formatDate(iso)
  return day === '–' ? day : `${day}, ${time(iso)}`
}

/** "5 Nov 2026, 4:05 pm" */
export const formatDateTime = labelled(withDay(minutes))

/** "5 Nov 2026, 4:05:09 pm", for records. */
export const formatDateTimeSeconds = labelled(withDay(seconds))

/** "4:05 pm" */
export const formatTime = labelled(minutes)

/** "5 Nov" */
export const formatDayMonth = (moment: string): string => formatDate(moment).replace(/ \d+$/, '')

const hour = formatter({ hour: '2-digit', hourCycle: 'h23', hour12: false })

/** 0 to 23, in India now. */
export const hourInIndia = (): number => Number(hour(new Date()))

const minuteMs = 60_000

const ageMs = (since: string | number, now: number): number => Math.max(0, now - new Date(since).getTime())

export const isJustNow = (since: string | number, now: number): boolean => ageMs(since, now) < minuteMs

/** An age in one or two units: "just now", "12 min", "3 h 5 min", "2 days". */
export function formatAge(since: string | number, now: number): string {
  return isJustNow(since, now) ? 'just now' : durationText(ageMs(since, now) / 1000)
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
