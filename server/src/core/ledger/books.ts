import { setTimeout } from 'node:timers/promises'
import {
  clientLedgerAccounts,
  brokerLedgerAccounts,
  ledgerRules,
  type LedgerAccount,
  type ledgerCalls,
} from '@sauda/contract/core/ledger'
import { allFigures } from '@sauda/contract/core/ledger-name'
import type { Reply } from '@sauda/contract/platform/call'
import type { healthCalls } from '@sauda/contract/broker/health'
import { rupeesOf } from '@sauda/contract/platform/money'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { type Db, requireRow, type Tx } from '../../platform/db.ts'
import { firstId } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { isTooSlow } from '../../platform/database-fault.ts'
import {
  addDaysThrough,
  deleteRun,
  findRun,
  limitStatements,
  type Run,
  type RunPart,
  runParts,
  sliceEnd,
  storeRun,
  wrongDays,
} from './books.run.sql.ts'
import {
  bankAccounts,
  type BooksCheck,
  countEntries,
  type DifferenceRow,
  ledgerChecks,
  newParts,
  type Part,
  type Slice,
  takeSnapshots,
  trialBalance,
  claimFullCheck,
  dailyShare,
  deletePoint,
  findPoint,
  isOver,
  markNewest,
  type Point,
  readPoint,
  storePoint,
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
  /** Continues the complete check under way for so many milliseconds; it is finished by later checks. */
  readonly share?: number
  /** Days, clients or causes of the first slice of each part, and of each part of what is new. */
  readonly size?: number
}

/**
 * Compares what is new since the verified point on one snapshot, after a complete check, or a share of it, if that is due. If nothing
 * differs, the same transaction stores the new verified point, and the verified entries are added to the totals of their days. A complete
 * check that finds a difference deletes the verified point, so that the next check is complete too.
 */
export async function checkBooks(
  db: Db,
  checks: readonly BooksCheck[],
  { full, share, size }: CheckOptions = { full: true },
): Promise<BooksReport> {
  const mark = await settledMark(db)
  const known = full ? undefined : await findPoint(db)
  const run = known ? undefined : await checkAll(db, checks, { mark, share, ...(size !== undefined && { size }) })
  // The comparison reads all entries that are not in the totals in one statement, which years of entries would take beyond its time limit.
  if (run?.differences.length === 0 && (await isOver(db, mark.xact))) await addDaysThrough(db, run.entryId)
  // The verified point of a complete check is the moment it began.
  const begun = known ?? { ...(run ?? mark), fullAt: (run ?? mark).at, wholeMilliseconds: null }
  const { isVerified, ...report } = await db.verify(async (tx) => {
    const { isLocked, isSettled, ...stored } = await snapshot(db, tx, () => requireRow(readPoint(tx, mark.xact)))
    // What is new since a complete check of several days began was compared every minute.
    const point = (run && share === undefined) || stored.at === null ? begun : stored
    const report = await compare(tx, checks, { point, before: run?.differences ?? [], size })
    const isVerified = report.differences.length === 0 && isSettled && (run?.isWhole !== false || point === stored)
    if (report.differences.length > 0 && run && stored.at !== null) await deletePoint(tx)
    const { fullAt, wholeMilliseconds } = run?.isWhole ? { fullAt: run.at, wholeMilliseconds: run.milliseconds } : point
    if (isVerified && isLocked)
      await storePoint(tx, { entryId: mark.entryId, at: mark.at, fullAt, wholeMilliseconds }, run !== undefined)
    return { ...report, isVerified }
  })
  if (isVerified) await addDaysThrough(db, mark.entryId)
  return report
}

/** On a cluster postings share this lock, so that the snapshots of its databases are taken while no posting is half done. */
const snapshot = <T>(db: Db, tx: Tx, first: () => Promise<T>): Promise<T> =>
  db.transaction(
    async (held) => {
      await lock(held, 'snapshots')
      const result = await first()
      await takeSnapshots(tx)
      return result
    },
    { checked: false },
  )

/** The newest entry; waits a moment for transactions that may still add an entry before it. */
async function settledMark(db: Db) {
  const mark = await db.transaction((tx) => requireRow(markNewest(tx)), { checked: false })
  for (let time = 0; time < 100 && !(await isOver(db, mark.xact)); time++) await setTimeout(10)
  return mark
}

type CompleteOptions = {
  readonly mark: { readonly entryId: bigint; readonly at: Date }
  readonly share: number | undefined
  readonly size?: number
}

/**
 * Everything in slices, each with its own snapshot, because one that lasts for hours would keep every old row. `isWhole` is false if the
 * share ended before.
 */
async function checkAll(
  db: Db,
  checks: readonly BooksCheck[],
  { mark, share, size: first }: CompleteOptions,
): Promise<Run & { readonly isWhole: boolean }> {
  const begun: Run = { entryId: mark.entryId, at: mark.at, part: 'day', start: null, differences: [], milliseconds: 0 }
  let run = (share === undefined ? undefined : await findRun(db)) ?? begun
  const before = run.milliseconds
  let size = first ?? sliceSizes[run.part]
  for (;;) {
    const began = Date.now()
    const slice = await sliceOf(db, run, size)
    const left = ledgerRules.differenceRows - run.differences.length
    const found = await checkSlice(db, checks, { ...slice, part: run.part, left, isShort: size > 1 })
    if (found === undefined) {
      size = Math.ceil(size / 4)
      continue
    }
    const next = slice.next === null ? runParts[runParts.indexOf(run.part) + 1] : run.part
    const milliseconds = run.milliseconds + Date.now() - began
    run = {
      ...run,
      part: next ?? run.part,
      start: slice.next,
      differences: [...run.differences, ...found],
      milliseconds,
    }
    if (next === undefined || run.differences.length >= ledgerRules.differenceRows) break
    if (slice.next === null) size = first ?? sliceSizes[next]
    else if (Date.now() - began < sliceMilliseconds / 8) size *= 2
    await storeRun(db, run)
    if (share !== undefined && milliseconds - before > share) return { ...run, isWhole: false }
  }
  await deleteRun(db)
  return { ...run, isWhole: true }
}

/** Days, clients or causes of a part's first slice; fast slices grow, and those that take too long shrink. */
const sliceSizes: Readonly<Record<RunPart, number>> = { day: 1, client: 1000, cause: 4000 }
/** The limit of one statement. A slice of one day, client or cause may take as long as every other long statement. */
const sliceMilliseconds = 20_000
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

async function sliceOf(db: Db, { part, start }: Run, size: number) {
  const next = await sliceEnd(db, part, start, size)
  return part === 'day' ? { from: start, to: next, next } : { from: start ?? firstId, to: next ?? lastId, next }
}

type SliceOptions = Slice & { readonly part: RunPart; readonly left: number; readonly isShort: boolean }

/** Undefined if a statement took too long. */
async function checkSlice(db: Db, checks: readonly BooksCheck[], options: SliceOptions) {
  const { part, left, isShort, ...slice } = options
  try {
    return await db.verify(async (tx) => {
      // The first statement fixes the snapshot, so none is before it.
      await snapshot(db, tx, async () => undefined)
      if (isShort) await limitStatements(tx, sliceMilliseconds)
      if (part === 'day') return wrongDays(tx, left, slice)
      const found: DifferenceRow[] = []
      for (const { by, run } of [...ledgerChecks, ...checks])
        if (by === part && found.length < left) found.push(...(await run(tx, left - found.length, slice)))
      return found
    })
  } catch (error) {
    if (isShort && isTooSlow(error)) return undefined
    throw error
  }
}

type CompareOptions = {
  readonly point: Point
  /** What a complete check found. */
  readonly before: readonly DifferenceRow[]
  readonly size: number | undefined
}

async function compare(tx: Tx, checks: readonly BooksCheck[], { point, before, size }: CompareOptions) {
  const found = new Map((await trialBalance(tx)).map((row) => [row.account, row]))
  const accounts = [
    ...clientLedgerAccounts.map((account) => ({ account, balance: found.get(account)?.stored ?? 0n })),
    ...brokerLedgerAccounts.map((account) => ({ account, balance: found.get(account)?.booked ?? 0n })),
  ]
  const total = accounts.reduce((sum, { balance }) => sum + balance, 0n)
  const differences: DifferenceRow[] =
    total === 0n ? [] : [{ what: 'All ledger accounts together', client_id: null, shown: total, entries: 0n }]
  differences.push(...before.slice(0, ledgerRules.differenceRows))
  // Differences that the complete check before has reported are not reported twice.
  const known = new Set(before.map(({ what }) => what))
  const parts = new Map<string, Part[]>()
  for (const { news, run } of [...ledgerChecks, ...checks]) {
    if (!parts.has(news)) parts.set(news, await newParts(tx, news, point, size))
    for (const part of parts.get(news) ?? []) {
      const left = ledgerRules.differenceRows - differences.length
      if (left > 0) differences.push(...(await run(tx, left, part)).filter(({ what }) => !known.has(what)))
    }
  }
  const [invested = 0n, securities = 0n] = (['invested', 'securities'] as const).map((name) => found.get(name)?.booked)
  if (invested + securities !== 0n)
    differences.push({ what: 'securities of all clients', client_id: null, shown: invested, entries: -securities })
  // Finds a figure that was changed without an entry: what is new does not name its client.
  if (differences.length === 0)
    for (const account of allFigures) {
      const { stored = 0n, booked = 0n } = found.get(account) ?? {}
      const what = `${account} of all clients together`
      if (stored !== booked) differences.push({ what, client_id: null, shown: stored, entries: booked })
    }
  const banks = (await bankAccounts(tx)).map((each) => ({ ...each, balance: found.get(each.id)?.booked ?? 0n }))
  return { accounts, bankAccounts: banks, differences, entries: await countEntries(tx) }
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
    ...(client_id !== null && client_id !== firstId && { clientId: client_id }),
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
  const check = (options: CheckOptions = { full: false }) =>
    (running ??= checkAndStore(options).finally(() => (running = undefined)))

  return {
    /** Rows that are new since the verified point. */
    check: () => check(),
    state: () => state,
    /** Checks everything once a day, large books in a week. Checking is expensive, so automatic checks pause in between. */
    async checkIfDue(): Promise<void> {
      if (Date.now() < nextCheckAt) return
      await check((await claimFullCheck(db)) ? { full: true, share: await dailyShare(db) } : { full: false })
    },
  }
}
