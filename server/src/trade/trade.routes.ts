import { reversalCalls } from '@sauda/contract/reversal'
import { tradeCalls } from '@sauda/contract/trade'
import { tradeFileCalls } from '@sauda/contract/trade-file'
import type { TradeContext, RouteContext } from '../app-context.ts'
import { runIdempotent } from '../idempotency/idempotency.ts'
import { bookFile, previewFile } from './trade.file.ts'
import { deskHistory, history, portfolio, tradeWithSales } from './trade.history.ts'
import { previewBuy, previewSell } from './trade.preview.ts'
import { approveReversal, askReversal, rejectReversal, reversal, reversals } from './trade.reversal.ts'
import { buy, sell } from './trade.ts'
import type { TradeDependencies } from './trade.record.ts'

export function tradeRoutes(context: RouteContext & TradeContext, hands: TradeDependencies) {
  const { mount, db } = context
  const { last } = hands

  mount(tradeCalls.history, ({ client, query }) => history(db, client.id, query, last))
  mount(tradeCalls.portfolio, ({ client }) => portfolio(db, client.id, last))
  mount(tradeCalls.clientTrades, async ({ params: { clientId }, query }) => ({
    trades: await deskHistory(db, clientId, query, last),
    portfolio: await portfolio(db, clientId, last),
  }))
  mount(tradeCalls.trade, ({ params }) => tradeWithSales(db, params.tradeId, last))

  mount(tradeCalls.previewBuy, ({ body }) => previewBuy(db, hands, body))
  mount(tradeCalls.buy, (given) => runIdempotent(db, given, (tx) => buy(context, hands, tx, given, given.body)))
  mount(tradeCalls.previewSell, ({ params, body }) => previewSell(db, hands, { ...body, ...params }))
  mount(tradeCalls.sell, (given) =>
    runIdempotent(db, given, (tx) => sell(context, hands, tx, given, { ...given.body, ...given.params })),
  )

  mount(reversalCalls.list, () => reversals(db, last))
  mount(reversalCalls.reversal, ({ params }) => reversal(db, params.reversalId, last))
  mount(reversalCalls.ask, (given) =>
    runIdempotent(db, given, (tx) => askReversal(context, hands, tx, given, { ...given.body, ...given.params })),
  )
  mount(reversalCalls.approve, (given) =>
    runIdempotent(db, given, (tx) => approveReversal(context, hands, tx, { ...given, ...given.params })),
  )
  mount(reversalCalls.reject, (given) =>
    runIdempotent(db, given, (tx) => rejectReversal(context, hands, tx, { ...given, ...given.params })),
  )

  mount(tradeFileCalls.preview, ({ body }) => previewFile(db, hands, body.csv))
  mount(tradeFileCalls.book, (given) =>
    runIdempotent(db, given, (tx) => bookFile(context, hands, tx, given, given.body.csv)),
  )
}
