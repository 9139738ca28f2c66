import { expect, test, vi } from 'vitest'
import { setServerTime, todayInIndia } from './server-clock.ts'

test('days count by the clock of the server, however wrong that of the device is', () => {
  vi.useFakeTimers({ now: new Date('2026-12-01T06:00:00Z') })
  expect(todayInIndia()).toBe('2026-12-01')
  setServerTime('Mon, 30 Nov 2026 06:00:00 GMT')
  expect(todayInIndia()).toBe('2026-11-30')
  vi.setSystemTime(new Date('2026-10-20T06:00:00Z'))
  setServerTime('Mon, 30 Nov 2026 06:00:00 GMT')
  expect(todayInIndia()).toBe('2026-11-30')
  setServerTime(null)
  expect(todayInIndia()).toBe('2026-11-30')
  vi.setSystemTime(new Date('2026-11-30T06:00:00Z'))
  setServerTime('Mon, 30 Nov 2026 06:00:02 GMT')
  expect(todayInIndia()).toBe('2026-11-30')
  vi.useRealTimers()
})
