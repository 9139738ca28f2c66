import { expect } from 'vitest'
import { bookChecks } from '../src/checks.sql.ts'
import { checkBooks } from '../src/core/ledger/books.ts'
import { brokeragePlan } from './charge-rates.ts'
import { eventually } from './events.ts'
import { fund, moneyClient } from './money.ts'
import { newOperator } from './operator.ts'
import type { TestServer } from './server.ts'
import { tradeFileForm, tradeFileName, type TradeRow, tradeFileText } from './trade-file.ts'

export const tech = 'INE9AA101016'
export const bank = 'INE9AB201013'
const symbols: Record<string, string> = { [tech]: 'DEMOTECH', [bank]: 'DEMOBANK' }

export type TradingClient = Awaited<ReturnType<typeof moneyClient>> & { readonly ucc: string }

/** Trade days from the exchanges' files to booked contracts; the broker is in Maharashtra and trades on both exchanges. */
export async function tradeDaySteps(server: TestServer) {
  const { call, db } = server
  const dealer = await newOperator(server, 'dealer')
  const admin = await newOperator(server, 'admin')
  const post = async (path: string, body: unknown, { token } = dealer) =>
    call('POST', `/desk/${path}`, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } })
  const done = async (path: string, body: unknown, by = dealer) => {
    const { status, body: reply } = await post(path, body, by)
    if (status !== 200) throw new Error(`${path}: ${reply.message}`)
    return reply
  }
  for (const [exchange, code] of [
    ['NSE', '90001'],
    ['BSE', '9001'],
  ])
    await done('exchange-codes', { exchange, column: 'Brkr', code, meaning: 'own' }, admin)
  await done('trade-charges/plans', brokeragePlan('Flat'), admin)
  await db.run(
    `insert into security (isin, exchange, from_day, symbol, series, name)
     select i, 'NSE', '1900-01-01', s, 'EQ', s || ' Limited' from unnest($1::text[], $2::text[]) as n (i, s)`,
    [Object.keys(symbols), Object.values(symbols)],
  )

  let count = 0
  /** Verified, in Maharashtra, with the plan of ₹20 an order. */
  async function client(rupees = 20_000, { plan = true } = {}): Promise<TradingClient> {
    const made = await moneyClient(server, { bank: true, since: '2020-01-01' })
    const ucc = `UC${1000 + ++count}`
    await db.run("update client set ucc = $2, gst_state = '27' where id = $1", [made.id, ucc])
    if (plan) await done('trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01', clientId: made.id }, admin)
    if (rupees > 0) await fund(server, made.id, rupees)
    return { ...made, ucc }
  }

  let number = 500_000
  const deal = (
    { ucc }: Pick<TradingClient, 'ucc'>,
    side: 'B' | 'S',
    quantity: number,
    price: string,
    more: Partial<TradeRow> = {},
  ): TradeRow => {
    const isin = more.isin ?? tech
    return { number: String(++number), client: ucc, side, quantity, price, isin, symbol: symbols[isin] ?? '', ...more }
  }
  const record = async (day: string, rows: readonly TradeRow[], exchange = 'NSE', query = '') => {
    await done(
      `exchange-files${query}`,
      tradeFileForm(tradeFileText(day, rows, exchange), tradeFileName(day, { exchange })),
    )
    await eventually(
      async () =>
        (await db.rows("select from exchange_file where status in ('waiting', 'approved', 'booking')")).length === 0,
    )
  }
  const book = async (day: string, more: object = { without: 'BSE' }) => {
    await done('trade-days', { day, ...more })
    await eventually(async () => (await db.rows('select from trade_day where booked_at is null')).length === 0)
  }
  const bookDay = async (day: string, rows: readonly TradeRow[]) => {
    await record(day, rows)
    await book(day)
  }
  const balanced = async () => expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])
  const wallet = async ({ id, token }: Pick<TradingClient, 'id' | 'token'>) =>
    (await call('GET', `/user/wallet/${id}`, { token })).body
  return { dealer, admin, post, done, client, deal, record, book, bookDay, balanced, wallet }
}
