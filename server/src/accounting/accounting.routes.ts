import { accountingCalls } from '@sauda/contract/accounting'
import type { AppContext, RouteContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { journalFile, totalsOf } from './accounting.ts'

export function accountingRoutes({ mount, db, audit }: RouteContext & Pick<AppContext, 'audit' | 'db'>) {
  mount(accountingCalls.totals, ({ query }) => totalsOf(db.historyReader(), query))
  mount(accountingCalls.journal, async ({ query, operator, ip }) => {
    const file = await journalFile(db.historyReader(), query)
    await db.transaction((tx) =>
      audit(tx, { actor: operatorActor(operator), action: 'accounting.export', after: query, ip }),
    )
    return file
  })
}
