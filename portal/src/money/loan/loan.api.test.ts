import { expect, test } from 'vitest'
import { loansOf } from './loan.api.ts'

test('a loan needs only the specified fields', () => {
  const loan = { _id: '665f1c2e9b1e8a0012ab34cd', status: 'admin_approved', userAccepted: false, total: 5600.1 }
  expect(loansOf([loan])).toEqual([loan])
  expect(loansOf([{ ...loan, userAccepted: true }])).toEqual([{ ...loan, status: 'approved', userAccepted: true }])
  expect(loansOf([{ ...loan, status: 'new', total: null }])).toEqual([{ ...loan, status: 'pending', total: 0 }])
})

test('an answer that is no list has no loans', () => {
  expect(loansOf({ loans: [] })).toEqual([])
})
