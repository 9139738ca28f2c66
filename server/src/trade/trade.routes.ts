import { reversalCalls } from '@sauda/contract/reversal'
import { tradeCalls } from '@sauda/contract/trade'
import { tradeFileCalls } from '@sauda/contract/trade-file'
import type { TradeContext, RouteContext } from '../app-context.ts'
import { runIdempotent } from '../idempotency/idempotency.ts'
import { bookFile, previewFile } from './trade.file.ts'
import { deskHistory, history, portfolio, tradeWithSales } from './trade.history.ts'
import { previewBuy, previewSell } from './trade.preview.ts'
import { approveReversal, requestReversal, rejectReversal, reversal, reversals } from './trade.reversal.ts'
import { buy, sell, type TradeDependencies } from './trade.ts'

export function tradeRoutes(context: RouteContext & TradeContext, dependencies: TradeDependencies) {
  const { mount, db } = context
  const { last } = dependencies

  mount(tradeCalls.history, ({ client, query }) => history(db, client.id, query, last))
  mount(tradeCalls.portfolio, ({ client }) => portfolio(db, client.id, last))
  mount(tradeCalls.clientTrades, async ({ params: { clientId }, query }) => ({
    trades: await deskHistory(db, clientId, query, last),
    portfolio: await portfolio(db, clientId, last),
  }))
  mount(tradeCalls.trade, ({ params }) => tradeWithSales(db, params.tradeId, last))

  mount(tradeCalls.previewBuy, ({ body }) => previewBuy(db, dependencies, body))
  mount(tradeCalls.buy, (given) => runIdempotent(db, given, (tx) => buy(context, dependencies, tx, given, given.body)))
  mount(tradeCalls.previewSell, ({ params, body }) => previewSell(db, dependencies, { ...body, ...params }))
  mount(tradeCalls.sell, (given) =>
    runIdempotent(db, given, (tx) => sell(context, dependencies, tx, given, { ...given.body, ...given.params })),
  )

  mount(reversalCalls.list, () => reversals(db, last))
  mount(reversalCalls.reversal, ({ params }) => reversal(db, params.reversalId, last))
  mount(reversalCalls.request, (given) =>
    runIdempotent(db, given, (tx) =>
      requestReversal(context, dependencies, tx, given, { ...given.body, ...given.params }),
    ),
  )
  mount(reversalCalls.approve, (given) =>
    runIdempotent(db, given, (tx) => approveReversal(context, dependencies, tx, { ...given, ...given.params })),
  )
  mount(reversalCalls.reject, (given) =>
    runIdempotent(db, given, (tx) => rejectReversal(context, dependencies, tx, { ...given, ...given.params })),
  )

  mount(tradeFileCalls.preview, ({ body }) => previewFile(db, dependencies, body.csv))
  mount(tradeFileCalls.book, (given) =>
    runIdempotent(db, given, (tx) => bookFile(context, dependencies, tx, given, given.body.csv)),
  )
}
