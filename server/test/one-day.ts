import { setTimeout } from 'node:timers/promises'
import { indiaMilliseconds } from '../src/platform/india.ts'

const day = 86_400_000
/** Longer than any test file takes on a slow machine. */
const margin = 4 * 60_000

/** Bookings count by the day in India, so tests that start just before its midnight wait until the next day has begun. */
export async function awayFromMidnight(): Promise<void> {
  const left = day - ((Date.now() + indiaMilliseconds) % day)
  if (left < margin) await setTimeout(left)
}
