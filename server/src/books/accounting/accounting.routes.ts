import { accountingCalls } from '@sauda/contract/books/accounting'
import type { RouteContext } from '../../app-context.ts'
import { type ExportContext, recordExport } from '../../core/approval/export.ts'
import { journalFile, totalsOf } from './accounting.ts'

export function accountingRoutes(context: RouteContext & ExportContext) {
  const { mount, db } = context
  mount(accountingCalls.totals, ({ query }) => totalsOf(db.historyReader(), query))
  mount(accountingCalls.journal, async ({ query, operator, ip }) => {
    const what = `Accounting journal of ${query.from} to ${query.to}`
    const file = await journalFile(db.historyReader(), query)
    await recordExport(context, { operator, ip, what, action: 'accounting.export', after: query })
    return file
  })
}
