import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatRupees } from '@sauda/contract/money'
import { bookChecks } from './checks.sql.ts'
import { checkBooks, type BooksReport } from './ledger/books.ts'
import { collisionWarnings } from './ledger/reference.ts'
import type { Config } from './config.ts'
import { openDb } from './platform/db.ts'
import { makeLog } from './platform/log.ts'
import { startPostgres } from './platform/postgres/postgres.ts'
import { runningPostgres } from './platform/postgres/postgres.ts'

type Print = (line: string) => void

/**
 * `npm run books`: checks the ledger with or without a running server and prints the report; false if something
 * differs.
 */
export async function printBooks({ databaseUrl, dataDir }: Config, print: Print): Promise<boolean> {
  const running = databaseUrl ?? (await runningPostgres(dataDir))
  if (running === undefined && !existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There is no database in ${dataDir} yet.`)
  }
  const own = running === undefined ? await startPostgres({ dataDir }) : undefined
  const db = openDb(running ?? own?.url ?? '', makeLog('silent'), { size: 1 })
  try {
    const report = await checkBooks(db, bookChecks)
    for (const line of [...formatReport(report), ...(await collisionWarnings(db))]) print(line)
    return report.differences.length === 0
  } finally {
    await db.close()
    await own?.stop()
  }
}

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
