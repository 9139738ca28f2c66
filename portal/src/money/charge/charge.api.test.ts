import { expect, test } from 'vitest'
import { chargesOf } from './charge.api.ts'

const specified = {
  _id: '665f1c2e9b1e8a0012ab34cd',
  chargeType: 'GST',
  description: 'GST for November',
  amount: 118.1,
  status: 'PENDING',
  createdAt: '2026-11-20T09:15:00.000Z',
} as const

test('a charge with only the specified fields has a number and a total, and no link to pay', () => {
  const given = { charges: [specified], summary: {} } as object
  expect(chargesOf(given)).toEqual({
    charges: [{ ...specified, reference: 'AB34CD', gst: 0, total: 118.1, upiLink: '' }],
    upiId: '',
    upiName: '',
  })
})

test('optional fields may be null', () => {
  const given = { charges: [{ ...specified, dueDate: null, paymentDetails: null }] } as object
  expect(chargesOf(given).charges[0]).toMatchObject({ dueDate: undefined, paymentDetails: undefined })
  expect(chargesOf(null).charges).toEqual([])
})
