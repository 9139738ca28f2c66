import type { DeskTrade, Portfolio, Trade } from '@sauda/contract/trade'
import type { Reversal } from '@sauda/contract/reversal'
import type { MoneyClient } from './money.ts'
import type { Answer, TestServer } from './server.ts'

type Token = { readonly token: string }

/** A dealer's calls, each refusing to go on where the server does. */
export function tradeSteps({ call }: Pick<TestServer, 'call'>, dealer: Token) {
  const desk = (path: string, body: object, by = dealer) => call('POST', `/desk/${path}`, { token: by.token, body })
  const mustBe = async (answer: Promise<Answer>) => {
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
    books: () => mustBe(call('GET', '/desk/books', dealer)),
  }
}
