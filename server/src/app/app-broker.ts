import { sentFileRules } from '@sauda/contract/core/sent-file'
import type { AppContext, StaffContext } from './app-context.ts'
import { type BooksCheck, queueSources, sentFileSources } from './app-core.ts'
import { contentRoutes, type RenderPreview } from '../broker/content/content.ts'
import { digestRoutes } from '../broker/digest/digest.ts'
import type { DigestSources } from '../broker/digest/digest.sections.ts'
import { findRoutes } from '../broker/find/find.ts'
import { healthRoutes } from '../broker/health/health.routes.ts'
import { operatorRoutes } from '../broker/operator/operator.routes.ts'
import { roleProposals, rightsProposals } from '../broker/operator/roles.ts'
import { setUpRoutes } from '../broker/set-up/set-up.ts'
import { operatorProposals } from '../broker/operator/staff.ts'
import { stuckMails } from '../core/mail/mail.sql.ts'
import { listQueue } from '../core/queue/queue.ts'
import { selectSentFiles } from '../core/sent-file/sent-file.sql.ts'
import { addDays, dayInIndia } from '../platform/india.ts'
// From other groups:
import { unsignedDays } from '../money/bank-day/bank-day.ts'
import { failedPayouts, unansweredPayouts } from '../money/payout/payout.sql.ts'
import { countExceptions, findingsOf } from '../money/reconciliation/reconciliation.ts'
import { readReport } from '../books/report/report.ts'
import { searchClients } from '../client/client/client.ts'
import { missingDays } from '../trading/closing-price/closing-price.ts'
import { tradingDaysBefore } from '../trading/market/trading-day.ts'
import { countSales } from '../client/closure/closure.sale.sql.ts'
import { complaintCounts } from '../client/complaint/complaint.ts'
import { countRequests } from '../client/privacy/privacy.sql.ts'
import { listDays } from '../trading/contract-note/contract-note.ts'
import { daysToBook } from '../trading/contract/contract.ts'
import type { PanCipher } from '../client/kyc/kyc.ts'

type Checks = { readonly books: BooksCheck; readonly isSealed: () => boolean }
type BrokerParts = Checks & {
  readonly pans: PanCipher
  readonly preview: RenderPreview
  readonly health: Parameters<typeof healthRoutes>[1]
}

/** Operators, content, the daily digest, search and health. */
export function mountBroker(context: StaffContext, { pans, preview, health, ...checks }: BrokerParts) {
  operatorRoutes(context)
  setUpRoutes(context)
  contentRoutes(context, preview)
  findRoutes({ ...context, clients: searchClients, pans })
  digestRoutes(context, digestSources(context, checks))
  healthRoutes(context, health)
  return { ...operatorProposals(context), ...rightsProposals(context), ...roleProposals(context) }
}

/** The figures of the daily digest, each from the feature whose page shows it. */
export const digestSources = (
  { db, config }: Pick<AppContext, 'config' | 'db'>,
  { books, isSealed }: Checks,
): DigestSources => ({
  cases: (rights) => listQueue({ db, config, sources: queueSources(config), bankFindings: findingsOf }, { rights }),
  report: (name, range) => readReport({ reader: db.historyReader(), settings: config }, name, range),
  unsignedDays: (day) => unsignedDays(db, day),
  failedPayouts: (day) => failedPayouts(db, day),
  unansweredPayouts: () => unansweredPayouts(db),
  exceptions: () => countExceptions(db),
  complaints: (days) => complaintCounts(db, days),
  sales: () => countSales(db),
  dataRequests: () => countRequests(db),
  daysToBook: () => daysToBook(db),
  contractNotes: async () => {
    const { mode, noteSigner: signer } = config
    const isOwn = signer && !('isPractice' in signer)
    return isOwn || mode === 'live' ? (await listDays({ db, config })).days : []
  },
  async isBalanced() {
    await books.check()
    return books.state() !== 'unbalanced'
  },
  wasBalanced: () => books.state() !== 'unbalanced',
  isSealed,
  stuckMails: () => stuckMails(db),
  async files(kinds) {
    const [day = ''] = tradingDaysBefore(addDays(dayInIndia(new Date()), 1), 1)
    const files = await selectSentFiles(db, sentFileSources, {
      kinds,
      status: null,
      before: null,
      rows: sentFileRules.pageRows,
    })
    return { day, files, missing: await missingDays(db) }
  },
})
