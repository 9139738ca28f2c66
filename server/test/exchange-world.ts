import { expect } from 'vitest'
import { reviewErrors } from '@sauda/contract/core/proposal-review'
import type { ActionTerms, BookedAction } from '@sauda/contract/trading/corporate-action'
import { type Closes, newExchange, type Share } from '../seed/exchange-day.ts'
import { filesOf, listingFile, members, sttListFile } from '../seed/exchange-files.ts'
import { type ExchangeTrade, fillsOf, leviesOf, securitiesOf } from '../seed/exchange-oracle.ts'
import { dayInIndia } from '../src/platform/india.ts'
import { recordFiles } from '../src/trading/exchange-file/exchange-file.book.ts'
import { releaseDue } from '../src/trading/clearing/release.ts'
import { nextSettlementDay } from '../src/trading/market/trading-day.ts'
import { chargeOptions } from '../src/trading/trade-charge/trade-charge.compute.ts'
import { decidePending } from './approvals.ts'
import { brokeragePlan } from './charge-rates.ts'
import { eventually } from './events.ts'
import { expectedCharges } from './exchange-oracle.ts'
import { fund, moneyClients } from './money.ts'
import { naiveBroker } from './naive-broker.ts'
import type { Action, BrokerDay, Charges } from './naive-lots.ts'
import { establishedOperator } from './operator.ts'
import { priceFileForm } from './price-file.ts'
import { atBank, exchangeBookings, statementForm } from './reconciliation.ts'
import type { TestServer } from './server.ts'
import { daysBefore } from './trade.ts'

/** A broker who receives the files of an invented exchange, day by day: operators upload them, and a second one approves. */

export type World = Awaited<ReturnType<typeof exchangeWorld>>
type Desk = Awaited<ReturnType<typeof openDesk>>
export type WorldDay = {
  readonly day: string
  readonly settledOn: string
  readonly clearsAt: 'NSE' | undefined
  readonly trades: readonly ExchangeTrade[]
  readonly closes: Closes
  readonly paidOutAfter?: string | undefined
}
/** The days with what is known of each, as the second model takes them. */
export type Known = { readonly days: readonly BrokerDay[]; readonly actions: readonly Action[] }

const plan = {
  delivery: { slabs: [{ from: 0n, flat: 2000n }], perShare: 0n },
  intraday: { slabs: [{ from: 0n, flat: 2000n, percent: 3_000_000n }], perShare: 0n },
  etf: { slabs: [{ from: 0n, flat: 2000n }], perShare: 0n },
  minimum: 0n,
  dealerFee: 0n,
}

/** The operators, each of whom sends something that another one approves. */
async function openDesk(server: TestServer) {
  const operator = (role: 'dealer' | 'cashier' | 'admin', name: string) => establishedOperator(server, role, name)
  const [dealer, second] = [await operator('dealer', 'Deepa'), await operator('dealer', 'Dev')]
  const [admin, chief] = [await operator('admin', 'Asif'), await operator('admin', 'Anil')]
  const [cashier, teller] = [await operator('cashier', 'Charu'), await operator('cashier', 'Tara')]
  const send = async (path: string, body: unknown, by = dealer, secondBy = second) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { status, body: reply } = await server.call('POST', `/desk/${path}`, { token: by.token, body, headers })
    if (status !== 200) throw new Error(`${path}: ${status} ${reply.message}`)
    if (reply.waitsForSecond !== true) return reply
    let decided = await decidePending(server, secondBy)
    // A job has booked something since the review was opened: the operator opens it again.
    for (let again = 0; again < 5 && decided.body.message === reviewErrors.changed.message; again += 1)
      decided = await decidePending(server, secondBy)
    if (decided.status !== 200) throw new Error(`${path}, second operator: ${decided.body.message}`)
    return reply
  }
  const { db } = server
  const isDone = async (query: string) => (await db.rows(query)).length === 0
  return {
    dealer,
    admin,
    chief,
    cashier,
    teller,
    send,
    sendFile: (path: string, name: string, text: string) => send(path, priceFileForm(text, name)),
    recorded: () =>
      eventually(() => isDone("select from exchange_file where status in ('waiting', 'approved', 'booking')")),
    booked: async () => {
      await eventually(() => isDone('select from trade_day where booked_at is null or levied_at is null'))
      expect(await db.rows('select message from contract_fault')).toEqual([])
    },
  }
}

/** Every sixth client has little money, so that dues arise; every third one has an account of NSDL. */
async function addClients({ db }: TestServer, given: ReturnType<typeof newExchange>['clients']) {
  const made = await moneyClients({ db }, given.length, { bank: true, since: '2020-01-01' })
  const clients = given.map(({ ucc, state }, at) => ({
    ...(made[at] as (typeof made)[number]),
    ucc,
    state,
    opening: at % 6 === 5 ? 20_000 : 50_00_000,
    demat: at % 3 === 2 ? `IN300123${10_000_000 + at}` : String(1_208_160_000_000_000n + BigInt(at)),
  }))
  for (const { id, opening } of clients) await fund({ db }, id, opening)
  const of = clients.map(({ id, ucc, state, demat }) => ({ id, ucc, state: state === 'KA' ? '29' : '27', demat }))
  await db.run(
    `update client c set ucc = n.ucc, gst_state = n.state, demat = n.demat
       from jsonb_to_recordset($1::jsonb) as n (id uuid, ucc text, state text, demat text) where c.id = n.id`,
    [JSON.stringify(of)],
  )
  return clients
}

type Given = {
  readonly seed: number
  readonly clients: number
  readonly days: number
  /** Where both exchanges clear; absent: each at its own clearing corporation. */
  readonly home: 'NSE' | undefined
}

export async function exchangeWorld(server: TestServer, { seed, clients: count, days, home }: Given) {
  const desk = await openDesk(server)
  const { send, sendFile, admin, chief } = desk
  const exchange = newExchange({ seed, clients: count })
  const dates = daysBefore(dayInIndia(new Date()), days)
  const clients = await addClients(server, exchange.clients)
  for (const [at, code] of Object.entries(members))
    await send('exchange-codes', { exchange: at, column: 'Brkr', code, meaning: 'own' }, admin, chief)
  await send('trade-charges/plans', brokeragePlan('Flat'), admin, chief)
  await send('trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01' }, admin, chief)
  await sendFile('securities/files', 'EQUITY_L.csv', listingFile(exchange))
  const sttList = sttListFile(exchange, dates[0] ?? '')
  await sendFile('stt-lists', sttList.name, sttList.text)
  if (home) await send('clearing-corporations', { from: dates[0], NSE: 'NCL', BSE: 'NCL' })
  return {
    server,
    exchange,
    clients,
    dates,
    dealer: desk.dealer,
    booked: desk.booked,
    ...secondModel(exchange, home),
    ...evenings(server, desk, exchange),
    ...actions(server, desk),
    /** Its trades have times of their own, so that first in, first out has one reading. */
    trade(day: string, many: number): WorldDay {
      const { trades, closes } = exchange.trade(day, many)
      const timed = trades.map((trade, at) => ({
        ...trade,
        at: `${day}T${new Date((9.25 * 3600 + at * 20) * 1000).toISOString().slice(11, 19)}`,
      }))
      return { day, settledOn: nextSettlementDay(day), clearsAt: home, trades: timed, closes }
    },
    /** A file of a depository. */
    holdings: (name: string, text: string) => sendFile('holdings', name, text),
  }
}

function secondModel(exchange: ReturnType<typeof newExchange>, home: Given['home']) {
  const states = new Map(exchange.clients.map(({ ucc, state }) => [ucc, state]))
  const known = new WeakMap<object, Map<string, Charges>>()
  function computed(day: string, trades: readonly ExchangeTrade[]): Charges {
    const fills = fillsOf(trades, home)
    const gst = states.get(trades[0]?.client ?? '') === 'KA' ? 'whole' : 'split'
    const amounts = expectedCharges({ day, fills, rates: new Map(), plan, gst, options: chargeOptions })
    const securities = securitiesOf(fills)
    // Each clearing corporation rounds its own.
    const filed = ['NSE', 'BSE'].map((at) => leviesOf(securities.filter((each) => each.clearsAt === at)))
    return {
      brokerage: amounts.brokerage,
      exchange_charges: amounts.transaction + amounts.ipft,
      sebi_fee: amounts.sebi,
      stt: filed.reduce((sum, { stt }) => sum + stt, 0n),
      stamp_duty: filed.reduce((sum, { stamp }) => sum + stamp, 0n),
      gst: amounts.cgst + amounts.sgst + amounts.igst,
    }
  }
  /** Once for each list of trades. */
  function chargesOf({ day, trades: all }: BrokerDay, trades: readonly ExchangeTrade[]): Charges {
    const ofDay = known.get(all) ?? new Map<string, Charges>()
    known.set(all, ofDay)
    const client = trades[0]?.client ?? ''
    const charges = ofDay.get(client) ?? computed(day, trades)
    ofDay.set(client, charges)
    return charges
  }
  const settlementOf = ({ exchange: at, isDelivered, day }: ExchangeTrade) =>
    `${home ?? at} ${isDelivered ? 'Z' : 'M'} ${day}`
  const made = new WeakMap<Known, Map<string, ReturnType<typeof naiveBroker>>>()
  return {
    /** What the second model says of a client. */
    booksOf: ({ ucc, opening }: { readonly ucc: string; readonly opening: number }, of: Known) => {
      const all = made.get(of) ?? new Map<string, ReturnType<typeof naiveBroker>>()
      made.set(of, all)
      const books =
        all.get(ucc) ?? naiveBroker(ucc, { ...of, opening: BigInt(opening) * 100n, chargesOf, settlementOf })
      all.set(ucc, books)
      return books
    },
  }
}

const named = (files: readonly (readonly [string, string])[], form: RegExp) => files.filter(([name]) => form.test(name))

/** The files of an evening, and those of the next one. */
function evenings(server: TestServer, desk: Desk, { clients }: ReturnType<typeof newExchange>) {
  const { send, sendFile, cashier, teller } = desk
  const { context } = server.app
  const filesFor = (today: WorldDay, shares: readonly Share[]) => [...filesOf(today, { clients, shares })]
  return {
    prices: async (today: WorldDay, shares: readonly Share[]) => {
      for (const [name, text] of named(filesFor(today, shares), /^BhavCopy/))
        await sendFile('closing-prices', name, text)
    },
    /** Trades, levies and booking. `isAgain`: NSE and its clearing corporation publish the day again. */
    async book(today: WorldDay, shares: readonly Share[], isAgain = false) {
      const files = filesFor(today, shares)
      for (const [name, text] of named(files, isAgain ? /^Trade_NSE_.*_F_/ : /^Trade_.*_F_/)) {
        const own = today.trades.filter(({ exchange, isCancelled }) => name.includes(exchange) && !isCancelled)
        await sendFile(`exchange-files?trades=${own.length}`, name, text)
        await recordFiles(context)
        await desk.recorded()
      }
      for (const [name, text] of named(files, isAgain ? /^(STT|StampDuty)_NCL/ : /^(STT|StampDuty)_/))
        await sendFile('levy-files', name, text)
      await send('trade-days', { day: today.day })
      await desk.booked()
    },
    /** Obligations, deliveries and bank entries of a day, then the release of its proceeds. */
    async payOut(today: WorldDay, shares: readonly Share[]) {
      const files = filesFor(today, shares)
      for (const [name, text] of named(files, /^(SettlementMaster|Obligation|DeliveryDpo)_/))
        await sendFile('clearing-files', name, text)
      const [, text] = named(files, /^Bank_/)[0] ?? ['', '']
      await send('reconciliation/statements', statementForm(text), cashier, teller)
      const bank = atBank(server, teller.token)
      for (const { reference, booking } of exchangeBookings(text)) {
        const { _id } = await bank.find(reference)
        await send(`reconciliation/lines/${_id}/book`, booking, teller, cashier)
      }
      await releaseDue(context)
    },
  }
}

/** Corporate actions as operators enter them. */
function actions({ db, call }: TestServer, { send, booked, dealer }: Desk) {
  const saudaId = async (ucc: string) =>
    (await db.row<{ id: string }>("select 'SD' || number as id from client where ucc = $1", [ucc]))?.id ?? ''
  return {
    async act(action: Action): Promise<BookedAction> {
      const { kind, exDate, symbol, held, given, newIsin, other, percent, allotted, credited, accepted } = action
      const lines = [...(accepted ?? [])].map(async ([ucc, shares]) => `${await saudaId(ucc)} ${shares}`)
      const terms: ActionTerms = {
        kind,
        stockName: symbol,
        exDate,
        held,
        given,
        source: 'Notice of the company',
        ...(newIsin !== undefined && { newIsin }),
        ...(other && { otherStock: other.symbol }),
        ...(percent !== undefined && { costPercent: percent / 100 }),
        ...(allotted !== undefined && { allottedOn: allotted }),
        ...(credited !== undefined && { creditedOn: credited }),
        ...(accepted && { accepted: await Promise.all(lines) }),
      }
      await send('corporate-actions', terms)
      await booked()
      const { body } = await call('GET', '/desk/corporate-actions', { token: dealer.token })
      return body.actions.find(
        (each: BookedAction) =>
          each.stockName === symbol && each.kind === kind && each.exDate === exDate && !each.reversed,
      )
    },
    pay: ({ _id }: BookedAction, { on, price }: NonNullable<Action['paid']>) =>
      send(`corporate-actions/${_id}/fractions`, { price: price / 100, paidOn: on }),
    async reverse({ _id }: BookedAction) {
      await send(`corporate-actions/${_id}/reverse`, { reason: 'Announced with another ratio' })
      await booked()
    },
  }
}
