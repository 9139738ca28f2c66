import type { Gauge } from 'prom-client'
import { complaintCounts } from '../../client/complaint/complaint.ts'
import type { Config } from '../../config.ts'
import { isTradingDay } from '../../trading/market/trading-day.ts'
import { importedThrough, overdueFigures } from './metrics.sql.ts'
import type { Db, Sql } from '../../platform/db.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge

/** Figures of recurring duties: imports, checks, exceptions, complaints, certificates, keys. */
export function overdueOf(
  db: Db,
  { uidaiCertificates }: Pick<Config, 'uidaiCertificates'>,
  keyId: string,
  gauge: MakeGauge,
): () => Promise<void> {
  const days = gauge('bank_import_missing_days', 'Past trading days without an imported statement, by bank account.', [
    'account',
  ])
  const books = gauge(
    'books_check_age_seconds',
    'Time since the books were last found right: what is new, a share of everything, and everything.',
    ['what'],
  )
  const exception = gauge('exception_oldest_seconds', 'Age of the oldest bank line or payment that nothing explains.')
  const complaints = gauge('complaints_overdue', 'Complaints whose reply or resolution is late.')
  const failed = gauge('logins_failed', 'Failed logins in the last 15 minutes.', ['of'])
  const certificate = gauge('uidai_certificate_seconds', 'Time until the last certificate of UIDAI ends.')
  const key = gauge('secret_key_age_seconds', 'Time since the newest secret key was first used.')
  const end = Math.max(0, ...uidaiCertificates.map(({ validToDate }) => validToDate.getTime()))

  return async () => {
    certificate.set((end - Date.now()) / 1000)
    const [figures, missing, { overdue }] = await Promise.all([
      overdueFigures(db, keyId),
      missingDays(db),
      complaintCounts(db, 0),
    ])
    if (!figures) return
    days.reset()
    for (const { account, count } of missing) days.set({ account }, count)
    // Before the first check there is no age; the alert BooksUnchecked is for that.
    books.reset()
    if (figures.books_new !== null) books.set({ what: 'new' }, figures.books_new)
    if (figures.books_share !== null) books.set({ what: 'share' }, figures.books_share)
    if (figures.books_all !== null) books.set({ what: 'all' }, figures.books_all)
    exception.set(figures.oldest_exception ?? 0)
    complaints.set(overdue)
    failed.set({ of: 'clients' }, Number(figures.failed_clients))
    failed.set({ of: 'operators' }, Number(figures.failed_operators))
    key.set(figures.key ?? 0)
  }
}

async function missingDays(sql: Sql): Promise<{ account: string; count: number }[]> {
  const today = dayInIndia(new Date())
  const count = (from: string): number => {
    let missing = 0
    for (let day = addDays(from, 1); day < today; day = addDays(day, 1)) if (isTradingDay(day)) missing += 1
    return missing
  }
  return (await importedThrough(sql)).map(({ account, day }) => ({ account, count: count(day) }))
}
