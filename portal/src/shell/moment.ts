const withTime = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', hour12: true })
const localDay = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium' })
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** "5 Nov 2026, 4:05 pm" (section 9). */
export function momentText(iso: string): string {
  return withTime.format(new Date(iso))
}

/** "5 Nov 2026": the day it is here at that moment. */
export function dayOfMoment(iso: string): string {
  return localDay.format(new Date(iso))
}

/** `2026-11-05`: the day it is in India now, as the server counts days. */
export function todayInIndia(): string {
  return new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' })
}

/** `2026-11-05 16:05:09`, Indian time: for files, which machines sort. */
export function sortableMoment(iso: string): string {
  return new Date(iso).toLocaleString('sv-SE', { timeZone: 'Asia/Kolkata' })
}

/** "5 Nov 2026" of `2026-11-05`, a day that is the same day everywhere. */
export function dayText(date: string): string {
  return day.format(new Date(date))
}
