import { settingDefaults } from '@sauda/contract/client/setting'
import { expect, test } from 'vitest'
import { linesInForce, valueLines } from './client-settings.tsx'

test('a new client’s settings in words', () => {
  const { segment, settlement } = settingDefaults
  const views = {
    segment: { inForce: segment },
    nominee: { inForce: { nominees: [], optedOut: false } },
    settlement: { inForce: settlement },
  }
  expect(linesInForce(views)).toEqual({
    segment: ['None enabled'],
    nominee: ['Not Added'],
    settlement: ['Every 90 Days'],
  })
})

test('each part is a line', () => {
  expect(valueLines.segment({ equity: true, fno: true, currency: false, commodity: false })).toEqual(['Equity', 'FnO'])
  const nominees = [{ name: 'Vikram Rao', relationship: 'Spouse', share: 62.5 } as const]
  expect(valueLines.nominee({ nominees, optedOut: false })).toEqual(['Vikram Rao (Spouse), 62.5%'])
  expect(valueLines.nominee({ nominees: [], optedOut: true })).toEqual(['Opted out'])
})
