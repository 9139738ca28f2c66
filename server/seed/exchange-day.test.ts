import type { ClearingSettlement } from '@sauda/contract/trading/clearing'
import type { Exchange } from '@sauda/contract/trading/market'
import { corporationOf } from '@sauda/contract/trading/corporation'
import type { LevyComparison } from '@sauda/contract/trading/levy-file'
import type { PriceFileReading } from '@sauda/contract/trading/closing-price'
import { type Tariff, tariffOf } from '@sauda/contract/trading/charge-rate'
import type { TradeFileReading } from '@sauda/contract/trading/exchange-file'
import { expect, test } from 'vitest'
import { brokeragePlan } from '../test/charge-rates.ts'
import { eventually } from '../test/events.ts'
import { often } from '../test/often.ts'
import { newOperator } from '../test/operator.ts'
import { priceFileForm } from '../test/price-file.ts'
import { atBank, exchangeBookings, statementForm } from '../test/reconciliation.ts'
import { testServer } from '../test/server.ts'
import { daysBefore } from '../test/trade.ts'
import { bookChecks } from '../src/operation/books/checks.sql.ts'
import { balanceWithClearing } from '../src/core/ledger/clearing.ts'
import { checkBooks } from '../src/core/ledger/books.ts'
import { dayInIndia } from '../src/platform/india.ts'
import { releaseDue } from '../src/trading/clearing/release.ts'
import { nextSettlementDay } from '../src/trading/market/trading-day.ts'
import { recordFiles } from '../src/trading/exchange-file/exchange-file.book.ts'
import { chargeOptions } from '../src/trading/trade-charge/trade-charge.compute.ts'
import { newExchange } from './exchange-day.ts'
import { clientsFile, filesOf, listingFile, members, settlementNumber, sttListFile } from './exchange-files.ts'
import { expectedCharges, newHoldings } from '../test/exchange-oracle.ts'
import { type ExchangeTrade, fillsOf, leviesOf, securitiesOf } from './exchange-oracle.ts'

/** Days of an invented exchange against the oracle, cleared at one clearing corporation or each exchange at its own. The broker is in Maharashtra. */
async function prove(way: string, home?: Exchange): Promise<void> {
  const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAPFU0939F1ZV' })
  const { call, db, app } = server
  const [dealer, cashier, admin] = [
    await newOperator(server, 'dealer'),
    await newOperator(server, 'cashier'),
    await newOperator(server, 'admin'),
  ]
  const exchange = newExchange({ seed: 7, clients: 12 })

  async function send<T>(path: string, body: unknown, { token } = dealer): Promise<T> {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const { status, body: reply } = await call('POST', `/desk/${path}`, { token, body, headers })
    expect({ path, status, message: reply.message }).toMatchObject({ path, status: 200 })
    return reply
  }
  const sendFile = <T>(path: string, name: string, text: string) => send<T>(path, priceFileForm(text, name))
  const tariff = (text: string): Tariff => tariffOf(text) ?? { slabs: [], perShare: 0n }
  const { name: planName, from, delivery, intraday, etf } = brokeragePlan('Flat')
  const plan = {
    delivery: tariff(delivery),
    intraday: tariff(intraday),
    etf: tariff(etf),
    minimum: 0n,
    dealerFee: 0n,
  }
  const days = daysBefore(dayInIndia(new Date()), 6)
    .slice(0, home ? 2 : 5)
    .map((day) => ({
      day,
      settledOn: nextSettlementDay(day),
      clearsAt: home,
      ...exchange.trade(day, often(150, 2000)),
    }))
  const byClient = (trades: readonly ExchangeTrade[]) =>
    Map.groupBy(
      trades.filter(({ isCancelled }) => !isCancelled),
      ({ client }) => client,
    )
  const opening = 500_000_000n
  /** What a client's day must come to. STT and stamp duty are those of the files: each exchange rounds its own. */
  function expectedContract(day: string, ucc: string, trades: readonly ExchangeTrade[]) {
    const fills = fillsOf(trades, home)
    const gst = exchange.clients.find((client) => client.ucc === ucc)?.state === 'KA' ? 'whole' : 'split'
    const amounts = expectedCharges({ day, fills, rates: new Map(), plan, gst, options: chargeOptions })
    const securities = securitiesOf(fills)
    const filed = ['NSE', 'BSE'].map((at) => leviesOf(securities.filter((each) => each.clearsAt === at)))
    const sum = (values: readonly bigint[]) => values.reduce((total, each) => total + each, 0n)
    const contract = {
      ucc,
      bought: sum(securities.map(({ buyValue }) => buyValue)),
      sold: sum(securities.map(({ sellValue }) => sellValue)),
      brokerage: amounts.brokerage,
      exchange_charges: amounts.transaction + amounts.ipft,
      sebi_fee: amounts.sebi,
      stt: sum(filed.map(({ stt }) => stt)),
      stamp_duty: sum(filed.map(({ stamp }) => stamp)),
      gst: amounts.cgst + amounts.sgst + amounts.igst,
    }
    const { ucc: _, bought, sold, ...charges } = contract
    return { ...contract, net: sold - bought - sum(Object.values(charges)) }
  }
  const isBusy = async (query: string) => (await db.rows(query)).length > 0

  await send('client-imports', statementForm(clientsFile(exchange, 7), 'clients.csv'), cashier)
  for (const { ucc, state } of exchange.clients)
    await db.run("update client set gst_state = $2, created_at = now() - interval '90 days' where ucc = $1", [
      ucc,
      state === 'KA' ? '29' : '27',
    ])
  for (const [name, code] of Object.entries(members))
    await send('exchange-codes', { exchange: name, column: 'Brkr', code, meaning: 'own' }, admin)
  await send('trade-charges/plans', { ...brokeragePlan(planName), from }, admin)
  await send('trade-charges/plans/assign', { plan: planName, from }, admin)
  await sendFile('securities/files', 'EQUITY_L.csv', listingFile(exchange))
  const sttList = sttListFile(exchange, days.map(({ day }) => day).toSorted()[0] ?? '')
  await sendFile('stt-lists', sttList.name, sttList.text)
  if (home) {
    const corporation = corporationOf[home]
    await send('clearing-corporations', { from: days[0]?.day, NSE: corporation, BSE: corporation })
  }
  const holdings = newHoldings()

  test.each(days)(
    `${way}, $day: trades, contracts, ledger, holdings and obligations are those of the files and of the oracle`,
    async (today) => {
      const { day, trades } = today
      const valid = trades.filter(({ isCancelled }) => !isCancelled)
      const contracts = [...byClient(trades)].map(([ucc, own]) => expectedContract(day, ucc, own))
      const files = [...filesOf(today, exchange)]
      for (const [name, text] of files.filter(([each]) => each.startsWith('BhavCopy'))) {
        const { held, missing } = await sendFile<PriceFileReading>('closing-prices', name, text)
        expect({ held, missing: name.includes('NSE') ? missing : [] }).toEqual({ held: [], missing: [] })
      }
      for (const [name, text] of files.filter(([each]) => /^Trade_.*_F_/.test(each))) {
        const { totals, exceptions } = await sendFile<TradeFileReading>('exchange-files', name, text)
        const own = valid.filter((each) => name.includes(each.exchange))
        expect([totals.trades, exceptions.ucc, exceptions.isin]).toEqual([own.length, undefined, undefined])
        await recordFiles(app.context)
      }
      const recorded = await db.rows<{ text: string }>(
        `select concat_ws(' ', exchange, trade_number, c.ucc, isin, side, t.quantity, trim_scale(t.price * 100)) as text
       from exchange_trade t join client c on c.id = t.client_id where day = $1`,
        [day],
      )
      const textOf = ({ exchange: at, number, client, isin, side, quantity, price }: ExchangeTrade) =>
        [at, number, client, isin, side, quantity, price].join(' ')
      expect(recorded.map(({ text }) => text).toSorted()).toEqual(valid.map(textOf).toSorted())

      // The levy files come before the booking on one day, and after it on the next one.
      const sendLevies = async () => {
        const ids: string[] = []
        for (const [name, text] of files.filter(([each]) => /^(STT|StampDuty)_/.test(each)))
          ids.push((await sendFile<LevyComparison>('levy-files', name, text)).file._id)
        return ids
      }
      const sendObligations = async () => {
        for (const [name, text] of files.filter(([each]) => /^(SettlementMaster|Obligation)_/.test(each)))
          await sendFile('clearing-files', name, text)
      }
      // BSE has no trade for trade here, so that only the obligation file names the settlement of these trades at ICCL.
      const isNamedByFile = home === 'BSE'
      if (isNamedByFile) await sendObligations()
      const isEarly = days.indexOf(today) % 2 === 0
      const before = isEarly ? await sendLevies() : []
      await send('trade-days', { day })
      await eventually(async () => !(await isBusy('select from trade_day where booked_at is null')))
      for (const id of isEarly ? before : await sendLevies()) {
        const { body } = await call('GET', `/desk/levy-files/${id}`, { token: dealer.token })
        expect(body).toMatchObject({ differences: [], file: { total: body.file.computed } })
      }
      const booked = () =>
        db.rows(
          `select c.ucc, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst, net
         from contract k join client c on c.id = k.client_id where day = $1 and reversed_at is null order by c.ucc`,
          [day],
        )
      const sorted = contracts.toSorted((one, other) => (one.ucc < other.ucc ? -1 : 1))
      const textOfAll = (rows: readonly object[]) => rows.map((each) => Object.values(each).join(' ')).join('\n')
      // A booked day is adjusted to files that come later.
      await eventually(async () => textOfAll(await booked()) === textOfAll(sorted))
      expect(await booked()).toEqual(sorted)
      await checkTrades(day, valid)
      await checkLedger(day, contracts)
      await checkHoldings(day, trades)
      if (!isNamedByFile) await sendObligations()
      await checkObligations(day, trades)
      expect((await checkBooks(app.context.db, bookChecks)).differences).toEqual([])
    },
  )

  /** E1: each client's shares and value of a security and side are those of the files. */
  async function checkTrades(day: string, valid: readonly ExchangeTrade[]): Promise<void> {
    const rows = await db.rows<{ text: string }>(
      `select concat_ws(' ', c.ucc, t.stock, left(t.action, 1), trim_scale(sum(t.quantity)), sum(t.amount)) as text
       from trade t join contract k on k.id = t.contract_id join client c on c.id = t.client_id where k.day = $1 group by c.ucc, t.stock, t.action`,
      [day],
    )
    const groups = Map.groupBy(valid, ({ client, symbol, side }) => [client, symbol, side].join(' '))
    const wanted = [...groups].map(([key, own]) =>
      [
        key,
        own.reduce((sum, { quantity }) => sum + quantity, 0),
        own.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
      ].join(' '),
    )
    expect(rows.map(({ text }) => text).toSorted()).toEqual(wanted.toSorted())
  }

  /** E2: a contract's net is what its journals moved, and each levy is what they credited. */
  async function checkLedger(day: string, contracts: readonly ReturnType<typeof expectedContract>[]): Promise<void> {
    const rows = await db.rows<{ ucc: string } & Record<string, string>>(
      `select c.ucc, a.account, sum(a.paise)::bigint as paise
       from contract k join client c on c.id = k.client_id join journal j on j.cause_id = k.id or j.cause_id in (select id from levy_adjustment where contract_id = k.id) join entry e on e.journal_id = j.id
      cross join lateral (values (e.credit::text, e.amount), (e.debit::text, -e.amount)) a (account, paise)
      where k.day = $1 group by c.ucc, a.account`,
      [day],
    )
    const moved = (ucc: string, ...accounts: readonly string[]) =>
      rows
        .filter((row) => row.ucc === ucc && accounts.includes(row['account'] ?? ''))
        .reduce((sum, { paise }) => sum + BigInt(paise ?? 0), 0n)
    const found = contracts.map(({ ucc }) => ({
      ucc,
      brokerage: moved(ucc, 'brokerage'),
      exchange_charges: moved(ucc, 'exchange_charges'),
      sebi_fee: moved(ucc, 'sebi_fee'),
      stt: moved(ucc, 'stt'),
      stamp_duty: moved(ucc, 'stamp_duty'),
      gst: moved(ucc, 'gst'),
      net: moved(ucc, 'cash', 'unsettled', 'client_dues'),
    }))
    expect(contracts).toMatchObject(found)
  }

  /** What is left of every purchase, what it cost, and what the day's sales have earned. */
  async function checkHoldings(day: string, trades: readonly ExchangeTrade[]): Promise<void> {
    const { holdings: wanted, profit } = holdings(trades)
    const lots = await db.rows<{ text: string }>(
      `select concat_ws(' ', c.ucc, l.isin, trim_scale(sum(open_quantity)), sum(open_cost)) as text
       from lot l join client c on c.id = l.client_id where open_quantity > 0 group by c.ucc, l.isin`,
    )
    const texts = [...wanted].map(([key, { shares, cost }]) => `${key} ${shares} ${cost}`)
    expect(lots.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
    const earned = await db.rows<{ text: string }>(
      `select concat_ws(' ', c.ucc, sum(t.amount - t.cost)) as text
       from trade t join contract k on k.id = t.contract_id join client c on c.id = t.client_id
      where k.day = $1 and t.action = 'SELL' group by c.ucc`,
      [day],
    )
    expect(earned.map(({ text }) => text).toSorted()).toEqual(
      [...profit].map(([ucc, paise]) => `${ucc} ${paise}`).toSorted(),
    )
  }

  /** E3: the ledger's net of each settlement and the volumes of each security are those of the obligation files. */
  async function checkObligations(day: string, trades: readonly ExchangeTrade[]) {
    const { body } = await call('GET', '/desk/clearing-settlements', { token: dealer.token })
    const own = (body.settlements as ClearingSettlement[]).filter(({ tradedOn }) => tradedOn === day)
    const wanted = new Map<string, bigint>()
    for (const { exchange: at, isDelivered, side, quantity, price } of trades.filter(
      ({ isCancelled }) => !isCancelled,
    )) {
      const id = `${home ?? at}-${isDelivered ? 'Z' : 'M'}-${settlementNumber(home ?? at, day)}`
      wanted.set(id, (wanted.get(id) ?? 0n) + BigInt(quantity * price) * (side === 'S' ? 1n : -1n))
    }
    const found = own.map(({ _id, computed, file, difference }) => ({ _id, computed, file, difference }))
    expect(found.toSorted((one, other) => (one._id < other._id ? -1 : 1))).toEqual(
      [...wanted]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([_id, paise]) => ({ _id, computed: Number(paise) / 100, file: Number(paise) / 100, difference: 0 })),
    )
    for (const { _id } of own) {
      const { body: of } = await call('GET', `/desk/clearing-settlements/${_id}`, { token: dealer.token })
      expect([_id, of.volumes]).toEqual([_id, []])
    }
  }

  /** At one clearing corporation nobody sells more than was bought on the first day. */
  const [delivered] = (home ? days.slice(1) : days) as [(typeof days)[number]]
  test(`${way}: delivery files name the sellers who were short, and later ones that they delivered`, async () => {
    const sendDeliveries = async (shortOf: (sold: bigint) => bigint) => {
      for (const [name, text] of filesOf({ ...delivered, shortOf }, exchange))
        if (name.startsWith('DeliveryDpo_')) await sendFile('clearing-files', name, text)
      return db.rows<{ text: string }>(
        `select concat_ws(' ', c.ucc, h.isin, h.side, trim_scale(h.quantity)) as text from shortage h join client c on c.id = h.client_id
        where h.ended_at is null`,
      )
    }
    const short = await sendDeliveries((sold) => (sold + 1n) / 2n)
    const wanted = [...byClient(delivered.trades)].flatMap(([ucc, own]) =>
      securitiesOf(fillsOf(own, home))
        .filter(({ bought, sold, fills }) => sold > bought && !(fills[0]?.isDelivered && bought > 0n))
        .map(({ isin, bought, sold }) => `${ucc} ${isin} S ${(sold - bought + 1n) / 2n}`),
    )
    expect(wanted.length).toBeGreaterThan(0)
    expect(short.map(({ text }) => text).toSorted()).toEqual(wanted.toSorted())
    expect(await sendDeliveries(() => 0n)).toEqual([])
  })

  test(`${way}: after the bank entries and the release every account with the clearing corporations is empty, and each client has what the contracts came to`, async () => {
    const bank = atBank(server, cashier.token)
    for (const today of days) {
      // Those of one day came before.
      for (const [name, file] of today === delivered ? [] : filesOf(today, exchange))
        if (name.startsWith('DeliveryDpo_'))
          expect(await sendFile('clearing-files', name, file)).not.toHaveProperty('waitsForSecond')
      const [, text] = [...filesOf(today, exchange)].find(([name]) => name.startsWith('Bank_')) ?? ['', '']
      expect((await bank.importText(text)).status).toBe(200)
      for (const { reference, narration, booking } of exchangeBookings(text)) {
        const { _id } = await bank.find(reference)
        const { status, body } = await bank.send(`/lines/${_id}/book`, booking)
        expect({ narration, status, message: body.message }).toMatchObject({ narration, status: 200 })
      }
    }
    await releaseDue(app.context)
    for (const { id } of await db.rows<{ id: string }>('select id from clearing_settlement'))
      expect([id, await balanceWithClearing(db, id)]).toEqual([id, 0n])
    const levies = await db.row(
      `select coalesce(sum(case 'stt' when credit::text then amount when debit::text then -amount end), 0)::bigint as stt,
            coalesce(sum(case 'stamp_duty' when credit::text then amount when debit::text then -amount end), 0)::bigint as stamp from entry`,
    )
    expect(levies).toEqual({ stt: 0n, stamp: 0n })
    const money = await db.rows<{ ucc: string; cash: bigint; dues: bigint; unsettled: bigint }>(
      'select ucc, l.cash, l.dues, l.unsettled from client_ledger l join client c on c.id = l.client_id order by ucc',
    )
    const wanted = exchange.clients.map(({ ucc }) => {
      const nets = days.flatMap(({ day, trades }) => {
        const own = byClient(trades).get(ucc)
        return own ? [expectedContract(day, ucc, own).net] : []
      })
      return [ucc, nets.reduce((sum, net) => sum + net, opening), 0n] as const
    })
    expect(money.map(({ ucc, cash, dues, unsettled }) => [ucc, cash - dues, unsettled])).toEqual(
      wanted.toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
    expect((await checkBooks(app.context.db, bookChecks)).differences).toEqual([])
  })
}

await prove('each exchange at its own clearing corporation')
await prove('both exchanges at NCL', 'NSE')
await prove('both exchanges at ICCL', 'BSE')
