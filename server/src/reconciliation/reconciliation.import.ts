import { rupeesOf } from '@sauda/contract/money'
import { type BankLine, type Reading, reconciliationRules } from '@sauda/contract/reconciliation'
import { v7 as uuidv7 } from 'uuid'
import type { ReconciliationContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Db, Sql, Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { sha256 } from '../platform/secret.ts'
import type { SentCsv } from '../platform/upload.ts'
import { readAs } from './reconciliation.row.ts'
import {
  analyzeLines,
  coveredUntil,
  deleteStatement,
  insertLines,
  insertMissing,
  insertStatement,
  newestStatements,
  setAdded,
  unexplainedPayments,
} from './reconciliation.import.sql.ts'
import { lockMatching, matchStatement } from './reconciliation.match.sql.ts'
import { type ReadLine, readStatement, type ReadStatement } from './reconciliation.read.ts'
import { countsOfStatement, findLines, firstIds } from './reconciliation.sql.ts'
import { lineOf } from './reconciliation.ts'

/** Lines per insert. */
const batch = 1000

type ImportInput = { readonly csv: SentCsv; readonly operator: CurrentOperator; readonly ip: string }
type ImportResult = { readonly reading: Reading; readonly sample: BankLine[] }

/** Thrown to roll a preview back. */
class PreviewRollback extends Error {
  readonly result: ImportResult
  constructor(result: ImportResult) {
    super('undone')
    this.result = result
  }
}

/** Imports and rolls back. */
export async function preview(
  { db }: ReconciliationContext,
  { csv, operator }: ImportInput,
): Promise<Reading & { sample: BankLine[] }> {
  const statement = await readStatement(csv.bytes)
  try {
    await db.transaction(async (tx) => {
      throw new PreviewRollback(await storeStatement(tx, statement, csv, operator))
    })
  } catch (error) {
    if (error instanceof PreviewRollback) return { ...error.result.reading, sample: error.result.sample }
    throw error
  }
  throw new Error('A preview was committed')
}

/** Stores the new lines. No money moves. */
export async function importStatement(
  { audit, notifyScreens }: ReconciliationContext,
  tx: Tx,
  { csv, operator, ip, statement }: ImportInput & { readonly statement: ReadStatement },
): Promise<Reading> {
  const { reading } = await storeStatement(tx, statement, csv, operator)
  const { fileName, firstOn, lastOn, lines, added } = reading
  await Promise.all([
    audit(tx, {
      actor: operatorActor(operator),
      action: 'reconciliation.import',
      after: { fileName, sha256: sha256(csv.bytes).toString('hex'), firstOn, lastOn, lines, added },
      ip,
    }),
    added > 0 && notifyScreens(tx, 'desk', 'reconciliation'),
  ])
  return reading
}

export async function statements(db: Db) {
  const rows = await newestStatements(db, reconciliationRules.statements)
  return {
    statements: rows.map(({ account, importedAt, ...row }) => ({
      ...row,
      ...(account !== null && { account }),
      importedAt: importedAt.toISOString(),
    })),
  }
}

async function storeStatement(
  tx: Tx,
  statement: ReadStatement,
  csv: SentCsv,
  operator: { id: string },
): Promise<ImportResult> {
  const { columns, account, lines, withoutAmount } = statement
  const id = uuidv7()
  const [firstOn, lastOn] = daysOf(lines)
  const fileName = csv.name === '' ? 'statement.csv' : csv.name
  const row = { id, account: account ?? null, firstOn, lastOn, lines: lines.length, operatorId: operator.id }
  await insertStatement(tx, { name: fileName, hash: sha256(csv.bytes) }, row)
  const added = await addLines(tx, id, lines)
  if (added > 0) await analyzeLines(tx)
  await (added === 0 ? deleteStatement(tx, id) : setAdded(tx, id, added))
  // Other processes match lines too.
  await lockMatching(tx)
  const counts = await countsOfStatement(tx, id)
  const sample = await findLines(tx, await firstIds(tx, id, reconciliationRules.sampleRows))
  if (added > 0) {
    await matchStatement(tx, id)
    await recordMissing(tx, id, firstOn)
  }
  const { matched = 0, exact = 0, approve = 0, exception = 0 } = counts ?? {}
  const sum = (direction: string) =>
    rupeesOf(lines.reduce((paise, line) => (line.direction === direction ? paise + line.amount : paise), 0n))
  const warning = balanceWarning(lines)
  return {
    reading: {
      fileName,
      ...(account !== undefined && { account }),
      columns: readAs(columns),
      firstOn,
      lastOn,
      lines: lines.length,
      added,
      credits: sum('credit'),
      debits: sum('debit'),
      withoutAmount,
      warnings: warning === undefined ? [] : [warning],
      matched,
      counts: { exact, approve, exception },
    },
    // Ids are in the bank's order.
    sample: sample.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(lineOf),
  }
}

function daysOf(lines: readonly ReadLine[]): [first: string, last: string] {
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  return [days[0] ?? '', days.at(-1) ?? '']
}

async function addLines(tx: Tx, statementId: string, lines: readonly ReadLine[]): Promise<number> {
  let added = 0
  for (let at = 0; at < lines.length; at += batch) {
    const some = lines.slice(at, at + batch).map((line) => ({ ...line, id: uuidv7() }))
    added += await insertLines(tx, statementId, some)
  }
  return added
}

/** Records approved payments on covered days that have no line. */
async function recordMissing(sql: Sql & Tx, statementId: string, firstOn: string): Promise<void> {
  const before = (await coveredUntil(sql, statementId))?.day ?? firstOn
  const missing = await unexplainedPayments(sql, before < firstOn ? before : firstOn)
  if (missing.length > 0)
    await insertMissing(
      sql,
      missing.map(({ id }) => ({ id: uuidv7(), paymentId: id })),
    )
}

/** A gap in the running balance means that a line is missing or was changed. */
function balanceWarning(lines: readonly ReadLine[]): string | undefined {
  const odd = lines.find((line, index) => {
    const before = lines[index - 1]?.balance
    if (before === undefined || line.balance === undefined) return false
    return line.balance !== before + (line.direction === 'credit' ? line.amount : -line.amount)
  })
  return odd && `The balance on line ${odd.line} does not follow from the line before. A line may be missing.`
}
