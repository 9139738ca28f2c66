import { expect, test } from 'vitest'
import { matchTrades, type TaxTrade } from './tax.match.ts'
import { monthsAfter } from './tax.bonus.ts'

const trade = (
  id: string,
  action: 'BUY' | 'SELL',
  day: string,
  units: number,
  rupees: number,
  more: object = {},
): TaxTrade => ({
  id,
  action,
  stock: 'ITC',
  segment: 'equity',
  quantity: BigInt(units) * 100_000_000n,
  amount: BigInt(rupees) * 100n,
  charges: 0n,
  stt: 0n,
  day,
  isReversed: false,
  isDelivered: false,
  ...more,
})
const bonus = (units: number) =>
  trade('CA1', 'BUY', '2025-06-02', units, 0, { bonusOn: '2025-05-29', isDelivered: true })
const losses = (...trades: TaxTrade[]) =>
  matchTrades(trades).exits.map(({ ignoredLoss = 0n }) => Number(ignoredLoss) / 100)

test.each([
  ['bought three months before', '2025-03-01', '2025-07-01', 48_000],
  ['bought a day earlier', '2025-02-28', '2025-07-01', 0],
  ['sold nine months after', '2025-04-02', '2026-02-28', 48_000],
  ['sold a day later', '2025-04-02', '2026-03-01', 0],
])('%s: bought %s, sold %s', (_, bought, sold, loss) => {
  expect(losses(trade('B', 'BUY', bought, 100, 100_000), bonus(100), trade('S', 'SELL', sold, 100, 52_000))).toEqual([
    loss,
  ])
})

test('it counts once the bonus shares are sold, and a profit is not changed', () => {
  const bought = trade('B', 'BUY', '2025-04-02', 100, 100_000)
  expect(losses(bought, bonus(10), trade('S', 'SELL', '2025-07-01', 110, 57_200))).toEqual([0, 0])
  expect(losses(bought, bonus(100), trade('S', 'SELL', '2025-07-01', 100, 152_000))).toEqual([0])
})

test('the loss with its charges is the cost of the bonus shares that are held after the day', () => {
  const sold = trade('S', 'SELL', '2025-07-01', 120, 62_400, { charges: 120_00n })
  const rest = trade('T', 'SELL', '2026-07-01', 80, 80_000)
  const { exits } = matchTrades([trade('B', 'BUY', '2025-04-02', 100, 100_000), bonus(100), sold, rest])
  expect(exits.map(({ buyValue, ignoredLoss }) => [buyValue, ignoredLoss])).toEqual([
    [51_900_00n, 48_100_00n],
    [0n, undefined],
    [48_100_00n, undefined],
  ])
})

test('months end where there is no such date', () => {
  expect([monthsAfter('2025-11-30', 3), monthsAfter('2025-01-31', 1), monthsAfter('2025-05-29', 9)]).toEqual([
    '2026-02-28',
    '2025-02-28',
    '2026-02-28',
  ])
})
