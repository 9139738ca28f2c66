import type { Quote } from '@sauda/contract/trading/market'
import { watchCalls, watchRules } from '@sauda/contract/trading/watch'
import type { RouteContext } from '../../app-context.ts'
import {
  addAlert,
  addSymbol,
  findInstruments,
  fireAlerts,
  removeAlert,
  removeSymbol,
  watchlist,
  type WatchContext,
} from './watch.ts'

export function watchRoutes(context: RouteContext & WatchContext, quote: (symbol: string) => Quote): void {
  const { mount, db, every } = context
  mount(watchCalls.list, ({ client }) => watchlist(db, client.id))
  mount(watchCalls.find, ({ query }) => findInstruments(db, query.search))
  mount(watchCalls.add, (given) => addSymbol(context, given))
  mount(watchCalls.remove, (given) => removeSymbol(context, given))
  mount(watchCalls.addAlert, (given) => addAlert(context, given))
  mount(watchCalls.removeAlert, (given) => removeAlert(context, given))
  every(watchRules.checkMilliseconds, 'price alerts', () => fireAlerts(context, quote))
}
