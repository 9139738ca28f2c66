import {
  clientLedgerAccounts,
  brokerLedgerAccounts,
  ledgerRules,
  type LedgerAccount,
  type ledgerCalls,
} from '@sauda/contract/ledger'
import type { Reply } from '@sauda/contract/call'
import type { healthCalls } from '@sauda/contract/health'
import { rupeesOf } from '@sauda/contract/money'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { countEntries, ledgerChecks, trialBalance, type BooksCheck, type DifferenceRow } from './books.sql.ts'

/** The pause between automatic checks is at least this many times the duration of the last one. */
const pauseFactor = 20

type Books = Reply<typeof ledgerCalls.books>

/** Amounts in paise. */
export type BooksReport = {
  readonly accounts: readonly { readonly account: LedgerAccount; readonly balance: bigint }[]
  readonly entries: bigint
  readonly differences: readonly DifferenceRow[]
}

/** Runs every check on one database snapshot. */
export const checkBooks = (db: Db, checks: readonly BooksCheck[]): Promise<BooksReport> =>
  db.snapshot(async (sql) => {
    const balances = new Map((await trialBalance(sql)).map(({ account, balance }) => [account, balance]))
    const accounts = [...clientLedgerAccounts, ...brokerLedgerAccounts].map((account) => ({
      account,
      balance: balances.get(account) ?? 0n,
    }))
    const total = accounts.reduce((sum, { balance }) => sum + balance, 0n)
    const differences: DifferenceRow[] =
      total === 0n ? [] : [{ what: 'All ledger accounts together', client_id: null, shown: total, entries: 0n }]
    for (const check of [...ledgerChecks, ...checks]) {
      const left = ledgerRules.differenceRows - differences.length
      if (left > 0) differences.push(...(await check(sql, left)))
    }
    return { accounts, differences, entries: (await countEntries(sql))?.count ?? 0n }
  })

const toReply = ({ accounts, entries, differences }: BooksReport): Books => ({
  balanced: differences.length === 0,
  accounts: accounts.map(({ account, balance }) => ({ account, balance: rupeesOf(balance) })),
  entries: Number(entries),
  differences: differences.map(({ what, client_id, shown, entries: sum }) => ({
    what,
    shown: rupeesOf(shown),
    entries: rupeesOf(sum),
    ...(client_id !== null && { clientId: client_id }),
  })),
})

export type BooksState = Reply<typeof healthCalls.health>['books']

/** Runs one check at a time: concurrent requests share its result. */
export function createBooks(db: Db, log: Log, checks: readonly BooksCheck[]) {
  let running: Promise<Books> | undefined
  let state: BooksState = 'unchecked'
  let nextCheckAt = 0

  async function checkAndStore(): Promise<Books> {
    const began = Date.now()
    const books = toReply(await checkBooks(db, checks))
    state = books.balanced ? 'balanced' : 'unbalanced'
    nextCheckAt = Date.now() + pauseFactor * (Date.now() - began)
    if (!books.balanced) log.error({ differences: books.differences.slice(0, 10) }, 'the books do not balance')
    return books
  }
  const check = () => (running ??= checkAndStore().finally(() => (running = undefined)))

  return {
    check,
    state: () => state,
    /** Checking large books is expensive, so automatic checks pause in between. */
    async checkIfDue(): Promise<void> {
      if (Date.now() >= nextCheckAt) await check()
    },
  }
}
