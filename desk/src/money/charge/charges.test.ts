import { chargeCalls } from '@sauda/contract/money/charge'
import { expect, test } from 'vitest'
import { fieldErrors } from '../../shell/form-field.tsx'
import { chargeOf, emptyCharge, totalOf } from './charges.tsx'

const clientId = '0198d1b0-0000-7000-8000-000000000001'
const typed = { ...emptyCharge, chargeType: 'Brokerage', description: 'November', amount: '1000', gst: '180' }

test('the total is the amount plus GST', () => {
  expect(totalOf(typed, 'split')).toBe(118_000n)
  expect(totalOf(emptyCharge, 'split')).toBe(0n)
  expect(totalOf({ ...typed, amount: '1.500' }, 'split')).toBeUndefined()
  expect(totalOf({ ...typed, gst: '1.500' }, 'whole')).toBeUndefined()
  const odd = { ...typed, gst: '3.69' }
  expect([totalOf(odd, 'split'), totalOf(odd, 'whole')]).toEqual([100_368n, 100_369n])
})

test('empty optional fields are not sent', () => {
  expect(chargeOf(clientId, { ...typed, gst: '' })).toEqual({
    clientId,
    chargeType: 'Brokerage',
    description: 'November',
    amount: 1000,
  })
  expect(chargeOf(clientId, { ...typed, dueDate: '2026-12-01' })).toMatchObject({ gst: 180, dueDate: '2026-12-01' })
})

test('missing fields have a message', () => {
  expect(fieldErrors(chargeCalls.raise.body, chargeOf(clientId, emptyCharge))).toMatchObject({
    chargeType: 'Choose one of the charge types',
    description: 'Please describe the charge',
  })
  expect(fieldErrors(chargeCalls.raise.body, chargeOf(clientId, typed))).toBeUndefined()
})
