import { expect, test } from 'vitest'
import { distanceText } from './order-form.tsx'
import { buySentence, sellSentence } from './sentence.ts'

const buy = {
  stockName: 'RELIANCE',
  name: 'Reliance Industries',
  quantity: 10,
  price: 2945.3,
  cost: 29453,
  fromCash: 29453,
  fromLoan: 0,
  cashAfter: 547,
  loanAfter: 0,
  missing: 0,
  warnings: [],
}
const sell = {
  stockName: 'USD/INR',
  quantity: 0.5,
  price: 84.0525,
  proceeds: 42.03,
  cost: 42.03,
  profitLoss: 0,
  toCash: 42.03,
  toLoan: 0,
  cashAfter: 100,
  loanAfter: 0,
  quantityLeft: 0,
  warnings: [],
}

test('the sentence of a buy names the funds it uses', () => {
  expect(buySentence(buy, 'Asha Rao')).toBe(
    'Buy 10 RELIANCE for Asha Rao at ₹2,945.30. ₹29,453.00 comes from the balance.',
  )
  expect(buySentence({ ...buy, fromCash: 0, fromLoan: 29453 }, 'Asha Rao')).toContain('₹29,453.00 comes from the loan.')
  expect(buySentence({ ...buy, fromCash: 20000, fromLoan: 9453 }, 'Asha Rao')).toContain(
    '₹29,453.00 is paid: ₹20,000.00 from the balance, ₹9,453.00 from the loan.',
  )
})

test('the sentence of a sale names its proceeds and its profit or loss', () => {
  expect(sellSentence(sell, 'Asha Rao')).toBe(
    'Sell 0.5 USD/INR for Asha Rao at ₹84.0525. Proceeds ₹42.03, no profit or loss.',
  )
  expect(sellSentence({ ...sell, profitLoss: 12.5 }, 'Asha Rao')).toContain('profit ₹12.50.')
  expect(sellSentence({ ...sell, profitLoss: -12.5 }, 'Asha Rao')).toContain('loss ₹12.50.')
})

test('the distance from the last price is a percentage above or below it', () => {
  expect(distanceText(1500, 1455)).toBe('3.1% above')
  expect(distanceText(97, 100)).toBe('3% below')
  expect(distanceText(100, 100)).toBe('Same price')
  expect(distanceText(1546, 1546.35)).toBe('₹0.35 below')
})
