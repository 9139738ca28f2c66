import { accountHistoryCalls } from '@sauda/contract/trading/account-history'
import type { AppContext } from '../../app-context.ts'
import { figuresOf } from '../../core/ledger/ledger.ts'
import { accountHistory } from './account-history.ts'

export function accountHistoryRoutes(context: Pick<AppContext, 'mount' | 'db' | 'config'>): void {
  const { mount, db } = context
  mount(accountHistoryCalls.own, ({ client }) => accountHistory(context, db.historyReader(), client.id))
  mount(accountHistoryCalls.ofClient, async ({ params: { clientId } }) => {
    await figuresOf(db, clientId)
    return accountHistory(context, db.historyReader(), clientId)
  })
}
