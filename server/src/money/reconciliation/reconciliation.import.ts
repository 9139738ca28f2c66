import { deserialize } from 'node:v8'
import type { Query } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import {
  type BankLine,
  beforeOpening,
  importedElsewhere,
  otherAccount,
  type Reading,
  type reconciliationCalls,
  reconciliationErrors,
  reconciliationRules,
} from '@sauda/contract/money/reconciliation'
import { isUtr } from '@sauda/contract/money/reference'
import { isSingle } from '../../core/approval/waive.ts'
import type { AppContext } from '../../app/app-context.ts'
import { insertSentFile } from '../../core/sent-file/sent-file.sql.ts'
import { acceptContinuing } from '../../core/ledger/bank-statement.sql.ts'
import { rolledBack, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dateText } from '../../platform/india.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { fileReader } from '../../platform/workbook.ts'
import type * as files from './reconciliation.file.ts'
import type { StatementFile } from './reconciliation.file.ts'
import {
  analyzeLines,
  type BankAccount,
  bankAccounts,
  type Booking,
  coveredUntil,
  deleteStatement,
  findLayouts,
  importedFor,
  insertLines,
  insertMissing,
  insertStatement,
  markRepeated,
  newestStatements,
  openingAfter,
  paidTo,
  sameBookings,
  setAdded,
  similarLines,
  unexplainedPayments,
} from './reconciliation.import.sql.ts'
import { lockMatching } from './reconciliation.book.sql.ts'
import { isAccount } from './reconciliation.above.ts'
import { comparableText, type ReadLine } from './reconciliation.read.ts'
import { insertContradictions } from './reconciliation.statement.sql.ts'
import { judgeStatement } from './reconciliation.sql.ts'
import { lineOf } from './reconciliation.ts'

const reader = fileReader<typeof files>(new URL('./reconciliation.file.ts', import.meta.url))

/** Throws an AppError naming the line that cannot be read. */
export async function readSent(sql: Sql, { csv: { bytes }, query }: Pick<ImportInput, 'csv' | 'query'>) {
  const layouts = await findLayouts(sql, query.bankAccountId)
  const numbers = (await bankAccounts(sql, undefined)).flatMap(({ number }) => number ?? [])
  const { from, to = from, sheet } = query
  const period = from === undefined || to === undefined ? undefined : { from, to }
  return reader('readFile', { bytes, layouts: layouts.map(({ layout }) => layout), accounts: numbers, period, sheet })
}

export const topRows = ({ bytes }: SentCsv, sheet: string | undefined) => reader('topRows', { bytes, sheet })

type ImportInput = {
  readonly csv: SentCsv
  readonly query: Query<typeof reconciliationCalls.preview>
  readonly operator: CurrentOperator
  readonly ip: string
}

/** Imports and rolls back. */
export async function preview({ db }: AppContext, input: ImportInput): Promise<Reading & { sample: BankLine[] }> {
  const statement = await readSent(db, input)
  const { reading, sample } = await rolledBack(db, (tx) => storeStatement(tx, statement, input))
  return { ...reading, sample }
}

/** Stores the new lines. No money moves. */
export async function importStatement(
  { audit, notifyScreens }: AppContext,
  tx: Tx,
  { statement, ...input }: ImportInput & { readonly statement: StatementFile },
): Promise<Reading> {
  const { operator, ip } = input
  await insertSentFile(tx, input.csv)
  const { reading } = await storeStatement(tx, statement, input)
  const { sha256 } = statement
  const { fileName, firstOn, lastOn, lines, added, bankAccount, contradicts } = reading
  await Promise.all([
    audit(tx, {
      by: { operator, ip },
      action: 'reconciliation.import',
      after: { fileName, bankAccount: bankAccount.name, sha256, firstOn, lastOn, lines, added, contradicts },
    }),
    (added > 0 || contradicts !== undefined) && notifyScreens(tx, 'desk', 'reconciliation'),
  ])
  return reading
}

export const statements = async (context: Pick<AppContext, 'db' | 'config'>) => ({
  statements: await newestStatements(context.db, reconciliationRules.statements, isSingle(context)),
})

async function storeStatement(
  tx: Tx,
  { sha256, batches, accounts, ...read }: StatementFile,
  { csv, operator, query }: ImportInput,
): Promise<{ readonly reading: Reading; readonly sample: BankLine[] }> {
  const { firstOn, lastOn, lines } = read
  const id = newId()
  const { id: bankAccountId, name, ending } = await accountOf(tx, query.bankAccountId, accounts)
  const hash = Buffer.from(sha256, 'hex')
  const fileName = csv.name === '' ? 'statement.csv' : csv.name
  const row = { id, account: ending ?? null, bankAccountId, firstOn, lastOn, lines, operatorId: operator.id }
  await insertStatement(tx, { name: fileName, hash, sha256: csv.sha256 }, row)
  const before = await importedFor(tx, { id, hash })
  const elsewhere = before.find((account) => account.id !== bankAccountId)
  if (elsewhere) throw new AppError(importedElsewhere(elsewhere.name))
  const opening = await openingAfter(tx, bankAccountId, firstOn)
  if (opening) throw new AppError(beforeOpening(dateText(opening.day)))
  const known = before.length > 0
  const { added, named, ...ends } = await addLines(tx, { statementId: id, bankAccountId }, batches)
  if (added > 0) await analyzeLines(tx, added)
  await (known && added === 0 ? deleteStatement(tx, id) : setAdded(tx, id, added, ends))
  // The same file again adds nothing.
  const contradicts = known ? 0 : await insertContradictions(tx, { statementId: id, lines: named })
  if (added > 0) await acceptContinuing(tx, bankAccountId)
  // Other processes match lines too.
  await lockMatching(tx)
  const { sampleRows } = reconciliationRules
  const { matched, counts, sample } = await judgeStatement(tx, { id, sampleRows, matches: added > 0 })
  if (added > 0) await recordMissing(tx, id, bankAccountId, firstOn)
  const doubtful = added > 0 ? await doubtfulLines(tx, id, named) : []
  return {
    reading: {
      fileName,
      ...read,
      ...(ending !== undefined && { account: ending }),
      bankAccount: { _id: bankAccountId, name },
      added,
      ...(contradicts > 0 && { contradicts }),
      warnings: [...read.warnings, ...askAbout(doubtful)],
      matched,
      counts,
    },
    // Ids are in the bank's order.
    sample: sample.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(lineOf),
  }
}

/** New lines with the day, amount and narration of an entry that this file lacks, where only one of both has a reference. */
async function doubtfulLines(
  tx: Tx,
  statementId: string,
  named: Parameters<typeof similarLines>[2],
): Promise<number[]> {
  const pairs = await similarLines(tx, statementId, named)
  const same = pairs.filter(({ text, before }) => comparableText(text) === comparableText(before))
  return [...new Set(same.map(({ line }) => line))]
}

function askAbout(lines: readonly number[]): string[] {
  if (lines.length === 0) return []
  const subject = lines.length === 1 ? `Line ${lines[0]} has` : `Lines ${lines.join(', ')} have`
  return [
    `${subject} the day, amount and narration of an entry imported before, and only one of the two has a UTR. If it is the same payment, do not import this file.`,
  ]
}

/** `ends`: of the account numbers in the file, of which one that is ours counts. `ending`: its last digits. */
async function accountOf(tx: Tx, chosenId: string | undefined, ends: readonly string[]) {
  const accounts = await bankAccounts(tx, chosenId)
  const endOfFile = ({ number }: BankAccount) => ends.find((end) => number !== null && isAccount(number, end))
  const named = chosenId === undefined ? accounts.filter(endOfFile) : []
  const [account, ...others] = named.length > 0 ? named : accounts
  if (!account) throw new AppError(commonErrors.notFound)
  if (others.length > 0) throw new AppError(reconciliationErrors.chooseAccount)
  const end = account.number === null ? ends[0] : endOfFile(account)
  const [first] = ends
  if (first !== undefined && end === undefined) throw new AppError(otherAccount(first.slice(-4), account.name))
  return { ...account, ending: end?.slice(-4) }
}

async function addLines(
  tx: Tx,
  statement: { readonly statementId: string; readonly bankAccountId: string },
  batches: readonly Uint8Array[],
) {
  const recognise = recogniser(tx, statement.bankAccountId)
  let added = 0
  const named: Pick<ReadLine, 'identity' | 'occurrence' | 'balance'>[] = []
  let first: ReadLine | undefined
  let last: ReadLine | undefined
  for (const bytes of batches) {
    const lines = await recognise(deserialize(bytes) as ReadLine[])
    const elsewhere = await paidTo(tx, lines, statement.bankAccountId)
    if (elsewhere) throw new AppError(importedElsewhere(elsewhere.name))
    const stored = lines.map((line) => ({ ...line, id: newId() }))
    added += await insertLines(tx, statement, stored)
    named.push(...lines.map(({ identity, occurrence, balance }) => ({ identity, occurrence, balance })))
    first ??= lines[0]
    last = lines.at(-1)
  }
  await markRepeated(tx, { ...statement, added }, named)
  return { added, named, opening: first && balanceBefore(first), closing: last?.balance }
}

const balanceBefore = ({ balance, direction, amount }: ReadLine): bigint | undefined =>
  balance === undefined ? undefined : direction === 'credit' ? balance - amount : balance + amount

/** Records approved payments of the account, on days its statements cover, that have no line. */
async function recordMissing(sql: Sql & Tx, statementId: string, bankAccountId: string, firstOn: string) {
  const before = (await coveredUntil(sql, { statementId, bankAccountId }))?.day ?? firstOn
  const missing = await unexplainedPayments(sql, bankAccountId, before < firstOn ? before : firstOn)
  await insertMissing(sql, bankAccountId, missing)
}

const keyOf = ({ identity, occurrence }: Pick<ReadLine, 'identity' | 'occurrence'>): string =>
  `${identity.toString('base64')} ${occurrence}`

/** A text that is equal for two lines that may be the same line of the bank, whose narration and reference may differ. */
const bookingOf = ({ bookedOn, direction, amount, balance }: ReadLine): string =>
  [bookedOn, direction, amount, balance].join(' ')

/** Whether a booking of the same day, amount and balance has the UTR of a line, whose narration another download may cut, or its narration. */
function sameAs({ text, reference }: ReadLine): (booking: Booking) => boolean {
  const comparable = comparableText(text)
  return (booking) => {
    if (reference !== undefined && booking.reference !== null && booking.reference !== reference) return false
    const isOfUtr = booking.reference !== null && booking.reference === reference && isUtr(booking.reference)
    return isOfUtr || comparableText(booking.text) === comparable
  }
}

/**
 * Gives a line of a file the identity under which the account has it already: by date, direction, amount, running balance
 * and narration or UTR. Earlier versions built the identity from more columns than every format has, and a file may begin with
 * an earlier one of two identical lines. To be called with the lines of one file, in its order.
 */
export function recogniser(sql: Sql, bankAccountId: string) {
  const used = new Set<string>()
  // Each imported line is read once for the whole file, and removed from the list when a line of the file matches it.
  const unused = new Map<string, Booking[]>()
  const readUnused = async (lines: readonly ReadLine[]): Promise<void> => {
    // Without a balance nothing is found.
    const fresh = lines.filter((line) => line.balance !== undefined && !unused.has(bookingOf(line)))
    const distinct = [...new Map(fresh.map((line) => [bookingOf(line), line]))]
    for (const [booking] of distinct) unused.set(booking, [])
    const wanted = distinct.map(([, line]) => line)
    for (const each of await sameBookings(sql, bankAccountId, wanted))
      unused.get(distinct[each.at - 1]?.[0] ?? '')?.push(each)
  }
  const take = (line: ReadLine): Booking | undefined => {
    const isSame = sameAs(line)
    const candidates = unused.get(bookingOf(line)) ?? []
    const at = candidates.findIndex((booking) => !used.has(keyOf(booking)) && isSame(booking))
    if (at < 0) return undefined
    const [same] = candidates.splice(at, 1)
    if (same) used.add(keyOf(same))
    return same
  }
  return async (lines: readonly ReadLine[]): Promise<ReadLine[]> => {
    await readUnused(lines)
    const known = lines.map(take)
    return lines.map((line, at) => {
      const same = known[at]
      if (same) return { ...line, identity: same.identity, occurrence: same.occurrence }
      let { occurrence } = line
      while (used.has(keyOf({ ...line, occurrence }))) occurrence += 1
      used.add(keyOf({ ...line, occurrence }))
      return { ...line, occurrence }
    })
  }
}
