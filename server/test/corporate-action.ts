import { expect } from 'vitest'
import type { ActionTerms, BookedAction } from '@sauda/contract/trading/corporate-action'
import type { Trade } from '@sauda/contract/trading/trade'
import { bookChecks } from '../src/operation/books/checks.sql.ts'
import { checkBooks } from '../src/core/ledger/books.ts'
import { decidePending, withApprovals } from './approvals.ts'
import { journalsWithoutAudit } from './audited.ts'
import { moneyClient, type MoneyClient } from './money.ts'
import { establishedOperator } from './operator.ts'
import { newIsin } from './price-file.ts'
import type { TestServer } from './server.ts'
import { emptyFile } from './sent-file.ts'
import { tradeSteps } from './trade.ts'

let shares = 0

/** A new share, with the ISIN that trade files name. */
export async function listedShare({ db }: TestServer, symbol: string) {
  const isin = newIsin(930_000 + ++shares)
  await db.run(
    `with known as (insert into security (isin, exchange, from_day, symbol, series, name) values ($2, 'NSE', '1900-01-01', $1, 'EQ', $1 || ' Limited'))
     insert into instrument (symbol, name, exchange, kind, lot, tick, fractional, aliases, isin)
     values ($1, $1 || ' Industries', 'NSE', 'share', 1, 0.05, false, '{}', $2)`,
    [symbol, isin],
  )
  return { isin, symbol }
}

/** Open positions, with what identifies a lot. */
export const shownLots = (positions: readonly Trade[]) =>
  positions.map(({ quantity, cost, avgPrice, tradedAt, opened }) => ({
    quantity,
    cost,
    avgPrice,
    day: tradedAt?.slice(0, 10),
    ...(opened?.isFraction === true && { isFraction: true }),
  }))

/** `SD100001` of each client, in this order. */
export const saudaIds = async ({ db }: TestServer, ...clients: readonly { readonly id: string }[]) =>
  (
    await db.rows<{ id: string }>(
      "select 'SD' || number as id from client where id = any($1::uuid[]) order by array_position($1::uuid[], id)",
      [clients.map(({ id }) => id)],
    )
  ).map(({ id }) => id)

/** A desk that books corporate actions, with shares of its own. */
export async function actionDesk(server: TestServer) {
  const { call } = server
  const [maker, checker] = [
    await establishedOperator(server, 'dealer', 'Mira'),
    await establishedOperator(server, 'dealer', 'Chetan'),
  ]
  const steps = tradeSteps(server, maker)
  const post = (path: string, body: object, { token } = maker) =>
    call('POST', `/desk/${path}`, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } })
  const done = async (path: string, body: object) => {
    const { status, body: reply } = await post(path, body)
    if (status !== 200) throw new Error(`${path}: ${reply.message}`)
    return reply
  }
  const approve = async (kind: string) => {
    const { status, body } = await decidePending(server, checker, { subject: kind })
    if (status !== 200) throw new Error(`${kind}: ${body.message}`)
  }
  const list = async () => (await call('GET', '/desk/corporate-actions', { token: maker.token })).body.actions
  /** Dated before the previous trading day, which needs a second operator otherwise. */
  const single = <T>(work: () => Promise<T>) => withApprovals(server, 'single', work)
  return {
    maker,
    checker,
    post,
    done,
    approve,
    list,
    steps,
    ...market(server, maker),
    client: (rupees = 50_00_000) => moneyClient(server, { rupees, since: '2020-01-01' }),
    buy: (client: MoneyClient, stockName: string, quantity: number, price: number, day: string) =>
      single(() =>
        done('trades/buy', { clientId: client.id, stockName, quantity, price, tradedAt: `${day}T10:15:30+05:30` }),
      ),
    sell: (position: { _id: string }, quantity: number, price: number, day: string) =>
      single(() => done(`trades/${position._id}/sell`, { quantity, price, tradedAt: `${day}T11:15:30+05:30` })),
    reverseTrade: async (trade: { _id: string }) => {
      const { status, body } = await steps.approve(await steps.ask(trade), checker)
      if (status !== 200) throw new Error(body.message)
    },
    /** Requested by one operator and approved by another. */
    book: async (terms: Omit<ActionTerms, 'source'>) => {
      expect(await done('corporate-actions', { ...terms, source: 'Notice of the company' })).toMatchObject({
        waitsForSecond: true,
      })
      await approve('corporate-action.book')
      const actions: BookedAction[] = await list()
      const made = actions.find(({ stockName, kind }) => stockName === terms.stockName && kind === terms.kind)
      if (!made) throw new Error('The action is not in the list')
      return made
    },
    pay: async ({ _id }: { _id: string }, price: number, paidOn: string) => {
      await done(`corporate-actions/${_id}/fractions`, { price, paidOn })
      await approve('corporate-action.pay')
    },
    reverse: async ({ _id }: { _id: string }, reason = 'Announced with another ratio') => {
      await done(`corporate-actions/${_id}/reverse`, { reason })
      await approve('corporate-action.reverse')
    },
    ...clientReads(server, steps),
    /** The books balance, and an audit row names the client of each journal. */
    balanced: async () => {
      expect((await checkBooks(server.app.context.db, bookChecks)).differences).toEqual([])
      expect(await journalsWithoutAudit(server)).toEqual([])
    },
  }
}

/** What clients see. */
function clientReads({ call }: TestServer, { history }: Pick<ReturnType<typeof tradeSteps>, 'history'>) {
  return {
    /** The open positions of a stock, the oldest first, of one day the largest. */
    open: async (client: MoneyClient, stock: string) =>
      (await history(client))
        .filter(({ stockName, status }) => stockName === stock && status === 'OPEN')
        .toSorted(
          (one, other) => (one.tradedAt ?? '').localeCompare(other.tradedAt ?? '') || other.quantity - one.quantity,
        ),
    tax: async ({ id, token }: MoneyClient, year: string) =>
      (await call('GET', `/user/tax/${id}?year=${year}`, { token })).body,
    exits: async ({ id, token }: MoneyClient, year: string) =>
      (await call('GET', `/user/tax/${id}/exits?year=${year}`, { token })).body.exits,
  }
}

/** Shares and their closes. */
function market({ db }: TestServer, maker: { readonly id: string }) {
  return {
    share: async (symbol: string) => {
      const isin = newIsin(910_000 + ++shares)
      await db.run(
        `insert into instrument (symbol, name, exchange, kind, lot, tick, fractional, aliases, isin)
         values ($1, $1 || ' Industries', 'NSE', 'share', 1, 0.05, false, '{}', $2)`,
        [symbol, isin],
      )
      return { symbol, isin }
    },
    /** A close at NSE. */
    close: (isin: string, symbol: string, day: string, close: string) =>
      db.run(
        `with ${emptyFile}, file as (
           insert into price_file (id, exchange, day, name, sha256, rows, prices, imported_by)
           values (gen_random_uuid(), 'NSE', $1::date, 'x', sha256(''), 1, 1, $5) returning id)
         insert into closing_price (isin, exchange, day, symbol, series, close, file_id) select $2, 'NSE', $1::date, $3, 'EQ', $4, id from file`,
        [day, isin, symbol, close, maker.id],
      ),
  }
}
