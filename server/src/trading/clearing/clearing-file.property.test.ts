import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clearingText, obligationName } from '../../../test/clearing.ts'
import { often } from '../../../test/often.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { deliveryFile } from '../../../test/settlement-files.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'
import { nextSettlementDay } from '../market/trading-day.ts'

/** True and altered masters, obligation and delivery files of two settlements from several operators in any order, against a naive model. */

const server = await testServer(
  { RATE_LIMITS: 'off', APPROVALS: 'policy', LENDING: 'off' },
  { without: ['release of settlements'] },
)
const { db, call } = server
const desk = await tradingDesk(server)
const operators = [desk.dealer, desk.second, await establishedOperator(server, 'dealer', 'Dina')] as const
const runs = often(3, 60)
const days = daysBefore(dayInIndia(new Date()), 2 * runs + 4).slice(2)
const quantities = [100, 50] as const

const by = fc.nat({ max: 2 })
const place = fc.nat({ max: 1 })
/** Whether each of the two sellers delivered nothing. */
const short = fc.tuple(fc.boolean(), fc.boolean())
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('obligation' as const), by, at: place, isTrue: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delivery' as const), by, at: place, short }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('master' as const),
      by,
      at: place,
      paidOut: fc.constantFrom('calendar' as const, 'trade day' as const, 'never' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('decision' as const), by, approves: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type FileStep = Exclude<Step, { kind: 'decision' | 'release' }>

type Settlement = {
  readonly day: string
  readonly id: string
  readonly sellers: readonly TradingClient[]
  /** In paise, of each seller. */
  readonly proceeds: readonly bigint[]
}
/** What counts of the files of one settlement. */
type Counted = {
  obligation: 'none' | 'true' | 'altered'
  isDelivered: boolean
  short: readonly boolean[]
  paidOut: 'calendar' | 'trade day' | 'never'
  readonly released: boolean[]
}

async function sold(): Promise<Settlement> {
  const day = days.shift() ?? ''
  const sellers = [await desk.client(), await desk.client()]
  const buyer = await desk.client(200_000)
  await desk.bookDay(day, [
    ...sellers.map((seller, at) => desk.deal(seller, 'S', quantities[at] ?? 0, '1000.00')),
    desk.deal(buyer, 'B', 150, '1000.00'),
  ])
  const proceeds = await Promise.all(sellers.map(async (seller) => (await desk.figures(seller)).unsettled))
  return { day, id: `NSE-M-${settlementNumberOf(day)}`, sellers, proceeds }
}

let sent = 0
/** The text and name of a file; each differs from those before. */
async function fileOf({ day, id, sellers }: Settlement, given: FileStep): Promise<{ text: string; name: string }> {
  const number = settlementNumberOf(day)
  if (given.kind === 'delivery') {
    const named = sellers.map(({ ucc }, at) => [`${ucc} ${shareA}`, given.short[at] ? (quantities[at] ?? 0) : 0])
    return deliveryFile(server, id, Object.fromEntries(named))
  }
  const Rmks = String((sent += 1))
  if (given.kind === 'obligation') {
    const volume = given.isTrue ? 150 : 0
    const sides = { DalyBuyTradgVol: volume, DalySellTradgVol: volume, DalyBuyTradgVal: 0, DalySellTradgVal: 0 }
    const values = given.isTrue ? { DalyBuyTradgVal: 150_000, DalySellTradgVal: 150_000 } : {}
    const row = { SctiesSttlmTxId: number, RptgDt: day, ISIN: shareA, ...sides, ...values, Rmks }
    return { text: clearingText('obligation', [row]), name: obligationName(day) }
  }
  const payOut = { calendar: nextSettlementDay(day), 'trade day': day, never: '2099-01-05' }[given.paidOut]
  const moments = { FndsPayInDtAndTm: `${payOut}T10:30:00`, FndsPayOutDtAndTm: `${payOut}T15:30:00` }
  return {
    text: clearingText('master', [{ SctiesSttlmTxId: number, ...moments, Rmks }]),
    name: `SettlementMaster_NCL_CM_0_0_0_${payOut.slice(0, 7).replace('-', '')}00_0_0000.csv`,
  }
}

/** Whether a second operator must decide: by settled, section 15, where the file does not agree or ends a shortage. */
const goesBeyond = (counted: Counted, given: FileStep): boolean =>
  given.kind === 'obligation'
    ? !given.isTrue
    : given.kind === 'delivery'
      ? counted.short.some((isShort, at) => isShort && !given.short[at])
      : given.paidOut !== 'calendar'

function count(counted: Counted, given: FileStep): void {
  if (given.kind === 'obligation') counted.obligation = given.isTrue ? 'true' : 'altered'
  else if (given.kind === 'master') counted.paidOut = given.paidOut
  else {
    counted.isDelivered = true
    counted.short = given.short
  }
}

/** Nothing is released while a file that names the settlement waits. */
const release = ({ obligation, isDelivered, paidOut, short: held, released }: Counted, isNamed: boolean): void => {
  if (isNamed || obligation !== 'true' || !isDelivered || paidOut === 'never') return
  for (const at of released.keys()) if (!held[at]) released[at] = true
}

async function compare(settlements: readonly Settlement[], model: readonly Counted[]): Promise<void> {
  for (const [place_, { sellers, proceeds }] of settlements.entries()) {
    const cash = await Promise.all(sellers.map(async (seller) => (await desk.figures(seller)).cash))
    const { released = [] } = model[place_] ?? {}
    expect(cash).toEqual(proceeds.map((paise, at) => (released[at] ? paise : 0n)))
  }
}

test(
  'no file of one operator releases what its true files do not, and the true files release what was delivered',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), short, async (steps, truth) => {
        const settlements = [await sold(), await sold()]
        const model = settlements.map((): Counted => ({
          obligation: 'none',
          isDelivered: false,
          short: [false, false],
          paidOut: 'calendar',
          released: [false, false],
        }))
        const waiting: { readonly id: string; readonly given: FileStep }[] = []
        const decide = (id: string, verb: 'approve' | 'reject', at: number) =>
          call('POST', `/desk/proposals/${id}/${verb}`, { token: operators[at]?.token ?? '' })

        const send = async (given: FileStep) => {
          const [settlement, counted] = [settlements[given.at], model[given.at]]
          if (!settlement || !counted) throw new Error('no settlement')
          const { text, name } = await fileOf(settlement, given)
          const { status, body } = await desk.sendFile(text, name, operators[given.by])
          expect([given, status, body.message]).toEqual([given, 200, undefined])
          expect([given, body.waitsForSecond ?? false]).toEqual([given, goesBeyond(counted, given)])
          if (!body.waitsForSecond) return count(counted, given)
          const row = await db.row<{ id: string }>(
            "select id from proposal where kind = 'clearing-file.count' order by id desc limit 1",
          )
          waiting.push({ id: row?.id ?? '', given })
        }
        for (const each of steps) {
          if (each.kind === 'release') {
            await desk.release()
            for (const [at, counted] of model.entries())
              release(
                counted,
                waiting.some(({ given }) => given.at === at),
              )
          } else if (each.kind !== 'decision') await send(each)
          else {
            const [next] = waiting
            if (!next) continue
            const { status } = await decide(next.id, each.approves ? 'approve' : 'reject', each.by)
            if (each.approves && each.by === next.given.by) expect(status).toBe(409)
            else {
              expect(status).toBe(200)
              waiting.shift()
              const counted = model[next.given.at]
              if (each.approves && counted) count(counted, next.given)
            }
          }
          await compare(settlements, model)
        }
        for (const { id } of waiting.splice(0)) expect((await decide(id, 'reject', 1)).status).toBe(200)
        for (const at of settlements.keys()) {
          await send({ kind: 'master', by: 0, at, paidOut: 'calendar' })
          await send({ kind: 'obligation', by: 0, at, isTrue: true })
          await send({ kind: 'delivery', by: 0, at, short: truth })
        }
        for (const { id, given } of waiting) {
          expect((await decide(id, 'approve', 1)).status).toBe(200)
          const counted = model[given.at]
          if (counted) count(counted, given)
        }
        await desk.release()
        for (const counted of model) release(counted, false)
        await compare(settlements, model)
        for (const { released } of model)
          for (const [at, isReleased] of released.entries()) if (!truth[at]) expect(isReleased).toBe(true)
        await desk.balanced()
      }),
      { numRuns: runs, endOnFailure: true },
    )
  },
  often(180_000, 3_600_000),
)
