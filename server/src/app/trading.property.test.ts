import fc from 'fast-check'
import { decimalRupees } from '@sauda/contract/platform/money'
import { tariffOf } from '@sauda/contract/trading/charge-rate'
import { expect, test } from 'vitest'
import { type ExchangeTrade, fillsOf } from '../../seed/exchange-oracle.ts'
import { expectedCharges, newHoldings } from '../../test/exchange-oracle.ts'
import { brokeragePlan } from '../../test/charge-rates.ts'
import { clearingText, obligationName, payLine } from '../../test/clearing.ts'
import { eventually } from '../../test/events.ts'
import { levyFileName, levyFileText } from '../../test/levy-file.ts'
import { fund } from '../../test/money.ts'
import { newOperator } from '../../test/operator.ts'
import { often } from '../../test/often.ts'
import { newUtr } from '../../test/reconciliation.ts'
import { testServer } from '../../test/server.ts'
import { daysBefore } from '../../test/trade.ts'
import { shareA, shareB, tradingDesk, type TradingClient } from '../../test/trading.ts'
import { tradeFileForm } from '../../test/trade-file.ts'
import { balanceWithClearing } from '../core/ledger/clearing.ts'
import { dayInIndia } from '../platform/india.ts'
import { releaseDue } from '../trading/clearing/release.ts'
import { chargeOptions } from '../trading/trade-charge/trade-charge.compute.ts'

/** Trading from the money to the released proceeds, against figures that are recomputed from single trades after every step. */

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV', LENDING: 'off' })
const { call, db } = server
const { admin, dealer, done, client, deal, record, book, deliver, balanced, wallet } = await tradingDesk(server)
const cashier = await newOperator(server, 'cashier')
const tariff = (text: string) => tariffOf(text) ?? { slabs: [], perShare: 0n }
const usual = brokeragePlan('Flat')
const plan = {
  delivery: tariff(usual.delivery),
  intraday: tariff(usual.intraday),
  etf: tariff(usual.etf),
  minimum: 0n,
  dealerFee: 0n,
}
const daysOfRun = 4
const runs = often(1, 15)
// Without the newest days, whose pay-out may be in the future.
const days = daysBefore(dayInIndia(new Date()), daysOfRun * runs + 3)
const isins = [shareA, shareB]
const stocks = ['DEMOTECH', 'DEMOBANK']
const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n)
const above0 = (value: bigint): bigint => (value > 0n ? value : 0n)
const worth = ({ quantity, price }: ExchangeTrade): bigint => BigInt(quantity) * BigInt(price)
const signed = (trade: ExchangeTrade): bigint => (trade.side === 'B' ? worth(trade) : -worth(trade))

const who = fc.nat({ max: 2 })
const money = fc.record({
  who,
  kind: fc.constantFrom('deposit', 'withdraw', 'pay', 'reject'),
  rupees: fc.integer({ min: 100, max: 4000 }),
})
const trade = fc.record({
  who,
  stock: fc.nat({ max: 1 }),
  side: fc.constantFrom('B' as const, 'S' as const),
  quantity: fc.integer({ min: 1, max: 40 }),
  price: fc.integer({ min: 1000, max: 20_000 }),
  exchange: fc.constantFrom('NSE' as const, 'NSE' as const, 'BSE' as const),
})
const day = fc.record({
  before: fc.array(money, { maxLength: 3 }),
  between: fc.array(money, { maxLength: 2 }),
  trades: fc.array(trade, { minLength: 2, maxLength: 9 }),
  /** Typed by a dealer before the file confirms it; a sale is of an open position, otherwise it is a purchase. */
  typed: fc.option(
    fc.record({
      who,
      sells: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 20 }),
      price: fc.integer({ min: 1000, max: 5000 }),
      /** Once the file confirms it. */
      isReversed: fc.boolean(),
    }),
    { nil: undefined },
  ),
  change: fc.option(
    fc.record({ kind: fc.constantFrom('client', 'price', 'add', 'remove', 'remove'), at: fc.nat({ max: 8 }), who }),
    { nil: undefined },
  ),
  /** STT and stamp duty of the clearing corporations, with what they differ from the computed amounts. */
  levies: fc.option(
    fc.record({
      when: fc.constantFrom('recorded', 'booked'),
      rupees: fc.integer({ min: -2, max: 3 }),
      paise: fc.integer({ min: -20, max: 90 }),
    }),
    { nil: undefined },
  ),
  settles: fc.boolean(),
})
type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never
type MoneyStep = Day['before'][number]
/** A trade with the client's place in the run. */
type Known = ExchangeTrade & { readonly owner: number }

/** Everything that happened to the clients of a run; the figures are computed from it. */
class World {
  readonly clients: TradingClient[]
  readonly deposited = [500_000n, 50_000n, 0n]
  readonly paid = [0n, 0n, 0n]
  readonly pending: { owner: number; id: string; paise: bigint }[] = []
  readonly booked = new Map<string, readonly Known[]>()
  /** Recorded and not booked: the hold. */
  waiting: readonly Known[] = []
  /** Booked at the desk, before the contract; a sale with what it cost. */
  typed: (Known & { readonly cost: bigint }) | undefined
  /** Numbers of such sales, with those of the purchases that they name. */
  readonly named = new Map<string, string>()
  /** By day and exchange, then client: what the files of the clearing corporations state, in paise. */
  readonly levies = new Map<string, Map<number, { stt: bigint; stamp: bigint }>>()
  readonly unpaid: string[] = []
  constructor(clients: TradingClient[]) {
    this.clients = clients
  }

  withheld = (owner: number) => sum(this.pending.filter((each) => each.owner === owner).map(({ paise }) => paise))

  charges(owner: number): bigint {
    return sum(
      [...this.booked].map(([on, trades]) => {
        const own = trades.filter((each) => each.owner === owner)
        if (own.length === 0) return 0n
        const { stt, stamp, ...others } = chargesOf(on, own)
        const rest = sum(Object.values(others))
        const parts = [...Map.groupBy(own, ({ exchange }) => exchange)]
        if (!parts.some(([exchange]) => this.levies.has(`${on} ${exchange}`))) return rest + stt + stamp
        return parts.reduce((total, [exchange, trades]) => {
          const file = this.levies.get(`${on} ${exchange}`)
          const levies = file ? file.get(owner) : chargesOf(on, trades)
          return total + (levies ? levies.stt + levies.stamp : 0n)
        }, rest)
      }),
    )
  }

  /** Balance and unsettled money less dues. */
  own(owner: number): bigint {
    const trades = [...this.booked.values()]
      .flat()
      .concat(this.typed ?? [])
      .filter((each) => each.owner === owner)
    const flows = (this.deposited[owner] ?? 0n) - (this.paid[owner] ?? 0n) - this.withheld(owner)
    return flows - sum(trades.map(signed)) - this.charges(owner)
  }

  invested(owner: number): bigint {
    const next = newHoldings(this.named)
    const days = [...this.booked.values()].map((trades) => next(trades.filter((each) => each.owner === owner)))
    const cost = sum([...(days.at(-1)?.holdings.values() ?? [])].map((each) => each.cost))
    return cost + (this.typed?.owner === owner ? this.typed.cost : 0n)
  }

  /** By settlement, because a sale pays only for purchases of its own before it is booked. */
  needed(owner: number): bigint {
    const own = this.waiting.filter((each) => each.owner === owner)
    return sum([...Map.groupBy(own, ({ exchange }) => exchange).values()].map((part) => above0(sum(part.map(signed)))))
  }
}

const chargesOf = (on: string, trades: readonly Known[]) =>
  expectedCharges({
    day: on,
    fills: fillsOf(trades),
    rates: new Map(),
    plan,
    gst: 'split' as const,
    options: chargeOptions,
  })

type Figures = Record<'cash' | 'invested' | 'withheld' | 'unsettled' | 'dues' | 'loan' | 'usable', bigint>

/** Compares every client with the world, and the books with themselves. */
async function check(world: World): Promise<void> {
  for (const [owner, { id }] of world.clients.entries()) {
    const figures = await db.row<Figures>(
      `select l.cash, l.invested, l.withheld, l.unsettled, l.dues, l.loan,
              coalesce((select sum(unsettled - unusable) from client_settlement s where s.client_id = l.client_id), 0)::bigint as usable
         from client_ledger l where l.client_id = $1`,
      [id],
    )
    const { cash = 0n, invested, withheld, unsettled = 0n, dues = 0n, usable = 0n } = figures ?? {}
    expect({ owner, own: cash + unsettled - dues, invested, withheld }).toEqual({
      owner,
      own: world.own(owner),
      invested: world.invested(owner),
      withheld: world.withheld(owner),
    })
    expect(Object.values(figures ?? { none: -1n }).every((each) => each >= 0n)).toBe(true)
    expect(cash > 0n && dues > 0n).toBe(false)
    const held = above0(world.needed(owner) - usable)
    expect(Math.round((await wallet(world.clients[owner]!)).withdrawable * 100)).toBe(Number(above0(cash - held)))
  }
  const { rest } = (await db.row<{ rest: bigint }>(
    `select ((select sum(invested) from client_ledger) + (select coalesce(sum(case 'securities' when credit then amount else -amount end), 0)
       from entry where 'securities' in (debit, credit)))::bigint as rest`,
  ))!
  expect(rest).toBe(0n)
  await balanced()
}

async function move(world: World, { who: owner, kind, rupees }: MoneyStep): Promise<void> {
  const own = world.clients[owner]!
  const paise = BigInt(rupees) * 100n
  if (kind === 'deposit') {
    await fund(server, own.id, rupees)
    world.deposited[owner] = (world.deposited[owner] ?? 0n) + paise
    return
  }
  if (kind === 'withdraw') {
    const { withdrawable } = await wallet(own)
    const { status, body } = await call('POST', '/user/wallet/withdraw', {
      token: own.token,
      body: { id: own.id, amount: rupees },
    })
    expect({ rupees, withdrawable, isDone: status === 200 }).toEqual({
      rupees,
      withdrawable,
      isDone: rupees <= withdrawable,
    })
    if (status === 200) world.pending.push({ owner, id: body.transaction._id, paise })
    return
  }
  const request = world.pending.shift()
  if (!request) return
  const path = `wallet/transactions/${request.id}`
  if (kind === 'reject') return void (await done(`${path}/reject`, { reason: 'Please try again tomorrow' }, cashier))
  await done(`${path}/approve`, { reference: newUtr() }, cashier)
  world.paid[request.owner] = (world.paid[request.owner] ?? 0n) + request.paise
}

let number = 100_000
const tradeOf = (world: World, on: string, at: number, given: Day['trades'][number]): Known => {
  const text = String(++number)
  return {
    owner: given.who,
    day: on,
    exchange: given.exchange,
    number: text,
    order: `11000${text}`,
    client: world.clients[given.who]?.ucc ?? '',
    isin: isins[given.stock] ?? '',
    symbol: stocks[given.stock] ?? '',
    series: given.exchange === 'NSE' ? 'EQ' : 'A',
    isDelivered: false,
    side: given.side,
    quantity: given.quantity,
    price: given.price,
    at: `10:00:${String(at).padStart(2, '0')}`,
    isCancelled: false,
  }
}
const rowsOf = (trades: readonly Known[], exchange: string) =>
  trades
    .filter((each) => each.exchange === exchange)
    .map(({ client: ucc, side, quantity, price, number: named, order, isin, at, series }) =>
      deal({ ucc }, side, quantity, decimalRupees(BigInt(price)), { number: named, order, isin, at, series }),
    )

async function typeTrade(
  world: World,
  on: string,
  { who: owner, sells, ...order }: NonNullable<Day['typed']>,
): Promise<Known[]> {
  const lot = sells ? await openLot(world, owner) : undefined
  if (lot) {
    const stock = stocks.indexOf(lot.stock)
    const quantity = Math.min(order.quantity, lot.shares)
    const sold = tradeOf(world, on, 0, { who: owner, stock, side: 'S', exchange: 'NSE', quantity, price: order.price })
    const body = { quantity, price: sold.price / 100, tradedAt: `${on}T04:30:00.000Z` }
    await done(`trades/${lot.id}/sell`, body)
    world.named.set(sold.number, lot.number)
    world.typed = { ...sold, cost: -(lot.cost * BigInt(quantity)) / BigInt(lot.shares) }
    return [sold]
  }
  const made = tradeOf(world, on, 0, { who: owner, stock: 0, side: 'B', exchange: 'NSE', ...order })
  const body = {
    clientId: world.clients[owner]?.id,
    stockName: made.symbol,
    quantity: made.quantity,
    price: made.price / 100,
    tradedAt: `${on}T04:30:00.000Z`,
  }
  const preview = await call('POST', '/desk/trades/buy/preview', { token: dealer.token, body })
  // The instrument is known from the first file on.
  if (preview.status !== 200 || preview.body.missing > 0) return []
  await done('trades/buy', body)
  world.typed = { ...made, cost: worth(made) }
  return [made]
}

/** The file's trade is waiting from then on. Rejected where the money of a sale is spent. */
async function reverseTyped(world: World, on: string): Promise<void> {
  const { typed } = world
  if (!typed) return
  const trade = await db.row<{ id: string }>(
    'select id from trade where client_id = $1 and traded_on = $2 and contract_id is null order by id desc limit 1',
    [world.clients[typed.owner]?.id, on],
  )
  const { _id } = await done(`trades/${trade?.id}/reversal`, { reason: 'Typed twice' })
  const { status } = await call('POST', `/desk/reversals/${_id}/approve`, { token: admin.token })
  if (typed.side === 'B') expect(status).toBe(200)
  if (status !== 200) return
  world.typed = undefined
  world.named.delete(typed.number)
  world.waiting = [...world.waiting, typed]
  await check(world)
}

const openLot = (world: World, owner: number) =>
  db.row<{ id: string; number: string; stock: string; shares: number; cost: bigint }>(
    `select l.id, x.trade_number as number, t.stock, l.open_quantity::int as shares, l.open_cost as cost
       from lot l join trade t on t.id = l.id join exchange_trade x on t.id = x.trade_id or t.exchange_trade_number = x.trade_number
      where t.client_id = $1 and l.open_quantity > 0 order by l.id limit 1`,
    [world.clients[owner]?.id],
  )

/** The files of clearing corporations for the trades known now. */
async function sendLevies(world: World, on: string, trades: readonly Known[], given: NonNullable<Day['levies']>) {
  for (const exchange of ['NSE', 'BSE'] as const) {
    const stated = new Map<number, { stt: bigint; stamp: bigint }>()
    for (const owner of world.clients.keys()) {
      const own = trades.filter((each) => each.exchange === exchange && each.owner === owner)
      if (own.length === 0) continue
      const { stt, stamp } = chargesOf(on, own)
      const [rupees, paise] = [BigInt(given.rupees) * 100n, BigInt(given.paise)]
      stated.set(owner, { stt: above0(stt + rupees), stamp: above0(stamp + paise) })
    }
    // A file without clients is rejected.
    if (stated.size === 0) continue
    const Src = exchange === 'NSE' ? 'NCL' : 'ICCL'
    for (const [levy, cell] of [
      ['stt', 'TtlTaxs'],
      ['stamp', 'StmpDtyAmt'],
    ] as const) {
      const rows = [...stated].map(([owner, amounts]) => ({
        Src,
        RptHdr: 30,
        ClntId: world.clients[owner]?.ucc ?? '',
        [cell]: decimalRupees(amounts[levy]),
      }))
      await done('levy-files', tradeFileForm(levyFileText(levy, on, rows), levyFileName(levy, on, Src)))
    }
    world.levies.set(`${on} ${exchange}`, stated)
  }
}

/** Contracts are adjusted to the files after they are booked. */
const levied = (on: string) =>
  eventually(
    async () =>
      (
        await db.rows(
          'select from trade_day d where day = $1 and levied_at = (select max(imported_at) from levy_file f where f.day = d.day)',
          [on],
        )
      ).length === 1,
  )

/** Other trades of the same numbers, as the exchange publishes them again. */
function changed(
  world: World,
  trades: readonly Known[],
  change: NonNullable<Day['change']>,
  typed: readonly Known[],
): Known[] {
  const at = trades.findIndex((each, place) => !typed.includes(each) && place >= change.at % trades.length)
  const old = trades[at]
  // A file without trades is rejected.
  if (old && change.kind === 'remove' && trades.filter(({ exchange }) => exchange === old.exchange).length > 1)
    return trades.toSpliced(at, 1)
  if (!old || change.kind === 'add' || change.kind === 'remove')
    return [
      ...trades,
      tradeOf(world, trades[0]?.day ?? '', 59, {
        who: change.who,
        stock: 1,
        side: 'B',
        quantity: 7,
        price: 1234,
        exchange: 'NSE',
      }),
    ]
  const next =
    change.kind === 'price'
      ? { ...old, price: old.price + 55 }
      : { ...old, owner: change.who, client: world.clients[change.who]?.ucc ?? '' }
  return trades.with(at, next)
}

async function settle(world: World, on: string): Promise<void> {
  const trades = world.booked.get(on) ?? []
  for (const exchange of ['NSE', 'BSE'] as const) {
    const own = trades.filter((each) => each.exchange === exchange)
    const row = await db.row<{ id: string; number: string; settlesOn: string }>(
      `select id, number, to_char(settles_on, 'YYYY-MM-DD') as "settlesOn" from clearing_settlement where traded_on = $1 and exchange = $2`,
      [on, exchange],
    )
    if (!row) continue
    expect(await balanceWithClearing(db, row.id)).toBe(sum(own.map(signed)))
    const cells = isins.map((isin) => {
      const of = (side: string) => own.filter((each) => each.isin === isin && each.side === side)
      const shares = (side: string) => of(side).reduce((total, { quantity }) => total + quantity, 0)
      const value = (side: string) => decimalRupees(sum(of(side).map(worth)))
      return {
        Src: exchange === 'NSE' ? 'NCL' : 'ICCL',
        SctiesSttlmTxId: row.number,
        RptgDt: on,
        FndsPayOutDt: row.settlesOn,
        ISIN: isin,
        DalyBuyTradgVol: shares('B'),
        DalySellTradgVol: shares('S'),
        DalyBuyTradgVal: value('B'),
        DalySellTradgVal: value('S'),
      }
    })
    const name = obligationName(on, exchange === 'NSE' ? 'NCL' : 'ICCL')
    await done('clearing-files', tradeFileForm(clearingText('obligation', cells), name))
    await deliver(row.id)
    await db.transaction((tx) => payLine(tx, row.id))
    await releaseDue(server.app.context)
    expect(await balanceWithClearing(db, row.id)).toBe(0n)
    expect(await db.rows('select from client_settlement where settlement_id = $1', [row.id])).toEqual([])
  }
}

async function bookAll(world: World, on: string, trades: readonly Known[]): Promise<void> {
  await book(on, trades.some(({ exchange }) => exchange === 'BSE') ? {} : undefined)
  world.waiting = []
  world.typed = undefined
  world.booked.set(on, trades)
  await check(world)
}

async function live(world: World, on: string, given: Day): Promise<void> {
  for (const step of given.before) await move(world, step)
  const typed = given.typed ? await typeTrade(world, on, given.typed) : []
  await check(world)
  const trades = [...typed, ...given.trades.map((each, at) => tradeOf(world, on, at + 1, each))]
  // Every day has a file of NSE.
  const all = trades.some(({ exchange }) => exchange === 'NSE')
    ? trades
    : trades.map((each) => ({ ...each, exchange: 'NSE' as const, series: 'EQ' }))
  for (const exchange of ['NSE', 'BSE']) {
    const rows = rowsOf(all, exchange)
    if (rows.length > 0) await record(on, rows, exchange)
    world.waiting = [
      ...world.waiting,
      ...all.filter((each) => each.exchange === exchange && each.number !== world.typed?.number),
    ]
  }
  await check(world)
  if (given.typed?.isReversed) await reverseTyped(world, on)
  if (given.levies?.when === 'recorded') await sendLevies(world, on, all, given.levies)
  for (const step of given.between) await move(world, step)
  await bookAll(world, on, all)
  if (given.levies?.when === 'booked') {
    await sendLevies(world, on, all, given.levies)
    await levied(on)
    await check(world)
  }
  if (given.change) {
    const next = changed(world, all, given.change, typed)
    const differs = (exchange: string) =>
      JSON.stringify(rowsOf(next, exchange)) !== JSON.stringify(rowsOf(all, exchange))
    for (const exchange of ['NSE', 'BSE'].filter(differs)) {
      const rows = rowsOf(next, exchange)
      // A file with fewer trades than before needs their number.
      await record(on, rows, exchange, `?trades=${rows.length}`)
      await bookAll(world, on, next)
    }
  }
  world.unpaid.push(on)
  if (!given.settles) return
  for (const each of world.unpaid.splice(0, Infinity)) await settle(world, each)
  await check(world)
}

test(
  'random days of payments, dealers’ trades, files, newer files, levies and settlements lead to the sums of the single trades',
  { timeout: 600_000 * runs },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(day, { minLength: daysOfRun, maxLength: daysOfRun }), async (given) => {
        const clients = [await client(5000), await client(500), await client(0)]
        const world = new World(clients)
        for (const each of given) await live(world, days.shift() ?? '', each)
        for (const on of world.unpaid.splice(0, Infinity)) await settle(world, on)
        await check(world)
      }),
      // `npm test` runs the same sequence each time, `npm run nightly` and `SEQUENCES` others.
      { numRuns: runs, endOnFailure: true, ...(runs === 1 && { seed: 7 }) },
    )
    expect(days).toHaveLength(3)
  },
)
