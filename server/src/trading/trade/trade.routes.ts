import { reversalCalls } from '@sauda/contract/core/reversal'
import { tradeCalls } from '@sauda/contract/trading/trade'
import { tradeFileCalls } from '@sauda/contract/trading/trade-file'
import { previewFile } from './trade.file.ts'
import { deskHistory, history, portfolio } from './trade.history.ts'
import { previewBuy, previewSell } from './trade.preview.ts'
import { bookBuy, bookSell, bookTradeFile } from './trade.proposal.ts'
import { approveReversal, requestReversal, rejectReversal, reversal, reversals } from './trade.reversal.ts'
import { confirmTradePrice, tradeToShow } from './trade.unchecked.ts'
import type { TradeContext } from './trade.alone.ts'

export function tradeRoutes(context: TradeContext) {
  const { mount, mountCommand, db, last } = context

  mount(tradeCalls.history, ({ client, query }) => history(db.historyReader(), client.id, query, last))
  mount(tradeCalls.portfolio, ({ client }) => portfolio(db, client.id, last))
  mount(tradeCalls.clientTrades, async ({ params: { clientId }, query }) => {
    const reader = db.historyReader()
    return {
      trades: await deskHistory(reader, clientId, query, last),
      portfolio: await portfolio(reader, clientId, last),
    }
  })
  mount(tradeCalls.trade, ({ params }) => tradeToShow(context, db, params.tradeId))
  mountCommand(tradeCalls.confirmPrice, (tx, given) =>
    confirmTradePrice(context, tx, { ...given, ...given.params, ...given.body }),
  )

  mount(tradeCalls.previewBuy, ({ body, operator }) => previewBuy(context, db, { ...body, operator }))
  mountCommand(tradeCalls.buy, (tx, given) => bookBuy(context, tx, given))
  mount(tradeCalls.previewSell, ({ params, body, operator }) =>
    previewSell(context, db, { ...body, ...params, operator }),
  )
  mountCommand(tradeCalls.sell, (tx, given) => bookSell(context, tx, given))

  mount(reversalCalls.list, () => reversals(db, last))
  mount(reversalCalls.reversal, ({ params }) => reversal(context, db, params.reversalId))
  mountCommand(reversalCalls.request, (tx, given) =>
    requestReversal(context, tx, given, { ...given.body, ...given.params }),
  )
  mountCommand(reversalCalls.approve, (tx, given) => approveReversal(context, tx, { ...given, ...given.params }))
  mountCommand(reversalCalls.reject, (tx, given) => rejectReversal(context, tx, { ...given, ...given.params }))

  mount(tradeFileCalls.preview, ({ body, operator }) => previewFile(context, { operator, csv: body.csv }))
  mountCommand(tradeFileCalls.book, (tx, given) => bookTradeFile(context, tx, given))
}
