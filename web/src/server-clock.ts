import { dayInIndia } from './date-time.tsx'
import { createStore, useStore } from './store.ts'

/** Milliseconds by which the clock of the server is ahead of that of this device, which may be days off. */
const ahead = createStore(0)
/** The header has whole seconds, and an answer takes some. */
const tolerance = 60_000

/** Called with the `Date` of each response. */
export function setServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now()
  if (Math.abs(difference - ahead.get()) > tolerance) ahead.set(Math.abs(difference) > tolerance ? difference : 0)
}

/** `2026-11-05`, as the server counts days. */
export const todayInIndia = (): string => dayInIndia(new Date(Date.now() + ahead.get()))

/** The same for a screen, which is shown again when the server turns out to count another day. */
export const useToday = (): string => dayInIndia(new Date(Date.now() + useStore(ahead)))
