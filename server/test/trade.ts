import type { DeskTrade, Portfolio, Trade } from '@sauda/contract/trading/trade'
import type { Reversal } from '@sauda/contract/trading/reversal'
import { tradingDays } from '../src/trading/market/trading-day.ts'
import type { MoneyClient } from './money.ts'
import type { Answer, TestServer } from './server.ts'

/** The last trading days before a day, oldest first, as the server's calendar has them. */
export const daysBefore = tradingDays.before

/** A server in this process, or a separate program. */
export type Call = (
  method: string,
  path: string,
  options: { token: string; body?: object },
) => Promise<Pick<Answer, 'status' | 'body'>>
type Token = { readonly token: string }

/** A dealer's calls; each throws if the server rejects it. */
export function tradeSteps({ call }: { readonly call: Call }, dealer: Token) {
  const desk = (path: string, body: object, by = dealer) => call('POST', `/desk/${path}`, { token: by.token, body })
  const mustBe = async (answer: ReturnType<Call>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status} ${body.message}`)
    return body
  }
  const deal = (quantity: number | string, price: number | string) => ({ quantity, price })
  return {
    desk,
    tryBuy: (client: { id: string }, stockName: string, quantity: unknown, price: unknown) =>
      desk('trades/buy', { clientId: client.id, stockName, quantity, price }),
    trySell: (tradeId: string, quantity: unknown, price: unknown) =>
      desk(`trades/${tradeId}/sell`, { quantity, price }),
    buy: (
      client: { id: string },
      stockName: string,
      quantity: number | string,
      price: number | string,
    ): Promise<DeskTrade> => mustBe(desk('trades/buy', { clientId: client.id, stockName, ...deal(quantity, price) })),
    sell: (trade: { _id: string }, quantity: number | string, price: number | string): Promise<DeskTrade> =>
      mustBe(desk(`trades/${trade._id}/sell`, deal(quantity, price))),
    ask: (trade: { _id: string }, reason = 'Booked twice'): Promise<Reversal> =>
      mustBe(desk(`trades/${trade._id}/reversal`, { reason })),
    approve: ({ _id }: { _id: string }, by: Token) => desk(`reversals/${_id}/approve`, {}, by),
    history: ({ id, token }: MoneyClient, query = ''): Promise<Trade[]> =>
      mustBe(call('GET', `/user/trade/history/${id}${query}`, { token })),
    portfolio: ({ id, token }: MoneyClient): Promise<Portfolio> =>
      mustBe(call('GET', `/user/portfolio/${id}`, { token })),
    wallet: ({ id, token }: MoneyClient) => mustBe(call('GET', `/user/wallet/${id}`, { token })),
    books: () => mustBe(call('GET', '/desk/books', { token: dealer.token })),
  }
}

/** Buys, each half or wholly sold later, inserted without calls and entries. */
export async function manyTrades(
  { db }: Pick<TestServer, 'db'>,
  client: { readonly id: string },
  { pairs, openEvery }: { pairs: number; openEvery: number },
): Promise<void> {
  await db.run(
    `with made as (
       select n, md5($1::uuid::text || n) as hex, n % $3::int = 0 as is_open, (select id from operator limit 1) as by,
              now() - ($2::int - n) * interval '1 hour' as at
         from generate_series(1, $2::int) n),
     buys as (
       insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by, created_at, day)
       select overlay(lpad(to_hex(n * 2), 12, '0') || '7' || substr(hex, 14) placing '8' from 17 for 1)::uuid, $1::uuid, 'BUY', 'TCS', 2, 10, 2000, 2000,
         0, by, at, at::date
         from made returning *),
     lots as (
       insert into lot (id, client_id, stock, source, trade_id, acquired_on, quantity, cost, open_quantity, open_cost)
       select b.id, client_id, stock, 'trade', b.id, day, quantity, cost, is_open::int, is_open::int * 1000
         from buys b join made m on m.at = b.created_at)
     insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id, booked_by, created_at, day)
     select overlay(lpad(to_hex(m.n * 2 + 1), 12, '0') || '7' || substr(m.hex, 14) placing '9' from 17 for 1)::uuid, $1::uuid, 'SELL', 'TCS', 1, 11,
       1100, 1000, 0, 0, b.id, m.by, b.created_at, b.day
       from made m join buys b on b.created_at = m.at`,
    [client.id, pairs, openEvery],
  )
}
