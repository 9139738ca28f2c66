import { decimalOf } from '@sauda/contract/platform/decimal'
import type { Rates } from '../src/trading/trade-charge/trade-charge.compute.ts'

/** The rates of every installation: key, first day, percent. */
export const seededRates: readonly (readonly [key: string, from: string, percent: string])[] = [
  ['stt all equity delivery BUY', '2024-10-01', '0.1'],
  ['stt all equity delivery SELL', '2024-10-01', '0.1'],
  ['stt all equity intraday SELL', '2024-10-01', '0.025'],
  ['stt all etf delivery BUY', '2024-10-01', '0'],
  ['stt all etf delivery SELL', '2024-10-01', '0.001'],
  ['stt all etf intraday SELL', '2024-10-01', '0.025'],
  ['transaction NSE equity all all', '2026-03-01', '0.0030699'],
  ['transaction NSE equity all all', '2024-10-01', '0.00297'],
  ['transaction BSE equity all all', '2024-10-01', '0.00375'],
  ['transaction BSE exclusive all all', '2024-10-01', '0.1'],
  ['ipft NSE all all all', '2026-03-01', '0.0000001'],
  ['ipft NSE all all all', '2024-10-01', '0.0001'],
  ['ipft BSE all all all', '2024-10-01', '0'],
  ['sebi all all all all', '2024-10-01', '0.0001'],
  ['stamp all all delivery BUY', '2020-07-01', '0.015'],
  ['stamp all all intraday BUY', '2020-07-01', '0.003'],
  ['gst all all all all', '2017-07-01', '18'],
]

export const ratesOf = (rows: readonly (readonly [string, string, string])[]): Rates =>
  new Map(
    [...Map.groupBy(rows, ([key]) => key)].map(([key, own]) => [
      key,
      own.map(([, from, percent]) => ({ from, percent: decimalOf(percent) ?? 0n })),
    ]),
  )

/** The body of a call that sets a plan of ₹20 an order. */
export const brokeragePlan = (name: string) => ({
  name,
  from: '2026-01-01',
  delivery: '20',
  intraday: 'lower of 20 and 0.03 %',
  etf: '20',
  minimum: 0,
  dealerFee: 0,
})
