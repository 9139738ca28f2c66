import { decimalOf } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../src/app/app-context.ts'
import { owedPrincipal } from '../src/money/loan/loan.ts'
import { findInstrument } from '../src/trading/market/instrument.ts'
import { lastMarketTime, tradingDays } from '../src/trading/market/trading-day.ts'
import type { Tx } from '../src/platform/db.ts'
import type { CurrentClient } from '../src/platform/mount.ts'
import { approveReversal, requestReversal, rejectReversal } from '../src/trading/trade/trade.reversal.ts'
import { buyPlan, sellPlan } from '../src/trading/trade/trade.book.ts'
import { carryOut, locked } from '../src/core/approval/plan.ts'
import type { TradeContext } from '../src/trading/trade/trade.alone.ts'
import type { TradePlan } from '../src/trading/trade/trade.ts'
import { activeSegments } from '../src/client/setting/setting.ts'
import { approve } from '../src/money/wallet/wallet.decide.ts'
import { addFund } from '../src/money/wallet/wallet.ts'
import { ip, type DemoStaff } from './people.ts'
import { tradingDay, type AddEvent } from './demo.time.ts'

const dependencies: Omit<TradeContext, keyof AppContext> = {
  instrument: findInstrument,
  last: () => ({ state: 'none' }),
  owed: owedPrincipal,
  segments: activeSegments,
  days: tradingDays,
  buysPairs: true,
}

const exact = (number: string): bigint => decimalOf(number) ?? 0n

function commands(app: AppContext, tx: Tx, { dealer, dealer2 }: DemoStaff) {
  const context = { ...app, ...dependencies }
  const [first, second] = [
    { operator: dealer, ip },
    { operator: dealer2, ip },
  ]
  const book = async (plan: TradePlan) => (await carryOut(context, tx, first, plan)).id
  const deal = (quantity: string, price: string) => ({ quantity: exact(quantity), price: exact(price) })
  return {
    buy: async ({ id }: CurrentClient, stockName: string, quantity: string, price: string, tradedAt?: string) =>
      book(await buyPlan(context, locked(tx), first, { clientId: id, stockName, tradedAt, ...deal(quantity, price) })),
    sell: async (tradeId: string, quantity: string, price: string) =>
      book(await sellPlan(context, locked(tx), first, { tradeId, ...deal(quantity, price) })),
    requestReversal: async (tradeId: string, reason: string) =>
      (await requestReversal(context, tx, first, { tradeId, reason }))._id,
    approve: (reversalId: string) => approveReversal(context, tx, { ...second, reversalId }),
    reject: (reversalId: string) => rejectReversal(context, tx, { ...second, reversalId }),
  }
}

type Clients = { readonly verified: CurrentClient; readonly trader: CurrentClient }

/** Positions paid from balance and loan, sells with profit and loss over five weeks, and reversals in every status. */
export function seedTrades(context: AppContext, tx: Tx, staff: DemoStaff, { verified, trader }: Clients, on: AddEvent) {
  const demo = commands(context, tx, staff)
  const positions = new Map<string, string>()
  const buy = (at: Date, client: CurrentClient, ...[stock, quantity, price]: readonly [string, string, string]) =>
    on(at, async () => positions.set(client.id + stock, await demo.buy(client, stock, quantity, price)))
  const sell = (at: Date, client: CurrentClient, ...[stock, quantity, price]: readonly [string, string, string]) =>
    on(at, () => demo.sell(positions.get(client.id + stock) ?? '', quantity, price))

  buy(tradingDay(21, '11:20'), verified, 'RELIANCE', '40', '1412.55')
  buy(tradingDay(18, '10:35'), verified, 'TCS', '15', '3025.4')
  sell(tradingDay(17, '13:05'), verified, 'RELIANCE', '5', '1438.2')
  sell(tradingDay(8, '14:50'), verified, 'RELIANCE', '5', '1450')
  sell(tradingDay(3, '11:15'), verified, 'TCS', '3', '2987.6')
  // Booked after the loan, so today; traded when the market was last open.
  const today = new Date()
  const lastTraded = lastMarketTime(today).toISOString()
  // Exceeds the balance: the rest comes from the loan.
  on(today, () => demo.buy(verified, 'INFY', '40', '1540.1', lastTraded))

  on(tradingDay(25, '09:40'), async () => {
    const body = { id: trader.id, amount: paiseOf(500_000), utr: '412600000006' }
    const { transaction } = await addFund(context, tx, { client: trader, body, ip })
    await approve(context, tx, { id: transaction._id, operator: staff.cashier, ip, reference: '412600000006' })
  })
  buy(tradingDay(24, '09:55'), trader, 'HDFCBANK', '100', '985.2')
  buy(tradingDay(23, '14:20'), trader, 'ITC', '200', '410.3')
  buy(tradingDay(21, '12:45'), trader, 'SBIN', '80', '845.65')
  sell(tradingDay(19, '10:10'), trader, 'ITC', '40', '414.2')
  buy(tradingDay(18, '15:05'), trader, 'USD/INR', '500.5', '88.4525')
  sell(tradingDay(18, '11:40'), trader, 'SBIN', '30', '861.4')
  buy(tradingDay(16, '10:30'), trader, 'ICICIBANK', '50', '1370.5')
  sell(tradingDay(14, '13:25'), trader, 'ITC', '80', '396.75')
  sell(tradingDay(12, '14:15'), trader, 'USD/INR', '250.25', '88.915')
  sell(tradingDay(11, '09:45'), trader, 'HDFCBANK', '20', '1001.35')
  sell(tradingDay(9, '15:10'), trader, 'SBIN', '50', '872.1')
  on(tradingDay(7, '11:05'), async () => {
    const icici = positions.get(`${trader.id}ICICIBANK`) ?? ''
    await demo.approve(
      await demo.requestReversal(await demo.sell(icici, '20', '1307.5'), 'Booked with a wrong quantity or price'),
    )
    await demo.sell(icici, '20', '1370.05')
  })
  on(tradingDay(5, '12:35'), async () => {
    await demo.buy(trader, 'TCS', '10', '3031')
    await demo.approve(await demo.requestReversal(await demo.buy(trader, 'TCS', '10', '3031'), 'Booked twice'))
  })
  sell(tradingDay(4, '10:50'), trader, 'HDFCBANK', '15', '978.9')
  sell(tradingDay(2, '13:55'), trader, 'ITC', '30', '417.6')
  on(tradingDay(1, '14:40'), async () =>
    demo.reject(
      await demo.requestReversal(await demo.buy(trader, 'EUR/INR', '100', '102.7'), 'Booked for the wrong client'),
    ),
  )
  on(today, async () =>
    demo.requestReversal(
      await demo.buy(trader, 'WIPRO', '150', '245.65', lastTraded),
      'Booked with a wrong quantity or price',
    ),
  )
}
