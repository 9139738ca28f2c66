import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { decimalRupees } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cells, clearingText, deliveryName, payLine } from '../../test/clearing.ts'
import { levyFileName, levyFileText } from '../../test/levy-file.ts'
import { often } from '../../test/often.ts'
import { testServer } from '../../test/server.ts'
import { deliveryFile, obligationFile } from '../../test/settlement-files.ts'
import { daysBefore } from '../../test/trade.ts'
import { tradeFileForm } from '../../test/trade-file.ts'
import { settlementNumberOf, shareA, shareB, tradingDesk } from '../../test/trading.ts'
import { dayInIndia } from '../platform/india.ts'
import { chargeDeliveries } from '../trading/clearing/dp-charge.ts'
import { adjustLevies } from '../trading/contract/contract.levies.ts'

/** Newer files, deliveries, levies, releases and close-outs in any order, compared with a broker who got only the last file of each. */

const runs = often(1, 10)
const count = 3
/** The trade days and those after them, once a server has loaded the calendar. */
const calendar = () => daysBefore(dayInIndia(new Date()), count + 3)
const isins = [shareA, shareB]
const exchanges = ['NSE', 'BSE'] as const
type Exchange = (typeof exchanges)[number]
const trade = fc.record({
  who: fc.nat({ max: 2 }),
  side: fc.constantFrom('B' as const, 'B' as const, 'S' as const),
  isin: fc.constantFrom(...isins),
  quantity: fc.integer({ min: 1, max: 30 }),
  /** Paise. */
  price: fc.integer({ min: 1000, max: 20_000 }),
  exchange: fc.constantFrom(...exchanges, 'NSE' as const),
})
type Drawn = typeof trade extends fc.Arbitrary<infer Value> ? Value : never
type Known = Drawn & { readonly number: string }
const on = fc.nat({ max: count - 1 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('correct' as const), on, at: fc.nat(), given: trade }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('add', 'remove'), on, at: fc.nat(), given: trade }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('deliver', 'release', 'levy'), on, at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('rename', 'closeOut'), on, at: fc.nat() }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Shortage = { readonly id: string; readonly name: string; readonly day: string }

class Day {
  trades: readonly Known[]
  /** Quantities that clients did not deliver, in the order of `sold`. */
  short: readonly number[] | undefined
  /** STT and stamp duty of the file of NSE, in paise by client. */
  levies: ReadonlyMap<number, readonly [bigint, bigint]> | undefined
  readonly day: string
  constructor(day: string, trades: readonly Known[]) {
    this.day = day
    this.trades = trades
  }

  /** What clients deliver to NSE. */
  sold() {
    const all = [0, 1, 2].flatMap((who) => isins.map((isin) => ({ who, isin, quantity: this.delivered(who, isin) })))
    return all.filter(({ quantity }) => quantity > 0)
  }
  delivered(who: number, isin: string): number {
    return this.trades
      .filter((each) => each.exchange === 'NSE' && each.who === who && each.isin === isin)
      .reduce((sum, { side, quantity }) => sum + (side === 'S' ? quantity : -quantity), 0)
  }
}

/** A broker with three clients and a server of its own. */
async function broker() {
  const server = await testServer({ RATE_LIMITS: 'off', LENDING: 'off', GSTIN: '27AAPFU0939F1ZV', APPROVALS: 'policy' })
  const { call, db, app } = server
  const days = calendar()
  const desk = await tradingDesk(server)
  await desk.done(
    'trade-charges/rates',
    { rate: 'dp all all all all', percent: '13.5', from: '2026-01-01' },
    desk.admin,
  )
  for (const day of days) for (const isin of isins) await desk.closing(day, '100.00', isin)
  const clients = [await desk.client(50_000), await desk.client(3000), await desk.client()]
  let renamed = 0

  const record = async ({ day, trades }: Day, exchange: Exchange) => {
    const rows = trades
      .filter((each) => each.exchange === exchange)
      .map(({ who, side, quantity, price, number, isin }) =>
        desk.deal(clients[who] ?? { ucc: '' }, side, quantity, decimalRupees(BigInt(price)), {
          number,
          isin,
          order: number,
        }),
      )
    // A file with fewer trades than before needs their number.
    if (rows.length > 0) await desk.record(day, rows, exchange, `?trades=${rows.length}`)
  }
  const book = ({ day, trades }: Day) =>
    desk.book(day, trades.some(({ exchange }) => exchange === 'BSE') ? {} : { without: 'BSE' })
  /** The same file again is refused. */
  const send = async (path: string, text: string, name: string) => {
    const { status, body } = await desk.post(path, tradeFileForm(text, name))
    if (status !== 200 && status !== 409 && !/already been released/.test(body.message)) throw new Error(body.message)
  }
  const deliver = async (of: Day) => {
    if (of.short === undefined) return
    const short = of.sold().map(({ who, isin, quantity }, at): Cells => ({
      ClntId: clients[who]?.ucc ?? '',
      ISIN: isin,
      TxTp: 'I',
      TxInd: 'SHT',
      QtyORShrtQty: Math.min(quantity, of.short?.[at] ?? 0),
      SctiesSttlmTxId: settlementNumberOf(of.day),
      SttlmTp: '',
    }))
    if (short.length > 0) await send('clearing-files', clearingText('delivery', short), deliveryName(of.day))
  }
  const levy = async ({ day, levies }: Day) => {
    if (levies === undefined) return
    for (const [at, [name, cell]] of [['stt', 'TtlTaxs'] as const, ['stamp', 'StmpDtyAmt'] as const].entries()) {
      const rows = [...levies].map(([who, amounts]) => ({
        Src: 'NCL',
        RptHdr: 30,
        ClntId: clients[who]?.ucc ?? '',
        [cell]: decimalRupees(amounts[at] ?? 0n),
      }))
      await send('levy-files', levyFileText(name, day, rows), levyFileName(name, day))
    }
    await adjustLevies(app.context)
  }
  const settlements = async () =>
    (await call('GET', '/desk/clearing-settlements', { token: desk.second.token })).body.settlements as {
      _id: string
      file?: number
      linked: number
      unexplained?: number
      gaps?: { version: string }
      mayAccept: boolean
    }[]
  /** The obligation of each exchange, its bank line, and the money to the clients. */
  const release = async ({ day, trades }: Day) => {
    for (const exchange of exchanges) {
      const own = trades.filter((each) => each.exchange === exchange)
      const row = await db.row<{ id: string; number: string }>(
        "select id, number from clearing_settlement where traded_on = $1 and exchange = $2 and type = 'M'",
        [day, exchange],
      )
      if (own.length === 0 || !row) continue
      const { text, name } = await obligationFile(server, row.id)
      await send('clearing-files', text, name)
      // Without a delivery file nothing is released; where the sequence has none, every sale was delivered.
      if ((await db.rows('select from delivered_settlement where settlement_id = $1', [row.id])).length === 0) {
        const delivered = await deliveryFile(server, row.id)
        await send('clearing-files', delivered.text, delivered.name)
      }
      const found = (await settlements()).find(({ _id }) => _id === row.id)
      const left = BigInt(Math.round(((found?.file ?? 0) - (found?.linked ?? 0)) * 100))
      if (left !== 0n) await db.transaction((tx) => payLine(tx, row.id, left))
    }
    // After a release a newer trade file leaves a difference that an operator accepts.
    for (const { _id, unexplained = 0, gaps, mayAccept } of await settlements())
      if (mayAccept)
        await desk.done(
          `clearing-settlements/${_id}/accept`,
          { difference: unexplained, gaps: gaps?.version, reason: 'A newer trade file' },
          desk.second,
        )
    await desk.release()
    await chargeDeliveries(app.context)
  }
  const shortages = () =>
    db.rows<Shortage>(
      `select h.id, concat_ws(' ', c.ucc, h.settlement_id, h.isin) as name, to_char(s.traded_on, 'YYYY-MM-DD') as day
         from shortage h join client c on c.id = h.client_id join clearing_settlement s on s.id = h.settlement_id
        where h.ended_at is null order by h.settlement_id, c.number, h.isin`,
      [],
    )
  const closeOut = async ({ id, day }: Shortage, at: number) => {
    const body = {
      kind: at % 2 === 0 ? 'closeout' : 'auction',
      number: String(2_026_600 + at),
      day: days[days.indexOf(day) + 1],
      price: 250,
    }
    const { status, body: reply } = await desk.post(`shortages/${id}/close`, body)
    return status === 200 ? (await desk.approve(id)).status : reply.message
  }
  return {
    desk,
    record,
    book,
    deliver,
    levy,
    release,
    shortages,
    /** As shortages are named. */
    salesOf: (of: Day) =>
      of.sold().map(({ who, isin }) => `${clients[who]?.ucc} NSE-M-${settlementNumberOf(of.day)} ${isin}`),
    closeOut,
    /** A newer file does not change trades that are closed out. */
    reopenAll: async () => {
      const sql =
        'select shortage_id as id from contract where shortage_id is not null and reversed_at is null order by contract.id desc'
      for (const { id } of await db.rows<{ id: string }>(sql, [])) {
        await desk.done(`shortages/${id}/reopen`, { reason: 'A newer trade file' })
        expect((await desk.approve(id)).status).toBe(200)
      }
    },
    /** From now on the client has another code; files of earlier days have the old one. */
    rename: (who: number) =>
      db.run('update client set ucc = $2 where id = $1', [clients[who]?.id, `RN${(renamed += 1)}`]),
    codesAsBefore: async () => {
      for (const { id, ucc } of clients) await db.run('update client set ucc = $2 where id = $1', [id, ucc])
    },
    state: async (who: number) => {
      const { id = '', token = '' } = clients[who] ?? {}
      const list = async (sql: string) => (await db.rows<{ text: string }>(sql, [id])).map(({ text }) => text)
      const { body } = await call('GET', `/user/tax/${id}?year=${taxYearName(taxYearOf(days[0] ?? ''))}`, { token })
      return {
        who,
        figures: await list(
          `select concat_ws(' ', cash + unsettled - dues, invested) as text from client_ledger where client_id = $1`,
        ),
        lots: await list(
          `select concat_ws(' ', acquired_on, stock, source, trim_scale(sum(open_quantity)), sum(open_cost)) as text from lot
            where client_id = $1 and open_quantity > 0 group by acquired_on, stock, source order by 1`,
        ),
        trades: await list(
          `select concat_ws(' ', traded_on, action, stock, trim_scale(quantity), trim_scale(price), amount, cost) as text from trade
            where client_id = $1 and reversal_id is null order by 1`,
        ),
        contracts: await list(
          `select concat_ws(' ', day, bought, sold, net, gst) as text from contract where client_id = $1 and reversed_at is null order by 1`,
        ),
        deliveries: await list(
          `select concat_ws(' ', day, isin, amount, gst) as text from dp_charge where client_id = $1 and reversed_at is null order by 1`,
        ),
        tax: (body.categories as { category: string; exits: number; profitLoss: number }[]).map(
          ({ category, exits, profitLoss }) => [category, exits, profitLoss],
        ),
      }
    },
  }
}
type Broker = Awaited<ReturnType<typeof broker>>

let number = 100_000
const numbered = (given: Drawn): Known => ({ ...given, number: String((number += 1)) })

/** The trades of the newer file; none if it would be the same. */
function changed({ trades }: Day, { kind, at, given }: Step & { given: Drawn }): readonly Known[] | undefined {
  const place = at % trades.length
  const old = trades[place] as Known
  // Only clients who traded on the day: the code of another may have passed on.
  const who = trades[given.who % trades.length]?.who ?? 0
  if (kind === 'add') return [...trades, numbered({ ...given, who })]
  if (kind === 'correct') return trades.with(place, { ...given, who, exchange: old.exchange, number: old.number })
  // A file without trades is refused.
  const isLast = trades.filter(({ exchange }) => exchange === old.exchange).length === 1
  return isLast ? undefined : trades.toSpliced(place, 1)
}

async function take(one: Broker, world: readonly Day[], given: Step): Promise<void> {
  const { kind, at } = given
  const of = world[given.on] as Day
  if ('given' in given) {
    const trades = changed(of, given)
    if (trades === undefined) return
    await one.reopenAll()
    const before = of.trades
    of.trades = trades
    for (const exchange of exchanges) {
      const rows = (all: readonly Known[]) => JSON.stringify(all.filter((each) => each.exchange === exchange))
      if (rows(before) !== rows(trades)) await one.record(of, exchange)
    }
    await one.book(of)
  } else if (kind === 'deliver') {
    of.short = of.sold().map((_, place) => (at >> (2 * place)) % 20)
    await one.deliver(of)
  } else if (kind === 'levy' && of.levies === undefined) {
    const traders = new Set(of.trades.filter(({ exchange }) => exchange === 'NSE').map(({ who }) => who))
    of.levies = new Map([...traders].map((who) => [who, [BigInt(at % 60) * 100n, BigInt(at % 900)]]))
    await one.levy(of)
  } else if (kind === 'release') await one.release(of)
  else if (kind === 'rename') await one.rename(at % 3)
  else if (kind === 'closeOut') {
    const open = await one.shortages()
    const shortage = open[at % open.length]
    if (shortage) await one.closeOut(shortage, at % 300)
  }
}

test(
  'newer files, deliveries, levies, releases and close-outs in any order lead to what the last files alone lead to',
  { timeout: 600_000 * runs },
  async () => {
    const drawn = fc.array(fc.array(trade, { minLength: 3, maxLength: 8 }), { minLength: count, maxLength: count })
    const steps = fc.array(step, { minLength: 25, maxLength: 35 })
    await fc.assert(
      fc.asyncProperty(drawn, steps, async (given, taken) => {
        // Every day has a file of NSE.
        const every = await broker()
        const days = calendar()
        const world = given.map(
          ([first, ...rest], at) =>
            new Day(
              days[at] ?? '',
              [...(first ? [{ ...first, exchange: 'NSE' as const }] : []), ...rest].map(numbered),
            ),
        )
        for (const each of world) {
          for (const exchange of exchanges) await every.record(each, exchange)
          await every.book(each)
        }
        for (const each of taken) {
          await take(every, world, each)
          await every.desk.balanced()
        }
        await every.reopenAll()
        await every.codesAsBefore()

        const last = await broker()
        for (const each of world) {
          for (const exchange of exchanges) await last.record(each, exchange)
          await last.book(each)
          await last.levy(each)
        }
        for (const one of [every, last])
          for (const each of world) {
            await one.deliver(each)
            await one.release(each)
          }
        // Without a sale there is no row that would end its shortage.
        const sales = world.flatMap((each) => every.salesOf(each))
        const [open, others] = [await every.shortages(), await last.shortages()].map((all) =>
          all.filter(({ name }) => sales.includes(name)),
        ) as [Shortage[], Shortage[]]
        expect(open.map(({ name }) => name)).toEqual(others.map(({ name }) => name))
        for (const [at, shortage] of open.entries())
          expect(await every.closeOut(shortage, at)).toEqual(await last.closeOut(others[at] ?? shortage, at))
        for (const who of [0, 1, 2]) expect(await every.state(who)).toEqual(await last.state(who))
        for (const one of [every, last]) await one.desk.balanced()
      }),
      // `npm test` runs the same sequence each time, `npm run nightly` and `SEQUENCES` others.
      { numRuns: runs, endOnFailure: true, ...(runs === 1 && { seed: 3 }) },
    )
  },
)
