import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatRupees } from '@sauda/contract/money'
import { bookChecks } from './checks.ts'
import { checkBooks } from './ledger/books.ts'
import type { Found } from './ledger/books.ts'
import { collisionWarnings } from './ledger/reference.ts'
import type { Config } from './config.ts'
import { openDb } from './platform/db.ts'
import { makeLog } from './platform/log.ts'
import { startPostgres } from './platform/postgres/postgres.ts'
import { runningPostgres } from './platform/postgres/running.ts'

type Say = (line: string) => void

/** `npm run books`: checks the ledger beside a running server or without one, and prints it; false where something differs. */
export async function tellBooks({ databaseUrl, dataDir }: Config, say: Say): Promise<boolean> {
  const running = databaseUrl ?? (await runningPostgres(dataDir))
  if (running === undefined && !existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There is no database in ${dataDir} yet.`)
  }
  const own = running === undefined ? await startPostgres({ dataDir }) : undefined
  const db = openDb(running ?? own?.url ?? '', makeLog('silent'), { size: 1 })
  try {
    const found = await checkBooks(db, bookChecks)
    for (const line of [...linesOf(found), ...(await collisionWarnings(db))]) say(line)
    return found.differences.length === 0
  } finally {
    await db.close()
    await own?.stop()
  }
}

/** Amounts stand below each other; what clients have is positive, what the bank received negative. */
function linesOf({ accounts, entries, differences }: Found): string[] {
  const total = accounts.reduce((sum, { balance }) => sum + balance, 0n)
  const line = (name: string, paise: bigint) => `  ${name.padEnd(18)}${formatRupees(paise).padStart(22)}`
  return [
    'Trial balance (credits minus debits)',
    ...accounts.map(({ account, balance }) => line(account, balance)),
    line('together', total),
    `${entries} entries.`,
    ...differences.map(
      ({ what, shown, entries: said }) =>
        `  ${what}: shown ${formatRupees(shown)}, by the entries ${formatRupees(said)}`,
    ),
    differences.length === 0 ? 'The books balance.' : `${differences.length} differences: the books do not balance.`,
  ]
}
