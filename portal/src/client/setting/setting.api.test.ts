import { expect, test } from 'vitest'
import { isChanged, type Settings } from './setting.api.ts'

const settings = (fno: boolean): Settings => ({
  segment: { inForce: { equity: true, fno, currency: true, commodity: false } },
  nominee: { inForce: { nominees: [], optedOut: false } },
  settlement: { inForce: { frequency: 'quarterly' } },
  nomineeLimit: 3,
  nextSettlement: {},
})

test('a request that leaves every setting as it was is not a success', () => {
  expect(isChanged(settings(false), settings(false))).toBe(false)
  expect(isChanged(settings(false), settings(true))).toBe(true)
  expect(isChanged(undefined, settings(true))).toBe(true)
})
