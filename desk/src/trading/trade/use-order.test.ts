import { commonErrors } from '@sauda/contract/platform/error'
import { notInLots, tradeErrors } from '@sauda/contract/trading/trade-error'
import { expect, test } from 'vitest'
import { ApiError } from '@sauda/web/api-error'
import { bookingTimeText } from './order-form.tsx'
import { buyOf, emptyOrder, fieldOf, sellOf } from './use-order.ts'

const clientId = '0198d1b0-0000-4000-8000-000000000001'
const wantedQuantity = 'Enter the quantity as a number above 0 with at most 8 decimals'
const wantedPrice = 'Enter the price in rupees as a number above 0 with at most 8 decimals'

test('a price is sent with every digit that was entered', () => {
  expect(buyOf({ clientId, stockName: 'RELIANCE' }, { ...emptyOrder, quantity: ' 10 ', price: '2,945.30' })).toEqual({
    order: { clientId, stockName: 'RELIANCE', quantity: '10', price: '2945.30' },
  })
})

test.each([
  ['1,00,000', '100000'],
  ['1,000,000.5', '1000000.5'],
  ['2,5', '2.5'],
  ['0.00000001', '0.00000001'],
  ['Rs. 1,500/-', '1500'],
])('reads %s as the field does: %s', (text, read) => {
  expect(sellOf({ ...emptyOrder, quantity: text, price: text })).toEqual({ order: { quantity: read, price: read } })
})

test('every missing field has a message', () => {
  expect(buyOf({ clientId: '', stockName: '' }, emptyOrder)).toEqual({
    errors: { clientId: 'Choose a client', stockName: 'Choose a stock', quantity: wantedQuantity, price: wantedPrice },
  })
})

test.each(['0', '-5', 'abc', '1e308', 'NaN', '1.123456789', '0,500', '123,45,678', ',100x', '1e-7'])(
  'rejects %s as quantity and price',
  (text) => {
    expect(sellOf({ ...emptyOrder, quantity: text, price: text })).toEqual({
      errors: { quantity: wantedQuantity, price: wantedPrice },
    })
  },
)

test('what the exchange says of a trade is sent with its time in India; a day without a time is rejected', () => {
  const typed = {
    ...emptyOrder,
    quantity: '10',
    price: '100',
    tradedOn: '2026-11-27',
    exchange: 'NSE',
    orderNumber: ' 11 ',
  }
  expect(sellOf({ ...typed, tradedTime: '10:15:30' })).toEqual({
    order: {
      quantity: '10',
      price: '100',
      tradedAt: '2026-11-27T10:15:30+05:30',
      exchange: 'NSE',
      orderNumber: '11',
    },
  })
  expect(sellOf({ ...typed, tradedTime: '10:15' })).toMatchObject({ order: { tradedAt: '2026-11-27T10:15:00+05:30' } })
  for (const part of [{ tradedTime: '' }, { tradedOn: '', tradedTime: '10:15' }])
    expect(sellOf({ ...typed, ...part })).toEqual({ errors: { tradedAt: expect.stringContaining('time') } })
  expect(sellOf({ ...typed, tradedTime: '10:15', orderNumber: 'a b' })).toEqual({
    errors: { orderNumber: expect.stringContaining('letters, digits') },
  })
})

test('outside market hours the form says at what time a trade without one counts', () => {
  const at = (time: string) => bookingTimeText(Date.parse(`${time}+05:30`))
  expect(at('2026-11-27T09:15:00')).toBe('Without a trade time, the time of booking counts.')
  expect(at('2026-11-27T15:30:00')).toContain('now 3:30 pm, outside market hours')
  expect(at('2026-11-30T02:59:00')).toContain('now 2:59 am, outside market hours')
  expect(at('2026-11-29T11:00:00')).toContain('outside market hours')
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
