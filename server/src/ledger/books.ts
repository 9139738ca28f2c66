import { clientLedgerAccounts, brokerLedgerAccounts, ledgerRules } from '@sauda/contract/ledger'
import type { LedgerAccount, ledgerCalls } from '@sauda/contract/ledger'
import type { Reply } from '@sauda/contract/call'
import type { healthCalls } from '@sauda/contract/health'
import { rupeesOf } from '@sauda/contract/money'
import type { Db, Sql } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { countEntries, trialBalance, wrongFigures, wrongJournals } from './books.sql.ts'

/** A figure and what the entries say of it, in paise. */
export type DifferenceRow = { what: string; client_id: string | null; shown: bigint; entries: bigint }

/** What a room knows of its own rows and the entries behind them; answers at most `limit` differences. */
export type BooksCheck = (sql: Sql, limit: number) => Promise<DifferenceRow[]>

/** Between two checks that nobody asked for lies at least this many times what the last one took. */
const restFactor = 20

type Books = Reply<typeof ledgerCalls.books>

/** What the books came to, in paise. */
export type Found = {
  readonly accounts: readonly { readonly account: LedgerAccount; readonly balance: bigint }[]
  readonly entries: bigint
  readonly differences: readonly DifferenceRow[]
}

/** Everything compared with everything, as it stood at one moment. */
export function checkBooks(db: Db, checks: readonly BooksCheck[]): Promise<Found> {
  return db.snapshot(async (sql) => {
    const balances = new Map((await trialBalance(sql)).map(({ account, balance }) => [account, balance]))
    const accounts = [...clientLedgerAccounts, ...brokerLedgerAccounts].map((account) => ({
      account,
      balance: balances.get(account) ?? 0n,
    }))
    const total = accounts.reduce((sum, { balance }) => sum + balance, 0n)
    // What the clients have and what the broker has must be the same money.
    const differences: DifferenceRow[] =
      total === 0n ? [] : [{ what: 'All ledger accounts together', client_id: null, shown: total, entries: 0n }]
    for (const check of [wrongFigures, wrongJournals, ...checks]) {
      const left = ledgerRules.differenceRows - differences.length
      if (left > 0) differences.push(...(await check(sql, left)))
    }
    return { accounts, differences, entries: (await countEntries(sql))?.count ?? 0n }
  })
}

function booksOf({ accounts, entries, differences }: Found): Books {
  return {
    balanced: differences.length === 0,
    accounts: accounts.map(({ account, balance }) => ({ account, balance: rupeesOf(balance) })),
    entries: Number(entries),
    differences: differences.map(({ what, client_id, shown, entries: said }) => ({
      what,
      shown: rupeesOf(shown),
      entries: rupeesOf(said),
      ...(client_id !== null && { clientId: client_id }),
    })),
  }
}

export type BooksState = Reply<typeof healthCalls.health>['books']

/** The check as the desk asks for it and as it runs by itself; however many ask at once, it runs once. */
export function createBooks(db: Db, log: Log, checks: readonly BooksCheck[]) {
  let underWay: Promise<Books> | undefined
  let state: BooksState = 'unchecked'
  let restUntil = 0

  async function checkAndRemember(): Promise<Books> {
    const began = Date.now()
    const books = booksOf(await checkBooks(db, checks))
    state = books.balanced ? 'balanced' : 'unbalanced'
    restUntil = Date.now() + restFactor * (Date.now() - began)
    if (!books.balanced) log.error({ differences: books.differences.slice(0, 10) }, 'the books do not balance')
    return books
  }
  const check = () => (underWay ??= checkAndRemember().finally(() => (underWay = undefined)))

  return {
    check,
    state: () => state,
    /** Large books take long to check: most of the time the database has better to do. */
    async checkIfRested(): Promise<void> {
      if (Date.now() >= restUntil) await check()
    },
  }
}
