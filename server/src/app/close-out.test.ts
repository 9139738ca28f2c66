import type { ClosureItem } from '@sauda/contract/client/closure'
import { cannotClose } from '@sauda/contract/client/closure'
import type { TaxReport } from '@sauda/contract/books/tax'
import type { TradeDay } from '@sauda/contract/trading/trade-day'
import type { Portfolio, Trade } from '@sauda/contract/trading/trade'
import { allFigures, type ClientFigure, figureNames } from '@sauda/contract/core/ledger-name'
import { nameOf } from '@sauda/contract/core/name'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { type Cells, clearingText, deliveryName, payLine } from '../../test/clearing.ts'
import { fund } from '../../test/money.ts'
import { testServer } from '../../test/server.ts'
import { daysBefore } from '../../test/trade.ts'
import { settlementNumberOf, shareA, shareB, tradingDesk } from '../../test/trading.ts'
import { elements, parseXml, textOf } from '../../test/xml.ts'
import { bookChecks } from '../operation/books/checks.sql.ts'
import { eventsOf, type Event } from '../books/statement/statement.ts'
import { rowsOf } from '../books/statement/statement.pdf.ts'
import { checkBooks } from '../core/ledger/books.ts'
import { dayInIndia } from '../platform/india.ts'

/** Every feature that shows something of a client, before a close-out, after it and after its reversal. */

const server = await testServer({
  RATE_LIMITS: 'off',
  APPROVALS: 'policy',
  LENDING: 'off',
  STEP_UP: 'off',
  GSTIN: '27AAAAA0000A1Z5',
})
const { call, db } = server
const desk = await tradingDesk(server)
const today = dayInIndia(new Date())
const [creditedOn = '', boughtOn = '', day = '', later = '', auctionDay = ''] = daysBefore(today, 6)
const number = settlementNumberOf(day)
const [market, auction] = [`NSE-M-${number}`, 'NSE-A-2026900']
type Client = Awaited<ReturnType<typeof desk.client>>
const [seller, buyer, unheld, gone] = [
  await desk.client(10_000),
  await desk.client(5000),
  await desk.client(),
  await desk.client(),
]
await desk.bookDay(creditedOn, [desk.deal(seller, 'B', 5, '70.00', { isin: shareB })])
await desk.bookDay(boughtOn, [desk.deal(seller, 'B', 25, '90.00')])
// Sales of shares bought the day before, of shares in the demat account, and of shares that the books do not have.
await desk.bookDay(day, [
  desk.deal(seller, 'S', 10, '100.00'),
  desk.deal(seller, 'S', 5, '80.00', { isin: shareB }),
  desk.deal(buyer, 'B', 4, '100.00'),
  desk.deal(unheld, 'S', 10, '100.00'),
  desk.deal(gone, 'S', 1, '100.00'),
])
await desk.closing(later, '105.00')

const get = async (path: string, { token }: { readonly token: string }) => (await call('GET', path, { token })).body
const total = (values: readonly number[]): number =>
  Math.round(100 * values.reduce((sum, each) => sum + each, 0)) / 100 || 0
type Entry = { readonly debit: string; readonly credit: string; readonly amount: bigint; readonly event: string }
const entriesOf = ({ id }: Client) =>
  db.rows<Entry>(
    `select e.debit::text, e.credit::text, e.amount, j.event from entry e
       join journal j on j.id = e.journal_id and j.client_id = e.client_id where e.client_id = $1 order by e.id`,
    [id],
  )
/** Rupees that entries put on ledger accounts: credits less debits. */
const onAccounts = (entries: readonly Entry[], ...accounts: readonly string[]): number =>
  total(
    entries.map(
      ({ debit, credit, amount }) => (Number(amount) / 100) * (+accounts.includes(credit) - +accounts.includes(debit)),
    ),
  )
const levies = ['brokerage', 'gst', 'stt', 'stamp_duty', 'exchange_charges', 'sebi_fee', 'fees']

/** What the client sees. */
async function shown(client: Client) {
  const { id } = client
  const { body: wallet } = await call('GET', `/user/wallet/${id}`, client)
  const portfolio: Portfolio = await get(`/user/portfolio/${id}`, client)
  const trades: Trade[] = await get(`/user/trade/history/${id}`, client)
  const days: { days: TradeDay[] } = await get(`/user/trade/days/${id}`, client)
  const tax: TaxReport = await get(`/user/tax/${id}`, client)
  const { items }: { items: ClosureItem[] } = await get('/user/closure', client)
  return {
    wallet,
    portfolio: {
      invested: portfolio.totalInvestment,
      realised: portfolio.totalPnL,
      positions: portfolio.openPositions,
      sales: portfolio.sales,
    },
    trades: trades
      .filter(({ reversed }) => !reversed)
      .map((trade) =>
        [
          trade.action,
          trade.stockName,
          trade.bookedQuantity,
          trade.quantity,
          trade.amount,
          trade.profitLoss,
          trade.charges,
        ].join(' '),
      )
      .toSorted(),
    positions: trades
      .filter(({ action, reversed }) => action === 'BUY' && !reversed)
      .map(({ _id, quantity, cost, status }) => {
        const sales = trades.filter(({ buyId }) => buyId === _id).map(({ profitLoss = 0 }) => profitLoss)
        return [quantity, cost, total(sales), status].join(' ')
      }),
    stocks: tax.stocks.map(({ stockName, ...earned }) => [stockName, ...Object.values(earned)].join(' ')),
    charges: days.days.map(({ day: on, charges, net }) => [on, charges, net].join(' ')),
    tax: {
      profitLoss: tax.profitLoss,
      portfolio: tax.reconciliation.portfolioAllYears,
      otherLots: tax.reconciliation.otherLots,
      unmatched: tax.unmatched.map(({ quantity, saleValue }) => [quantity, saleValue].join(' ')),
    },
    closing: items.map(({ text }) => text),
  }
}

/** The same for the broker. */
async function brokerShown() {
  const bank = await db.row<{ id: string }>('select id from broker_bank where receives')
  const { opening, receipts, payouts, exceptions, closing, points } = await get(
    `/desk/bank-days/${bank?.id}`,
    desk.admin,
  )
  const gst = await get(`/desk/reports/gst?from=${creditedOn}&to=${today}`, desk.admin)
  return { day: { opening, receipts, payouts, exceptions, closing, points }, gst: gst.total }
}

/** Every figure is the sum of ledger entries. */
async function traced(...clients: readonly Client[]): Promise<void> {
  for (const client of clients) {
    const entries = await entriesOf(client)
    const { wallet, portfolio, tax } = await shown(client)
    const money = ['cash', 'unsettled', 'client_dues', 'withheld']
    expect([wallet.balance, wallet.unsettled ?? 0, wallet.dues ?? 0, wallet.investedAmount]).toEqual([
      onAccounts(entries, 'cash'),
      onAccounts(entries, 'unsettled'),
      total([-onAccounts(entries, 'client_dues')]),
      onAccounts(entries, 'invested'),
    ])
    expect(portfolio.invested).toBe(wallet.investedAmount)
    // What trades brought: the client's worth, without what was deposited and with what charges took.
    const deposited = entries.filter(({ event }) => event === 'deposit.approved')
    const worth = total([onAccounts(entries, ...money, 'invested'), onAccounts(entries, ...levies)])
    expect(portfolio.realised).toBe(total([worth, -onAccounts(deposited, 'cash')]))
    const sales = tax.unmatched.map((text) => Number(text.split(' ')[1]))
    expect(total([tax.profitLoss, ...sales])).toBe(portfolio.realised)
    expect(tax.portfolio).toBe(portfolio.realised)
    await tracedCharges(client, entries)
    await tracedStatement(client, entries)
  }
  await tracedTally(clients)
  const { gst } = await brokerShown()
  const all = await db.rows<Entry>("select debit::text, credit::text, amount, '' as event from entry")
  expect(total(gst.slice(7, 11))).toBe(onAccounts(all, 'gst'))
  expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])
}

async function tracedCharges({ id, token }: Client, entries: readonly Entry[]): Promise<void> {
  const { days }: { days: TradeDay[] } = await get(`/user/trade/days/${id}`, { token })
  const trades: Trade[] = await get(`/user/trade/history/${id}`, { token })
  const ofTrades = trades.filter(({ reversed }) => !reversed).map(({ charges = 0 }) => charges)
  const booked = onAccounts(entries, ...levies)
  expect([total(days.map(({ charges }) => charges)), total(ofTrades)]).toEqual([booked, booked])
}

/** The statement on the screen, as CSV and as PDF. */
async function tracedStatement({ id, token }: Client, entries: readonly Entry[]): Promise<void> {
  const { events } = await get(`/user/statement/${id}/events`, { token })
  const accountOf = (figure: ClientFigure) => (figure === 'dues' ? 'client_dues' : figure)
  let before: Partial<Record<ClientFigure, number>> = {}
  for (const { entries: own, figures, amount, balance } of events.toReversed()) {
    const lines = own.map((entry: Omit<Entry, 'amount'> & { amount: number }) => ({
      ...entry,
      amount: paiseOf(entry.amount),
    }))
    for (const figure of allFigures)
      expect(total([figures[figure] ?? 0, -(before[figure] ?? 0)])).toBe(
        total([onAccounts(lines, accountOf(figure)) * (figure === 'dues' ? -1 : 1)]),
      )
    expect([amount, balance]).toEqual([onAccounts(lines, 'cash'), figures.cash])
    before = figures
  }
  const csv = (await call('GET', `/user/statement/${id}/csv`, { token })).body as Buffer
  const rows = parse<Record<string, string>>(csv, { columns: true, bom: true })
  // Without unsettled proceeds and dues the file lacks their columns.
  const column = (row: Record<string, string> | undefined, name: string) => Number(row?.[`${name} (₹)`] ?? 0)
  for (const figure of allFigures)
    expect([figure, column(rows.at(-1), figureNames[figure])]).toEqual([figure, before[figure] ?? 0])
  const inAndOut = rows.slice(1).map((row) => column(row, 'In') - column(row, 'Out'))
  expect(total(inAndOut)).toBe(onAccounts(entries, 'cash'))
  await tracedPdf(id, before)
  expect((await call('GET', `/user/statement/${id}/pdf`, { token })).body.subarray(0, 5).toString()).toBe('%PDF-')
}

/** The lines from which the PDF is drawn name every change of the sale proceeds and dues. */
async function tracedPdf(id: string, closing: Partial<Record<ClientFigure, number>>): Promise<void> {
  const events: Event[] = []
  const opening = { cash: 0n, invested: 0n, loan: 0n, cashback: 0n, withheld: 0n, unsettled: 0n, dues: 0n }
  for await (const batch of eventsOf(db, id, { from: null, to: null }, opening)) events.push(...batch)
  const rows = rowsOf(0n, events, () => 0)
  expect(rows.at(-1)?.balance).toBe(formatRupees(paiseOf(closing.cash ?? 0)).replace('₹', ''))
  const texts = rows.filter(({ kind }) => kind === 'event').map(({ details }) => details.join(' '))
  for (const [at, event] of events.entries())
    for (const figure of ['unsettled', 'dues'] as const) {
      const change = event[figure] - event.before[figure]
      if (change !== 0n)
        expect(texts[at]).toContain(`${figureNames[figure]} ${change > 0n ? '+' : ''}${formatRupees(change)}`)
    }
}

async function tracedTally(clients: readonly Client[]): Promise<void> {
  const path = `/desk/accounting/journal?from=${today}&to=${today}&format=xml`
  const envelope = parseXml((await call('GET', path, { token: desk.admin.token })).body.toString())
  const ledgers = new Set(elements(envelope, 'LEDGER').map(({ attributes }) => attributes['NAME']))
  const sums = new Map<string, bigint>()
  for (const voucher of elements(envelope, 'VOUCHER')) {
    let sum = 0n
    for (const line of elements(voucher, 'ALLLEDGERENTRIES.LIST')) {
      const [name = '', paise] = [textOf(line, 'LEDGERNAME'), paiseOf(Number(textOf(line, 'AMOUNT')))]
      expect(ledgers).toContain(name)
      sums.set(name, (sums.get(name) ?? 0n) + paise)
      sum += paise
    }
    expect(sum).toBe(0n)
  }
  for (const client of clients) {
    const row = await db.row<{ number: bigint }>('select number from client where id = $1', [client.id])
    const entries = await entriesOf(client)
    for (const account of ['cash', 'unsettled', 'invested'] as const)
      expect(sums.get(`${nameOf('client', row?.number ?? 0n)} ${figureNames[account]}`) ?? 0n).toBe(
        paiseOf(onAccounts(entries, account)),
      )
  }
}

let version = 0
const deliver = async (rows: readonly Cells[]) => {
  const cells = rows.map((row) => ({ ISIN: shareA, SctiesSttlmTxId: number, SttlmTp: '', ...row }))
  expect((await desk.sendFile(clearingText('delivery', cells), deliveryName(day, ++version))).status).toBe(200)
}
const shortageOf = async ({ id }: Client) =>
  (await db.row<{ id: string }>('select id from shortage where client_id = $1', [id]))?.id ?? ''
/** Both operators. */
async function close(client: Client): Promise<void> {
  const shortageId = await shortageOf(client)
  const body = { kind: 'closeout', number: '2026900', day: auctionDay, price: 112 }
  expect((await desk.post(`shortages/${shortageId}/close`, body)).body).toMatchObject({ waitsForSecond: true })
  expect((await desk.approve(shortageId)).status).toBe(200)
}
async function reverse(client: Client): Promise<void> {
  const shortageId = await shortageOf(client)
  const body = { reason: 'The auction was annulled' }
  expect((await desk.post(`shortages/${shortageId}/reopen`, body)).body).toMatchObject({ waitsForSecond: true })
  expect((await desk.approve(shortageId)).status).toBe(200)
}
/** The final obligation of a settlement, its bank lines and the release. */
async function payOut(settlementId: string): Promise<void> {
  await desk.oblige(settlementId)
  await db.transaction((tx) => payLine(tx, settlementId))
  await desk.release()
}
const closeAccount = (client: Client) => call('POST', '/user/closure', { token: client.token, body: {} })
const rupees = (amount: number) => formatRupees(paiseOf(amount))
const short = 'The shares of 1 trade were not delivered, and the close-out is not booked yet.'

test('after a shortage and its reversal every screen, file and report is the sum of ledger entries', async () => {
  const all = [seller, buyer, unheld] as const
  await deliver([
    { ClntId: seller.ucc, QtyORShrtQty: 4 },
    { ClntId: buyer.ucc, QtyORShrtQty: 0 },
    { ClntId: unheld.ucc, QtyORShrtQty: 10 },
  ])
  await traced(...all)
  const state = async () => [await shown(seller), await shown(buyer), await shown(unheld), await brokerShown()] as const
  const before = await state()
  const [selling, buying, without, broker] = before
  // The proceeds are 1,400 less the charges; the 1,000 of shares bought the day before pay for nothing else.
  expect(selling.wallet.usableUnsettled).toBe(total([selling.wallet.unsettled, -1000]))
  expect(selling.closing).toContain(short)

  for (const client of all) await close(client)
  await traced(...all)
  const [sold, received, owing, after] = await state()
  expect(after).toEqual(broker)

  // 4 at 126 bought for 504, of it 400 with the proceeds of these 4; the other 600 are as unusable as before.
  expect(sold.wallet).toMatchObject({
    balance: selling.wallet.balance,
    unsettled: total([selling.wallet.unsettled, -504]),
    usableUnsettled: total([selling.wallet.usableUnsettled, -104]),
  })
  expect(sold.wallet.withdrawable).toBe(selling.wallet.withdrawable)
  expect(sold.portfolio).toMatchObject({ invested: 19 * 90, realised: 6 * 10 + 5 * 10 - 4 * 26, positions: 1 })
  expect(sold.tax).toMatchObject({ profitLoss: 6, otherLots: 0, unmatched: [] })
  expect(sold.charges).toEqual(selling.charges)

  // The money comes with the pay-out of the auction and pays for nothing before.
  expect(received.wallet).toMatchObject({ balance: buying.wallet.balance, unsettled: 504, usableUnsettled: 0 })
  expect(received.wallet.withdrawable).toBe(buying.wallet.withdrawable)
  expect(received.portfolio).toEqual({ invested: 0, realised: 104, positions: 0, sales: 1 })
  expect(received.tax).toMatchObject({ profitLoss: 104, otherLots: 0 })
  expect(received.charges).toEqual(buying.charges)

  expect(without.tax).toMatchObject({ profitLoss: 0, unmatched: ['10 1000'] })
  const dues = total([1260, -without.wallet.unsettled, -without.wallet.balance])
  expect(owing.wallet).toMatchObject({ balance: 0, dues })
  expect(owing.portfolio).toMatchObject({ invested: 0, realised: -260, positions: 0 })
  expect(owing.tax).toMatchObject({ profitLoss: -260, unmatched: [] })

  for (const client of all) await reverse(client)
  await traced(...all)
  expect(await state()).toEqual(before)
})

test('an account with a short delivery is closed once the close-out is paid and paid out', async () => {
  const charges = 'You owe'
  expect((await closeAccount(unheld)).body.message).toContain(short)
  await close(unheld)
  const { dues } = (await shown(unheld)).wallet
  expect((await closeAccount(unheld)).body).toEqual(
    cannotClose([`${charges} ${rupees(dues)} for executed trades. Add funds to pay it.`]),
  )
  await fund(server, unheld.id, dues)
  expect(await closeAccount(unheld)).toMatchObject({ status: 200, body: { view: { closure: { status: 'closed' } } } })

  await close(buyer)
  const { wallet } = await shown(buyer)
  expect((await closeAccount(buyer)).body).toEqual(
    cannotClose([`Sale proceeds of ${rupees(504)} are not settled yet.`]),
  )
  await payOut(auction)
  expect((await shown(buyer)).wallet).toMatchObject({ balance: total([wallet.balance, 504]) })
  expect(await closeAccount(buyer)).toMatchObject({ status: 200, body: { view: { closure: { status: 'open' } } } })
  await traced(buyer)
})

test('a short delivery that a later file names prevents closing and erasure although no proceeds are left', async () => {
  await payOut(market)
  const { wallet } = await shown(gone)
  expect(wallet.unsettled ?? 0).toBe(0)
  await deliver([
    { ClntId: seller.ucc, QtyORShrtQty: 4 },
    { ClntId: gone.ucc, QtyORShrtQty: 1 },
  ])
  expect((await closeAccount(gone)).body).toEqual(cannotClose([short]))
  const { obstacles } = (await call('GET', '/user/privacy', { token: gone.token })).body
  expect(obstacles).toContain('trades are not booked or not delivered')
})
