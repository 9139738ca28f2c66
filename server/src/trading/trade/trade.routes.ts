import { reversalCalls } from '@sauda/contract/core/reversal'
import { positionCalls } from '@sauda/contract/trading/position'
import { tradeCalls } from '@sauda/contract/trading/trade'
import { tradeFileCalls } from '@sauda/contract/trading/trade-file'
import type { AppContext } from '../../app-context.ts'
import { previewFile } from './trade.file.ts'
import { deskHistory, history, portfolio, position, tradeWithSales, type TradeEvents } from './trade.history.ts'
import { previewBuy, previewSell } from './trade.preview.ts'
import { bookBuy, bookSell, bookTradeFile } from './trade.proposal.ts'
import { approveReversal, requestReversal, rejectReversal, reversal, reversals } from './trade.reversal.ts'
import type { TradeDependencies } from './trade.alone.ts'

export function tradeRoutes(context: AppContext, dependencies: TradeDependencies & { readonly events: TradeEvents }) {
  const { mount, mountCommand, db } = context
  const { last } = dependencies

  mount(tradeCalls.history, ({ client, query }) => history(db.historyReader(), client.id, query, last))
  mount(positionCalls.position, ({ client, params }) => position(db, dependencies, client.id, params.tradeId))
  mount(tradeCalls.portfolio, ({ client }) => portfolio(db, client.id, last))
  mount(tradeCalls.clientTrades, async ({ params: { clientId }, query }) => {
    const reader = db.historyReader()
    return {
      trades: await deskHistory(reader, clientId, query, last),
      portfolio: await portfolio(reader, clientId, last),
    }
  })
  mount(tradeCalls.trade, ({ params }) => tradeWithSales(db, params.tradeId, last))

  mount(tradeCalls.previewBuy, ({ body }) => previewBuy(context, db, dependencies, body))
  mountCommand(tradeCalls.buy, (tx, given) => bookBuy(context, dependencies, tx, given))
  mount(tradeCalls.previewSell, ({ params, body }) => previewSell(context, db, dependencies, { ...body, ...params }))
  mountCommand(tradeCalls.sell, (tx, given) => bookSell(context, dependencies, tx, given))

  mount(reversalCalls.list, () => reversals(db, last))
  mount(reversalCalls.reversal, ({ params }) => reversal(dependencies, db, params.reversalId))
  mountCommand(reversalCalls.request, (tx, given) =>
    requestReversal(context, dependencies, tx, given, { ...given.body, ...given.params }),
  )
  mountCommand(reversalCalls.approve, (tx, given) =>
    approveReversal(context, dependencies, tx, { ...given, ...given.params }),
  )
  mountCommand(reversalCalls.reject, (tx, given) =>
    rejectReversal(context, dependencies, tx, { ...given, ...given.params }),
  )

  mount(tradeFileCalls.preview, ({ body, operator }) => previewFile(context, dependencies, { operator, csv: body.csv }))
  mountCommand(tradeFileCalls.book, (tx, given) => bookTradeFile(context, dependencies, tx, given))
}
