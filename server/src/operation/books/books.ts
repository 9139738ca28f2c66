import { formatRupees } from '@sauda/contract/platform/money'
import { bookChecks } from './checks.sql.ts'
import { checkBooks, type BooksReport } from '../../core/ledger/books.ts'
import { collisionWarnings } from '../../core/ledger/reference.ts'
import type { Config } from '../../config.ts'
import { withDatabase } from '../../platform/postgres/postgres.ts'

/** `npm run books`: checks the ledger and prints the report; false if something differs. */
export const printBooks = (config: Config, print: (line: string) => void): Promise<boolean> =>
  withDatabase(config, async (db) => {
    const report = await checkBooks(db, bookChecks)
    for (const line of [...formatReport(report), ...(await collisionWarnings(db))]) print(line)
    return report.differences.length === 0
  })

/** Right-aligned amounts; client balances are positive, the bank account negative. */
function formatReport({ accounts, entries, differences }: BooksReport): string[] {
  const total = accounts.reduce((sum, { balance }) => sum + balance, 0n)
  const line = (name: string, paise: bigint) => `  ${name.padEnd(18)}${formatRupees(paise).padStart(22)}`
  return [
    'Trial balance (credits minus debits)',
    ...accounts.map(({ account, balance }) => line(account, balance)),
    line('together', total),
    `${entries} entries.`,
    ...differences.map(
      ({ what, shown, entries: sum }) => `  ${what}: shown ${formatRupees(shown)}, by the entries ${formatRupees(sum)}`,
    ),
    differences.length === 0 ? 'The books balance.' : `${differences.length} differences: the books do not balance.`,
  ]
}
