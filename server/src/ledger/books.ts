import { setTimeout } from 'node:timers/promises'
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
import { lock } from '../platform/advisory-lock.sql.ts'
import { type Db, requireRow, type Tx } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import {
  areSpread,
  bankAccounts,
  type BooksCheck,
  type BooksForm,
  claimFullCheck,
  cluster,
  countEntries,
  deletePoint,
  type DifferenceRow,
  isOver,
  ledgerChecks,
  markNewest,
  oneDatabase,
  type Point,
  readPoint,
  storePoint,
  takeSnapshots,
  trialBalance,
} from './books.sql.ts'

/** The pause between automatic checks is at least this many times the duration of the last one. */
const pauseFactor = 20

type Books = Reply<typeof ledgerCalls.books>

/** Amounts in paise. */
export type BooksReport = {
  readonly accounts: readonly { readonly account: LedgerAccount; readonly balance: bigint }[]
  readonly bankAccounts: readonly { readonly id: string; readonly name: string; readonly balance: bigint }[]
  readonly entries: bigint
  readonly differences: readonly DifferenceRow[]
}

type CheckOptions = {
  /** Everything; otherwise what is new since the verified point, if there is one. */
  readonly full: boolean
}

/**
 * Runs every check on one database snapshot. If nothing differs, the same transaction stores the new verified point; a
 * check of everything that finds a difference removes it, so that the next one reads everything again.
 */
export async function checkBooks(
  db: Db,
  checks: readonly BooksCheck[],
  { full }: CheckOptions = { full: true },
): Promise<BooksReport> {
  const mark = await settledMark(db)
  const form = (await areSpread(db)) ? cluster : oneDatabase
  return db.verify(async (tx) => {
    const start = async () => {
      const row = await requireRow(readPoint(tx, mark.xact))
      if (form === cluster) await takeSnapshots(tx)
      return row
    }
    const { isLocked, isSettled, ...stored } = await (form === cluster ? withoutPostings(db, start) : start())
    const point = full || stored.at === null ? undefined : stored
    const report = await compare(tx, form, checks, mark.entryId, point)
    const { differences, settled } = report
    if (differences.length > 0) {
      if (!point && stored.at !== null) await deletePoint(tx)
    } else if (isLocked && isSettled) {
      const { entryId, at } = mark
      await storePoint(tx, { ...settled, entryId, at, fullAt: point?.fullAt ?? at })
    }
    return report
  })
}

/** Waits until no posting is between two databases, and lets further ones wait until `work` is over. */
const withoutPostings = <T>(db: Db, work: () => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await lock(tx, 'snapshots')
      return work()
    },
    { checked: false },
  )

/** The newest entry; waits a moment for transactions that may still add an entry before it. */
async function settledMark(db: Db) {
  const mark = await db.transaction((tx) => requireRow(markNewest(tx)), { checked: false })
  for (let time = 0; time < 100 && !(await isOver(db, mark.xact)); time++) await setTimeout(10)
  return mark
}

async function compare(tx: Tx, form: BooksForm, checks: readonly BooksCheck[], settledTo: bigint, point?: Point) {
  const found = new Map((await trialBalance(tx, form, settledTo, point)).map((row) => [row.account, row]))
  const accounts = [
    ...clientLedgerAccounts.map((account) => ({ account, balance: found.get(account)?.stored ?? 0n })),
    ...brokerLedgerAccounts.map((account) => ({ account, balance: found.get(account)?.booked ?? 0n })),
  ]
  const total = accounts.reduce((sum, { balance }) => sum + balance, 0n)
  const differences: DifferenceRow[] =
    total === 0n ? [] : [{ what: 'All ledger accounts together', client_id: null, shown: total, entries: 0n }]
  for (const check of [...ledgerChecks, ...checks]) {
    const left = ledgerRules.differenceRows - differences.length
    if (left > 0) differences.push(...(await check(tx, form, left, point)))
  }
  // Shows a figure changed without any entry, whose client the newer rows do not name.
  if (differences.length === 0)
    for (const account of clientLedgerAccounts) {
      const { stored = 0n, booked = 0n } = found.get(account) ?? {}
      const what = `${account} of all clients together`
      if (stored !== booked) differences.push({ what, client_id: null, shown: stored, entries: booked })
    }
  const { count, settled } = await requireRow(countEntries(tx, settledTo, point))
  const balances = Object.fromEntries([...found.values()].map((row) => [row.account, String(row.settled)]))
  const banks = (await bankAccounts(tx)).map((each) => ({ ...each, balance: found.get(each.id)?.booked ?? 0n }))
  return { accounts, bankAccounts: banks, differences, entries: count, settled: { entries: settled, balances } }
}

const toReply = ({ accounts, bankAccounts, entries, differences }: BooksReport): Books => ({
  balanced: differences.length === 0,
  accounts: accounts.map(({ account, balance }) => ({ account, balance: rupeesOf(balance) })),
  bankAccounts: bankAccounts.map(({ id, name, balance }) => ({ _id: id, name, balance: rupeesOf(balance) })),
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
export function createBooks(
  db: Db,
  log: Log,
  checks: readonly BooksCheck[],
  onDifference: (first: string) => Promise<unknown> = async () => undefined,
) {
  let running: Promise<Books> | undefined
  let state: BooksState = 'unchecked'
  let nextCheckAt = 0

  async function checkAndStore(options: CheckOptions): Promise<Books> {
    const began = Date.now()
    const books = toReply(await checkBooks(db, checks, options))
    state = books.balanced ? 'balanced' : 'unbalanced'
    nextCheckAt = Date.now() + pauseFactor * (Date.now() - began)
    if (!books.balanced) {
      log.error({ differences: books.differences.slice(0, 10) }, 'the books do not balance')
      await onDifference(books.differences[0]?.what ?? '')
    }
    return books
  }
  const check = (options = { full: false }) => (running ??= checkAndStore(options).finally(() => (running = undefined)))

  return {
    /** What is new since the verified point. */
    check: () => check(),
    state: () => state,
    /** Once a day everything. Checking large books is expensive, so automatic checks pause in between. */
    async checkIfDue(): Promise<void> {
      if (Date.now() < nextCheckAt) return
      await check({ full: await claimFullCheck(db) })
    },
  }
}
