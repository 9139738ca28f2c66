import { expect, test } from 'vitest'
import { diffOf, fieldText, valueText } from './changes.tsx'

test('only what changed is shown, with both sides', () => {
  expect(diffOf({ status: 'PENDING', tries: 1 }, { status: 'VERIFIED', tries: 1 })).toEqual([
    { field: 'status', before: 'PENDING', after: 'VERIFIED' },
  ])
})

test('the subject is always shown', () => {
  expect(diffOf({ document: 'pan', status: 'waiting' }, { document: 'pan', status: 'accepted' })).toEqual([
    { field: 'document', before: undefined, after: 'pan' },
    { field: 'status', before: 'waiting', after: 'accepted' },
  ])
})

test('a first setting has no before, a removal no after', () => {
  expect(diffOf(undefined, { ifsc: 'HDFC0000001' })).toEqual([
    { field: 'ifsc', before: undefined, after: 'HDFC0000001' },
  ])
  expect(diffOf({ frozen: true }, null)).toEqual([{ field: 'frozen', before: 'yes', after: undefined }])
})

test('nested values get a path', () => {
  expect(diffOf({ pan: { status: 'waiting' } }, { pan: { status: 'accepted' }, rights: ['a', 'b'] })).toEqual([
    { field: 'pan.status', before: 'waiting', after: 'accepted' },
    { field: 'rights.0', before: undefined, after: 'a' },
    { field: 'rights.1', before: undefined, after: 'b' },
  ])
})

test('plain and empty values have texts', () => {
  expect(diffOf('one', 2)).toEqual([{ field: 'value', before: 'one', after: '2' }])
  expect(diffOf({ photo: null }, { photo: {} })).toEqual([])
  expect(diffOf(undefined, undefined)).toEqual([])
})

test('a field has a name', () => {
  expect(fieldText('samePan.0')).toBe('Same PAN 1')
  expect(fieldText('isDocsVerified')).toBe('Documents')
  expect(fieldText('pan.status')).toBe('PAN status')
  expect(fieldText('value.nominees.1.relationship')).toBe('Nominee 2 relationship')
  expect(fieldText('fromLoan')).toBe('From the loan')
})

test('a value is formatted as on the screens', () => {
  expect(valueText('amount', '150000.5')).toBe('₹1,50,000.50')
  expect(valueText('profitLoss', '-9.00')).toBe('−₹9.00')
  expect(valueText('toUnsettled', '400.00')).toBe('₹400.00')
  expect(valueText('price', '84.0525')).toBe('₹84.0525')
  expect(valueText('observed', '2900.2')).toBe('₹2,900.20')
  expect(valueText('net', '-2316.15')).toBe('−₹2,316.15')
  expect(valueText('days.0.buyValue', '43167.75')).toBe('₹43,167.75')
  expect(valueText('quantity', '1000')).toBe('1,000')
  expect(valueText('buyQuantity', '1035')).toBe('1,035')
  expect(valueText('aprPercent', '13.89')).toBe('13.89%')
  expect(valueText('dueDate', '2026-11-27')).toBe('27 Nov 2026')
  expect(valueText('status', 'in_force')).toBe('Active')
  expect(valueText('isDocsVerified', 'PENDING')).toBe('Pending')
  expect(valueText('documents.0', 'pan')).toBe('PAN card')
})

test('what an operator or a client wrote stays as it was written', () => {
  expect(valueText('reason', 'You asked us to cancel it')).toBe('You asked us to cancel it')
  expect(valueText('utr', '412600000006')).toBe('412600000006')
  expect(valueText('reference', 'N324260000001')).toBe('N324260000001')
})
