import { expect, test } from 'vitest'
import { holdingTrail, priceText, quantityText } from './trade.ts'

test.each([
  [2450, '₹2,450.00'],
  [2512.5, '₹2,512.50'],
  [83.1275, '₹83.1275'],
  [1234567.125, '₹12,34,567.125'],
  [0.00000001, '₹0.00000001'],
])('a price of %s reads %s', (price, text) => expect(priceText(price)).toBe(text))

test.each([
  [10, '10'],
  [120_000, '1,20,000'],
  [0.5, '0.5'],
  [1000.25, '1,000.25'],
])('a quantity of %s reads %s', (quantity, text) => expect(quantityText(quantity)).toBe(text))

test.each([
  [-130_800n, 2_900_200n, 'Cost ₹30,310.00, loss −₹1,308.00 at the last price'],
  [50n, 3_031_050n, 'Cost ₹30,310.00, gain +₹0.50 at the last price'],
  [0n, 3_031_000n, undefined],
  [undefined, 3_031_000n, undefined],
])('the trail of a holding of ₹30,310 says what %s paise of profit make of it', (profit, amount, note) =>
  expect(holdingTrail('TCS', 3_031_000n, profit)).toEqual({
    title: 'TCS',
    amount,
    ...(note && { note }),
    source: { stock: 'TCS' },
  }),
)
