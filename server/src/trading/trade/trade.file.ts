import { namePrefixes } from '@sauda/contract/core/name'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { type TradeImport, wrongLine } from '@sauda/contract/trading/trade-file'
import { ownAccounts } from '../../core/approval/own-account.ts'
import { carryOut, type Reading, type Shows } from '../../core/approval/plan.ts'
import { isSingle, unlessWaived } from '../../core/approval/waive.ts'
import { findSentFile } from '../../core/sent-file/sent-file.sql.ts'
import { bulkLimits } from '../../platform/concurrency.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { inThread } from '../../platform/thread.ts'
import { fileEvidence } from './trade.describe.ts'
import type * as files from './trade.file.line.ts'
import { type CsvLine, ours, saudaIdForm } from './trade.file.line.ts'
import { type FileState, type LinePlan, partOfSentence, planLine, referenceKey } from './trade.file.plan.ts'
import { tradeName } from './trade.history.ts'
import { lockLots } from './lot.sql.ts'
import { bulkMail } from './trade.mail.ts'
import type { OperatorRequest, TradeContext } from './trade.alone.ts'
import { type ClientRow, findClients, findNamed, lockFiles, type NamedRow } from './trade.sql.ts'
import { loadState } from './trade.state.ts'
import { type BookedTrade, positionOf } from './trade.ts'

const thread = inThread<Pick<typeof files, 'readTrades'>>(
  new URL('./trade.file.line.ts', import.meta.url),
  commonErrors.busy,
  bulkLimits,
)

/** The file that awaits a second operator, by its hash. */
export const waitingFile = async (sql: Sql, hash: string): Promise<string> =>
  (await requireRow(findSentFile(sql, hash))).content.toString()

export const previewFile = async (context: TradeContext, by: OperatorRequest, csv: string): Promise<TradeImport> =>
  (await context.db.snapshot((sql) => filePlan(context, { sql }, by, csv))).shown

/** Every new line in the order of the file, or nothing if one cannot be booked. */
export async function filePlan(
  context: TradeContext,
  reading: Reading,
  by: OperatorRequest,
  csv: string,
): Promise<Shows<TradeImport>> {
  const { lines, unused } = await thread('readTrades', csv)
  const state = await loadFile(context, reading, by, lines)
  const plans: LinePlan[] = []
  for (const line of lines) plans.push(await planLine(context, state, line))
  const shown = summarise(await withClientWarnings(context, reading.sql, by, plans), unused)
  const needing = isSingle(context) ? undefined : plans.find(({ plan }) => plan && plan.reasons.length > 0)
  return {
    summary: `Book a file of ${plans.length} ${plans.length === 1 ? 'trade' : 'trades'}`,
    reasons: (needing?.plan?.reasons ?? []).map((reason) => `Line ${needing?.line.line}: ${reason}`),
    uses: plans.flatMap(({ plan }) => plan?.uses ?? []),
    obstacle: await obstacleOf(context, reading.sql, by, plans),
    shown,
    review: () => ({ evidence: fileEvidence(shown) }),
    write: (tx) => bookLines(context, tx, by, state, plans),
  }
}

/** The first line that cannot be booked, or that is of the operator's own account. */
async function obstacleOf(context: TradeContext, sql: Sql, by: OperatorRequest, plans: readonly LinePlan[]) {
  const wrong = plans.find(({ line }) => line.status === 'wrong')?.line
  if (wrong) return wrongLine(wrong.line, wrong.problem ?? '')
  const clientIds = plans.flatMap(({ plan }) => plan?.clientId ?? [])
  const own = await ownAccounts(context, sql, { operatorId: by.operator.id, clientIds: [...new Set(clientIds)] })
  const ownLine = plans.find(({ plan }) => own.has(plan?.clientId ?? ''))?.line
  return ownLine && wrongLine(ownLine.line, partOfSentence(commonErrors.ownAccount))
}

/** With the warnings about each client on the first new line of the client. */
async function withClientWarnings(
  context: TradeContext,
  sql: Sql,
  { operator }: OperatorRequest,
  plans: readonly LinePlan[],
): Promise<LinePlan['line'][]> {
  const clients = [...new Set(plans.flatMap(({ plan }) => plan?.clientId ?? []))].map((clientId) => ({ clientId }))
  const known = new Map(await context.warnings(sql, clients, operator.id))
  return plans.map(({ line, plan }) => {
    const about = known.get(plan?.clientId ?? '') ?? []
    known.delete(plan?.clientId ?? '')
    return { ...line, warnings: [...about, ...line.warnings] }
  })
}

/** One mail to each client. */
async function bookLines(
  context: TradeContext,
  tx: Tx,
  by: OperatorRequest,
  { trades, clients }: FileState,
  plans: readonly LinePlan[],
): Promise<void> {
  const booked: BookedTrade[] = []
  for (const { line, plan } of plans) {
    if (!plan) continue
    if (trades.dealer) await unlessWaived(context, tx, by, plan)
    // Errors that only the booking finds, such as an account that is being closed.
    const trade = carryOut(context, tx, by, { ...plan, mails: () => [] }).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(wrongLine(line.line, partOfSentence(error))) : error
    })
    booked.push(await trade)
  }
  const ofClients = Map.groupBy(booked, ({ clientId }) => clientId)
  for (const client of clients.values()) {
    const own = ofClients.get(client.id)
    if (own) await context.inform(tx, bulkMail(context.config, client, own), { clientId: client.id, topic: 'trade' })
  }
}

function summarise(lines: readonly LinePlan['line'][], unused: readonly string[]): TradeImport {
  const count = (input: string) => lines.filter(({ status }) => status === input).length
  return { lines: [...lines], fresh: count('new'), booked: count('booked'), wrong: count('wrong'), unused: [...unused] }
}

async function loadFile(
  context: TradeContext,
  reading: Reading,
  by: OperatorRequest,
  lines: readonly CsvLine[],
): Promise<FileState> {
  const { sql, tx } = reading
  if (tx) {
    await lockFiles(tx)
    const named = await namedIn(tx, lines)
    await lockLots(
      tx,
      named.map((row) => row.lot_id ?? row.id),
    )
  }
  const clients = await clientsOf(sql, lines)
  const trades = await loadState(context, reading, by, clients.values())
  // May have changed before the locks.
  const rows = await namedIn(sql, lines)
  return {
    trades,
    clients,
    booked: new Map(rows.flatMap((row) => (row.reference_key === null ? [] : [[row.reference_key, row]]))),
    positions: await positionsOf(sql, rows),
    seen: new Map(),
    today: dayInIndia(new Date(by.requestedAt ?? Date.now())),
  }
}

/** By the dealer's reference or by our number. */
function namedIn(sql: Sql, lines: readonly CsvLine[]): Promise<NamedRow[]> {
  const names = lines.flatMap(({ cells: { reference, position } }) => [reference, position]).map(referenceKey)
  const numbers = names.filter((name) => ours.test(name)).map((name) => name.slice(namePrefixes.trade.length))
  return findNamed(sql, names, numbers)
}

async function positionsOf(sql: Sql, rows: readonly NamedRow[]): Promise<FileState['positions']> {
  const positions: FileState['positions'] = new Map()
  for (const row of rows) {
    const position = row.action === 'BUY' ? await positionOf(sql, row) : undefined
    positions.set(tradeName(row.number), position)
    if (row.reference_key !== null) positions.set(row.reference_key, position)
  }
  return positions
}

async function clientsOf(sql: Sql, lines: readonly CsvLine[]): Promise<Map<string, ClientRow>> {
  const numbers = lines
    .map(({ cells: { client } }) => client.toUpperCase())
    .filter((saudaId) => saudaIdForm.test(saudaId))
    .map((saudaId) => saudaId.slice(namePrefixes.client.length))
  return new Map((await findClients(sql, [...new Set(numbers)])).map((row) => [row.sauda_id, row]))
}
