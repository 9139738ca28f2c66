import { emptyFile } from './sent-file.ts'
import { expect } from 'vitest'
import { bookChecks } from '../src/operation/books/checks.sql.ts'
import { checkBooks } from '../src/core/ledger/books.ts'
import { requireRow } from '../src/platform/db.ts'
import { owedPrincipal } from '../src/money/loan/loan.ts'
import { bookDays } from '../src/trading/contract/contract.book.ts'
import { recordFiles } from '../src/trading/exchange-file/exchange-file.book.ts'
import { releaseDue } from '../src/trading/clearing/release.ts'
import { brokeragePlan } from './charge-rates.ts'
import { decidePending } from './approvals.ts'
import { journalsWithoutAudit } from './audited.ts'
import { eventually } from './events.ts'
import { deliveryFile, obligationFile } from './settlement-files.ts'
import { fund, moneyClient } from './money.ts'
import { establishedOperator } from './operator.ts'
import { priceFileForm } from './price-file.ts'
import type { TestServer } from './server.ts'
import { tradeFileForm, tradeFileName, type TradeRow, tradeFileText } from './trade-file.ts'

export const shareA = 'INE9AA101016'
export const shareB = 'INE9AB201013'
const symbols: Record<string, string> = { [shareA]: 'DEMOTECH', [shareB]: 'DEMOBANK' }

/** The settlement number that `tradeFileText` writes. */
export const settlementNumberOf = (day: string): string =>
  `${day.slice(0, 4)}${String((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000 + 1).padStart(3, '0')}`

type Answer = Awaited<ReturnType<TestServer['call']>>
type Sends = {
  readonly done: (path: string, body: unknown) => Promise<Answer['body']>
  readonly approve: (subject: string) => Promise<Answer>
}

export type TradingClient = Awaited<ReturnType<typeof moneyClient>> & { readonly ucc: string }

/** The member codes and two shares. */
async function prepareTrading({ db }: TestServer): Promise<void> {
  await db.run(
    `insert into exchange_code (exchange, column_name, code, meaning)
     values ('NSE', 'Brkr', '90001', 'own'), ('BSE', 'Brkr', '9001', 'own') on conflict do nothing`,
  )
  await db.run(
    `insert into security (isin, exchange, from_day, symbol, series, name)
     select i, 'NSE', '1900-01-01', s, 'EQ', s || ' Limited' from unnest($1::text[], $2::text[]) as n (i, s)`,
    [Object.keys(symbols), Object.values(symbols)],
  )
}

/** Trade files from the exchanges to booked days. */
function tradeDays({ db, app }: TestServer, { done, approve }: Sends) {
  let number = 700_000
  /** Records the trades of a day. */
  const record = async (day: string, rows: readonly TradeRow[], exchange = 'NSE', query = '') => {
    const file = tradeFileForm(tradeFileText(day, rows, exchange), tradeFileName(day, { exchange }))
    if ((await done(`exchange-files${query}`, file)).waitsForSecond)
      expect((await approve('exchange-file.book')).status).toBe(200)
    await recordFiles(app.context)
    await eventually(
      async () =>
        (await db.rows("select from exchange_file where status in ('waiting', 'approved', 'booking')")).length === 0,
    )
  }
  /** As the job of a server does. */
  const bookReleased = () => bookDays({ ...app.context, owed: owedPrincipal })
  const book = async (day: string, more: object = { without: 'BSE' }) => {
    await done('trade-days', { day, ...more })
    await bookReleased()
    await eventually(async () => (await db.rows('select from trade_day where booked_at is null')).length === 0)
  }
  return {
    deal: (
      { ucc }: Pick<TradingClient, 'ucc'>,
      side: 'B' | 'S',
      quantity: number,
      price: string,
      more: Partial<TradeRow> = {},
    ): TradeRow => {
      const isin = more.isin ?? shareA
      const symbol = symbols[isin] ?? ''
      return { number: String(++number), client: ucc, side, quantity, price, isin, symbol, ...more }
    },
    record,
    bookReleased,
    book,
    /** Records and books the trades of NSE of a day. */
    bookDay: async (day: string, rows: readonly TradeRow[]) => {
      await record(day, rows)
      await book(day)
    },
  }
}

/** The true files of a settlement, which count at once. */
const settlementFiles = (server: TestServer, done: Sends['done']) => ({
  oblige: async (settlementId: string) => {
    const { text, name } = await obligationFile(server, settlementId)
    const reply = await done('clearing-files', priceFileForm(text, name))
    if (reply.waitsForSecond) throw new Error(reply.secondReasons.join('; '))
  },
  /** `short`: by client code and ISIN. */
  deliver: async (settlementId: string, short: Readonly<Record<string, number>> = {}) => {
    const { text, name } = await deliveryFile(server, settlementId, short)
    const reply = await done('clearing-files', priceFileForm(text, name))
    if (reply.waitsForSecond) throw new Error(reply.secondReasons.join('; '))
  },
})

/** The steps of a broker in Maharashtra, member of both exchanges: trade files, booking and files of the clearing corporation. */
export async function tradingDesk(server: TestServer) {
  const { call, db, app } = server
  const dealer = await establishedOperator(server, 'dealer', 'Deepa')
  const second = await establishedOperator(server, 'dealer', 'Dev')
  const admin = await establishedOperator(server, 'admin', 'Asif')
  const post = (path: string, body: unknown, { token } = dealer) =>
    call('POST', `/desk/${path}`, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } })
  const done = async (path: string, body: unknown, by = dealer) => {
    const { status, body: reply } = await post(path, body, by)
    if (status !== 200) throw new Error(`${path}: ${reply.message}`)
    return reply
  }
  const approve = (subject: string, by = second) => decidePending(server, by, { subject })
  await prepareTrading(server)
  await done('trade-charges/plans', brokeragePlan('Flat'), admin)

  let count = 0
  return {
    dealer,
    second,
    admin,
    post,
    done,
    approve,
    /** Verified, in Maharashtra, with the plan of ₹20 an order. */
    client: async (rupees = 0, { plan = true } = {}): Promise<TradingClient> => {
      const made = await moneyClient(server, { bank: true, since: '2020-01-01' })
      const ucc = `UD${1000 + ++count}`
      await db.run("update client set ucc = $2, gst_state = '27' where id = $1", [made.id, ucc])
      if (plan) await done('trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01', clientId: made.id }, admin)
      if (rupees > 0) await fund(server, made.id, rupees)
      return { ...made, ucc }
    },
    ...tradeDays(server, { done, approve }),
    /** A close of a share at NSE. */
    closing: (day: string, close: string, isin = shareA) =>
      db.run(
        `with ${emptyFile}, file as (
           insert into price_file (id, exchange, day, name, sha256, rows, prices, imported_by)
           values (gen_random_uuid(), 'NSE', $1::date, 'x', sha256(''), 1, 1, $5) returning id)
         insert into closing_price (isin, exchange, day, symbol, series, close, file_id) select $2, 'NSE', $1::date, $3, 'EQ', $4, id from file`,
        [day, isin, symbols[isin], close, dealer.id],
      ),
    /** In the books, in paise. */
    figures: ({ id }: Pick<TradingClient, 'id'>) =>
      requireRow(
        db.row<Record<'cash' | 'invested' | 'unsettled' | 'dues', bigint>>(
          'select cash, invested, unsettled, dues from client_ledger where client_id = $1',
          [id],
        ),
      ),
    sendFile: (text: string, name: string, by = dealer) => post('clearing-files', priceFileForm(text, name), by),
    ...settlementFiles(server, done),
    release: () => releaseDue(app.context),
    /** The books balance, and an audit row names the client of each journal. */
    balanced: async () => {
      expect((await checkBooks(app.context.db, bookChecks)).differences).toEqual([])
      expect(await journalsWithoutAudit(server)).toEqual([])
    },
    wallet: async ({ id, token }: Pick<TradingClient, 'id' | 'token'>) =>
      (await call('GET', `/user/wallet/${id}`, { token })).body,
  }
}
