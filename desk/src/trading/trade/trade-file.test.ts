import { tradeFileRules, type ImportLine } from '@sauda/contract/trading/trade-file'
import { expect, test } from 'vitest'
import {
  bookedFileSentence,
  bookText,
  executionText,
  fileError,
  fileSentence,
  sampleFile,
  wrongSentence,
} from './trade-file.ts'

const line = (part: Partial<ImportLine>): ImportLine => ({
  line: 2,
  reference: 'A',
  saudaId: 'SD100001',
  clientId: '0198d1b0-0000-4000-8000-000000000001',
  action: 'BUY',
  stockName: 'RELIANCE',
  quantity: '1',
  price: '100.00',
  status: 'new',
  amount: 100,
  warnings: [],
  ...part,
})

test('the sentence gives the number of trades and clients and the amounts', () => {
  const other = '0198d1b0-0000-4000-8000-000000000002'
  const lines = [line({}), line({ clientId: other, amount: 50.5 }), line({ action: 'SELL', amount: 75 })]
  expect(fileSentence({ lines, fresh: 3, booked: 0, wrong: 0, unused: [] })).toBe(
    'Book 3 trades for 2 clients. Buys come to ₹150.50. Sales come to ₹75.00. Either all are booked or none.',
  )
  expect(
    fileSentence({ lines: [line({}), line({ status: 'booked' })], fresh: 1, booked: 1, wrong: 0, unused: [] }),
  ).toBe(
    'Book 1 trade for 1 client. Buys come to ₹100.00. Either all are booked or none. 1 trade already booked is unchanged.',
  )
})

test('a line names what the exchange confirmed', () => {
  const execution = {
    tradedAt: '2026-11-20T04:45:30.000Z',
    exchange: 'NSE',
    orderNumber: '11',
    exchangeTradeNumber: '7',
  } as const
  expect(executionText(line(execution))).toBe('20 Nov 2026, 10:15:30 am, NSE, order 11, trade 7')
  expect(executionText(line({}))).toBe('')
})

test('a file with errors gives their number and cannot be booked', () => {
  expect(wrongSentence(1)).toBe('1 line has an error. Correct the file before booking.')
  expect(wrongSentence(12)).toBe('12 lines have errors. Correct the file before booking.')
})

test('the result gives the trades booked now and those booked before', () => {
  expect(bookText(1)).toBe('Book 1 trade')
  expect(bookedFileSentence({ fresh: 1200, booked: 0 })).toBe('1,200 trades are booked.')
  expect(bookedFileSentence({ fresh: 1, booked: 2 })).toBe(
    '1 trade is booked. 2 trades were already booked and are unchanged.',
  )
})

test('rejects a file with too many characters before sending it', () => {
  expect(fileError(sampleFile)).toBeUndefined()
  expect(fileError('x'.repeat(tradeFileRules.characters + 1))).toBe(
    'The file has more than 50,000 characters. Please split it and book one part at a time.',
  )
})
