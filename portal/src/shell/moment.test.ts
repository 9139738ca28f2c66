import { afterEach, expect, test, vi } from 'vitest'
import { dayText, todayInIndia } from './moment.ts'

afterEach(() => vi.useRealTimers())

test('a day is the day it is in India', () => {
  vi.useFakeTimers({ now: new Date('2026-11-04T18:29:59Z') })
  expect(todayInIndia()).toBe('2026-11-04')
  vi.setSystemTime(new Date('2026-11-04T18:30:00Z'))
  expect(todayInIndia()).toBe('2026-11-05')
})

test('dates are in en-IN format', () => {
  expect(dayText('2026-11-05')).toBe('5 Nov 2026')
})
