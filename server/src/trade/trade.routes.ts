import { reversalCalls } from '@sauda/contract/reversal'
import { tradeCalls } from '@sauda/contract/trade'
import { tradeFileCalls } from '@sauda/contract/trade-file'
import type { House } from '../house.ts'
import { once } from '../ledger/once.ts'
import { bookFile, previewFile } from './trade.file.ts'
import { deskHistory, history, portfolio, tradeWithSales } from './trade.history.ts'
import { previewBuy, previewSell } from './trade.preview.ts'
import { approveReversal, askReversal, rejectReversal, reversal, reversals } from './trade.reversal.ts'
import { buy, sell } from './trade.ts'
import type { Hands } from './trade.record.ts'

export function tradeRoutes(house: House, hands: Hands) {
  const { mount, db } = house
  const { last } = hands

  mount(tradeCalls.history, ({ client, query }) => history(db, client.id, query, last))
  mount(tradeCalls.portfolio, ({ client }) => portfolio(db, client.id, last))
  mount(tradeCalls.clientTrades, async ({ params: { clientId }, query }) => ({
    trades: await deskHistory(db, clientId, query, last),
    portfolio: await portfolio(db, clientId, last),
  }))
  mount(tradeCalls.trade, ({ params }) => tradeWithSales(db, params.tradeId, last))

  mount(tradeCalls.previewBuy, ({ body }) => previewBuy(db, hands, body))
  mount(tradeCalls.buy, (given) => once(db, given, (tx) => buy(house, hands, tx, given, given.body)))
  mount(tradeCalls.previewSell, ({ params, body }) => previewSell(db, hands, { ...body, ...params }))
  mount(tradeCalls.sell, (given) =>
    once(db, given, (tx) => sell(house, hands, tx, given, { ...given.body, ...given.params })),
  )

  mount(reversalCalls.list, () => reversals(db, last))
  mount(reversalCalls.reversal, ({ params }) => reversal(db, params.reversalId, last))
  mount(reversalCalls.ask, (given) =>
    once(db, given, (tx) => askReversal(house, hands, tx, given, { ...given.body, ...given.params })),
  )
  mount(reversalCalls.approve, (given) =>
    once(db, given, (tx) => approveReversal(house, hands, tx, { ...given, ...given.params })),
  )
  mount(reversalCalls.reject, (given) =>
    once(db, given, (tx) => rejectReversal(house, hands, tx, { ...given, ...given.params })),
  )

  mount(tradeFileCalls.preview, ({ body }) => previewFile(db, hands, body.csv))
  mount(tradeFileCalls.book, (given) => once(db, given, (tx) => bookFile(house, hands, tx, given, given.body.csv)))
}
