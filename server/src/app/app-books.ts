import type { AppContext } from './app-context.ts'
import { accountingRoutes } from '../books/accounting/accounting.ts'
import { reportRoutes } from '../books/report/report.ts'
import { statementRoutes } from '../books/statement/statement.routes.ts'
import { taxRoutes } from '../books/tax/tax.routes.ts'
import { tradebookRoutes } from '../books/tradebook/tradebook.ts'
// From other groups:
import type { PanCipher } from '../client/kyc/kyc.ts'
import { readProfile } from '../client/profile/profile.ts'

/** Accounting exports, reports, statements and tax. */
export function mountBooks(context: AppContext, pans: PanCipher): void {
  accountingRoutes(context)
  reportRoutes(context)
  const profileOf = (clientId: string) => readProfile({ ...context, openPan: pans.open }, clientId)
  const taxReport = taxRoutes(context, profileOf)
  tradebookRoutes(context)
  statementRoutes(context, { panOf: async (clientId) => (await profileOf(clientId)).panNumber, taxReport })
}
