import { commonErrors } from '@sauda/contract/platform/error'
import { notInLots, tradeErrors } from '@sauda/contract/trading/trade-error'
import { expect, test } from 'vitest'
import { ApiError } from '@sauda/web/api-error'
import { buyOf, fieldOf, plainDecimal, sellOf } from './use-order.ts'

const clientId = '0198d1b0-0000-4000-8000-000000000001'
const wantedQuantity = 'Enter the quantity as a number above 0 with at most 8 decimals'
const wantedPrice = 'Enter the price in rupees as a number above 0 with at most 8 decimals'

test('a price is sent with every digit that was entered', () => {
  expect(buyOf({ clientId, stockName: 'RELIANCE' }, { quantity: ' 10 ', price: '2,945.30' })).toEqual({
    order: { clientId, stockName: 'RELIANCE', quantity: '10', price: '2945.30' },
  })
})

test('only grouping commas are removed', () => {
  expect(['1,00,000', '1,000,000.5', '2,5', '1,00', ',100', '12345'].map(plainDecimal)).toEqual([
    '100000',
    '1000000.5',
    '2,5',
    '1,00',
    ',100',
    '12345',
  ])
})

test('every missing field has a message', () => {
  expect(buyOf({ clientId: '', stockName: '' }, { quantity: '', price: '' })).toEqual({
    errors: { clientId: 'Choose a client', stockName: 'Choose a stock', quantity: wantedQuantity, price: wantedPrice },
  })
})

test.each(['0', '-5', 'abc', '1e308', 'NaN', '2,5', '1.123456789'])('rejects %s as quantity and price', (text) => {
  expect(sellOf({ quantity: text, price: text })).toEqual({ errors: { quantity: wantedQuantity, price: wantedPrice } })
})

test('a rejection is shown at the field it is about', () => {
  const placed = (error: { status: number; message: string }) => fieldOf(new ApiError('response', error.status, error))
  expect(placed(commonErrors.notVerified)).toBe('clientId')
  expect(placed(tradeErrors.unknownStock)).toBe('stockName')
  expect(placed(tradeErrors.moreThanLeft)).toBe('quantity')
  expect(placed(notInLots('75'))).toBe('quantity')
  expect(placed(commonErrors.busy)).toBeUndefined()
  expect(fieldOf(new Error('an error in our code'))).toBeUndefined()
})
