import { tradeChargeCalls } from '@sauda/contract/trading/trade-charge'
import { expect, test } from 'vitest'
import { fieldErrors } from '../../shell/form-field.tsx'
import { newPlan, planOf } from './charge-dialogs.tsx'

const typed = { ...newPlan, name: 'Basic', from: '2026-12-01', delivery: '20', intraday: '20', etf: '0' }

test('the amounts of a plan are read as their fields show them; none is ₹0', () => {
  expect(planOf({ ...typed, minimum: '1,500', dealerFee: '20.5' })).toMatchObject({ minimum: 1500, dealerFee: 20.5 })
  expect(planOf(typed)).toMatchObject({ minimum: 0, dealerFee: 0 })
  expect(fieldErrors(tradeChargeCalls.setPlan.body, planOf(typed))).toBeUndefined()
})

test.each(['1.500', '1e3', '0x10', '0,500'])('an unclear amount of a plan is rejected: %s', (text) => {
  const errors = fieldErrors(tradeChargeCalls.setPlan.body, planOf({ ...typed, minimum: text, dealerFee: text }))
  expect(Object.keys(errors ?? {})).toEqual(['minimum', 'dealerFee'])
})
