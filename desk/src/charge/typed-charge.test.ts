import { expect, test } from 'vitest'
import { chargeOf, emptyCharge, totalOf, type TypedCharge } from './typed-charge.ts'

const clientId = '0198d1b0-0000-7000-8000-000000000001'
const typed: TypedCharge = {
  ...emptyCharge,
  chargeType: 'Brokerage',
  description: 'November',
  amount: '1000',
  gst: '180',
}

test('the total is the amount plus GST', () => {
  expect(totalOf(typed)).toBe(118_000n)
  expect(totalOf(emptyCharge)).toBe(0n)
})

test('empty optional fields are not sent', () => {
  expect(chargeOf(clientId, { ...typed, gst: '' })).toEqual({
    charge: { clientId, chargeType: 'Brokerage', description: 'November', amount: 1000 },
    errors: undefined,
  })
  expect(chargeOf(clientId, { ...typed, dueDate: '2026-12-01' })).toMatchObject({
    charge: { gst: 180, dueDate: '2026-12-01' },
  })
})

test('every missing field has a message', () => {
  expect(chargeOf(clientId, emptyCharge)).toMatchObject({
    errors: {
      chargeType: 'Choose one of the charge types',
      description: 'Please describe the charge',
      amount: 'Enter an amount above ₹0',
    },
  })
})
