import { reversalCalls } from '@sauda/contract/trading/reversal'
import { tradeCalls } from '@sauda/contract/trading/trade'
import { tradeFileCalls } from '@sauda/contract/trading/trade-file'
import { show } from '../../core/approval/plan.ts'
import { buyPlan, sellPlan } from './trade.book.ts'
import { previewFile } from './trade.file.ts'
import { deskHistory, history, portfolio } from './trade.history.ts'
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

  mount(tradeCalls.previewBuy, async (given) => show(context, await buyPlan(context, { sql: db }, given, given.body)))
  mountCommand(tradeCalls.buy, (tx, given) => bookBuy(context, tx, given))
  mount(tradeCalls.previewSell, async (given) =>
    show(context, await sellPlan(context, { sql: db }, given, { ...given.body, ...given.params })),
  )
  mountCommand(tradeCalls.sell, (tx, given) => bookSell(context, tx, given))

  mount(reversalCalls.list, () => reversals(db, last))
  mount(reversalCalls.reversal, ({ params }) => reversal(context, db, params.reversalId))
  mountCommand(reversalCalls.request, (tx, given) =>
    requestReversal(context, tx, given, { ...given.body, ...given.params }),
  )
  mountCommand(reversalCalls.approve, (tx, given) => approveReversal(context, tx, { ...given, ...given.params }))
  mountCommand(reversalCalls.reject, (tx, given) => rejectReversal(context, tx, { ...given, ...given.params }))

  mount(tradeFileCalls.preview, (given) => previewFile(context, given, given.body.csv))
  mountCommand(tradeFileCalls.book, (tx, given) => bookTradeFile(context, tx, given))
}
