import type { AppContext } from './app-context.ts'
import { unsignedDays } from './bank-day/bank-day.ts'
import { complaintCounts } from './complaint/complaint.ts'
import type { DigestSources } from './digest/digest.sections.ts'
import type { createBooks } from './ledger/books.ts'
import { stuckMails } from './mail/mail.ts'
import { failedPayouts, unanswered } from './payout/payout.view.ts'
import { queueSources } from './queue-sources.ts'
import { listQueue } from './queue/queue.ts'
import { countExceptions, findingsOf } from './reconciliation/reconciliation.ts'
import { readReport } from './report/report.ts'

type Checks = {
  readonly books: Pick<ReturnType<typeof createBooks>, 'check' | 'state'>
  readonly isSealed: () => boolean
}

/** The figures of the daily digest, each from the feature whose page shows it. */
export const digestSources = (
  { db, config }: Pick<AppContext, 'config' | 'db'>,
  { books, isSealed }: Checks,
): DigestSources => ({
  cases: (rights) => listQueue({ db, config, sources: queueSources, bankFindings: findingsOf }, rights),
  report: (name, range) => readReport({ reader: db.historyReader(), settings: config }, name, range),
  unsignedDays: (day) => unsignedDays(db, day),
  failedPayouts: (day) => failedPayouts(db, day),
  unansweredPayouts: () => unanswered(db),
  exceptions: () => countExceptions(db),
  complaints: (days) => complaintCounts(db, days),
  async isBalanced() {
    await books.check()
    return books.state() !== 'unbalanced'
  },
  isSealed,
  stuckMails: () => stuckMails(db),
})
