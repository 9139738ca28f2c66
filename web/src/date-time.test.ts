import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatDayMonth,
  formatTime,
  hourInIndia,
} from './date-time.tsx'
import { todayInIndia } from './server-clock.ts'

afterAll(() => void vi.unstubAllEnvs())
afterEach(() => void vi.useRealTimers())

const moment = '2026-11-04T20:05:09.000Z'

describe.each(['America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'])('in a browser set to %s', (zone) => {
  beforeEach(() => void vi.stubEnv('TZ', zone))
  const label = zone === 'Asia/Kolkata' ? '' : ' IST'

  test('times are Indian Standard Time, labelled where the browser shows another one', () => {
    expect(formatDateTime(moment)).toBe(`5 Nov 2026, 1:35 am${label}`)
    expect(formatDateTimeSeconds(moment)).toBe(`5 Nov 2026, 1:35:09 am${label}`)
    expect(formatTime(moment)).toBe(`1:35 am${label}`)
  })

  test('a text that is no date is shown as a dash', () => {
    for (const text of ['', 'soon']) expect([formatDateTime(text), formatDate(text)]).toEqual(['–', '–'])
  })

  test('a day is the day in India', () => {
    expect(formatDate(moment)).toBe('5 Nov 2026')
    expect(formatDate('2026-11-05')).toBe('5 Nov 2026')
    expect(formatDayMonth(moment)).toBe('5 Nov')
    expect(formatDateTime('2026-09-01T08:00:00Z')).toBe(`1 Sep 2026, 1:30 pm${label}`)
    vi.useFakeTimers({ now: new Date('2026-11-04T18:29:59Z') })
    expect([todayInIndia(), hourInIndia()]).toEqual(['2026-11-04', 23])
    vi.setSystemTime(new Date('2026-11-04T18:30:00Z'))
    expect([todayInIndia(), hourInIndia()]).toEqual(['2026-11-05', 0])
  })
})

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T11:59:01Z', 'just now'],
  ['2026-11-20T11:59:00Z', '1 min'],
  ['2026-11-20T11:48:00Z', '12 min'],
  ['2026-11-20T11:00:00Z', '1 h'],
  ['2026-11-20T08:55:00Z', '3 h 5 min'],
  ['2026-11-19T12:00:00Z', '1 day'],
  ['2026-11-10T12:30:00Z', '9 days'],
])('the age of %s is %s', (since, text) => {
  expect(formatAge(since, now)).toBe(text)
})

test('a clock ahead of ours never gives a negative age', () => {
  expect(formatAge('2026-11-20T12:05:00Z', now)).toBe('just now')
})
