import { parseRupees } from '@sauda/contract/platform/amount-text'
import type { Query, Reply } from '@sauda/contract/platform/call'
import type { Payload } from '@sauda/contract/core/proposal'
import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { formatCount } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees } from '@sauda/contract/platform/money'
import {
  exceptionNames,
  type exchangeFileCalls,
  exchangeFileErrors,
  exchangeFileRules,
  totalLines,
  totalNames,
  type Totals,
  tradeExceptions,
  type TradeFileReading,
  tradesText,
} from '@sauda/contract/trading/exchange-file'
import type { AppContext } from '../../app/app-context.ts'
import { ownObstacle, requireOthersAccount } from '../../core/approval/own-account.ts'
import { type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { inChild } from '../../platform/child.ts'
import { breaksUnique, type Db, requireRow, rolledBack, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dateText } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { rejectFuture, fileFault, requireTradingDay } from '../market/imported-file.ts'
import { readCodes, unconfirmed } from './exchange-file.book.sql.ts'
import type * as files from './exchange-file.read.ts'
import type { TradeFile } from './exchange-file.read.ts'
import { compareRows, differentRows } from './exchange-file.compare.sql.ts'
import {
  changedClients,
  clientsIn,
  countRows,
  exampleRows,
  fillRows,
  hasWhole,
  insertFile,
  lockFile,
  newestFiles,
  setStatus,
  tradesToCheck,
} from './exchange-file.sql.ts'

const child = inChild<Pick<typeof files, 'readTradeFile'>>(
  new URL('./exchange-file.read.ts', import.meta.url),
  exchangeCsvErrors.tooMuch,
  { seconds: 120, answerBytes: 128 * 1024 * 1024 },
)

type Sent = {
  readonly csv: SentCsv
  readonly content: TradeFile
  readonly query: Query<typeof exchangeFileCalls.preview>
}

/** Throws an AppError that names the line. */
export async function readTrades(sql: Sql, { name, bytes }: Pick<SentCsv, 'name' | 'bytes'>): Promise<TradeFile> {
  const codes = new Map(
    (await readCodes(sql)).map(({ exchange, column, code, meaning }) => [`${exchange} ${column} ${code}`, meaning]),
  )
  return child('readTradeFile', { name, bytes, codes })
}

/** The import, rolled back. */
export const previewFile = (db: Db, sent: Sent): Promise<TradeFileReading> =>
  rolledBack(db, (tx) => readingOf(tx, sent))

/** What the file does, compared with what is booked. Throws where it cannot be booked. */
async function readingOf(tx: Tx, { csv, content, query }: Sent): Promise<TradeFileReading> {
  const { exchange, day, part, totals } = content
  requireTradingDay(day)
  rejectFuture(day)
  checkTotals(totals, query)
  if (part.startsWith('P') && (await hasWhole(tx, content)))
    throw fileFault(
      `The whole file of ${dateText(day)} is recorded, so a part of it cannot replace anything. Import the whole file, with P0 or no part in its name.`,
    )
  await fillRows(tx, content.batches)
  const counts = await requireRow(countRows(tx, content))
  const before = await compareRows(tx, content)
  if (before && before.added + before.removed + before.changed === 0) throw new AppError(exchangeFileErrors.known)
  if (before && totals.trades < before.trades && query.trades === undefined)
    throw fileFault(
      `The file has ${formatCount(totals.trades)} trades, but ${formatCount(before.trades)} are recorded for ${dateText(day)}. It may be cut off: download it again. If the number is right, enter it as the member portal shows it.`,
    )
  return {
    exchange,
    day,
    name: csv.name,
    isFinal: content.isFinal,
    rows: content.rows,
    cancelled: content.cancelled,
    totals,
    ...counts,
    examples: await exampleRows(tx, content, exchangeFileRules.listed),
    ...(before && { before }),
    differences: before ? await differentRows(tx, content, exchangeFileRules.listed) : [],
  }
}

/** Each total that the operator took from the member portal equals that of the file. */
function checkTotals(totals: Totals, given: Sent['query']): void {
  const wrong = Object.entries(totalNames).flatMap(([key, name]) => {
    const expected = given[key as keyof Totals]
    const found = String(totals[key as keyof Totals])
    const isEqual = !expected || parseRupees(expected) === parseRupees(found)
    return isEqual ? [] : [`${name}: ${found} in the file, ${expected} entered`]
  })
  if (wrong.length > 0)
    throw fileFault(
      `The control totals differ. ${wrong.join('. ')}. The file may be cut off: download it again, or correct the totals.`,
    )
}

/** The clients with the largest changes, in the request to a second operator. */
const shownClients = 100

/** Trades that differ from those recorded before, in the request to a second operator. */
const shownDifferences = 50

/** Stores the file and proposes to book it. */
export async function requestImport(context: AppContext, tx: Tx, { operator, ip, ...sent }: Sent & ByOperator) {
  const { csv, content } = sent
  const { exchange, day, part, totals } = content
  if (!content.isFinal) throw new AppError(exchangeFileErrors.provisional)
  await lock(tx, 'tradeFiles')
  const reading = await readingOf(tx, sent)
  const id = newId()
  const { name, sha256, bytes } = csv
  const file = { id, exchange, day, part, name, sha256, content: bytes, totals, operatorId: operator.id }
  await insertFile(tx, file).catch(throwPending)
  await requireOthersFile(context, tx, { operator, ip }, { fileId: id, name })
  const summary = `Record ${tradesText(totals.trades)} of ${exchange} of ${dateText(day)} from ${name}`
  const payload: Payload<'exchange-file.book'> = {
    fileId: id,
    name,
    sha256: sha256.toString('hex'),
    day,
    trades: totals.trades,
    totals: totalLines(totals),
    exceptions: exceptionNames.flatMap((name) =>
      reading.exceptions[name] ? [`${tradeExceptions[name]}: ${reading.exceptions[name]}`] : [],
    ),
    sample: sampleOf(content),
    clients: clientLines(await changedClients(tx, content, shownClients)),
    differences: reading.before
      ? [
          ...(['added', 'removed', 'changed'] as const).map((kind) => `${reading.before?.[kind]} ${kind}`),
          ...reading.differences.slice(0, shownDifferences).map((each) => `${each.kind} ${tradeText(each)}`),
        ]
      : ['First file of the day'],
  }
  const result = await proposeUnlessWaived(
    context,
    tx,
    {
      kind: 'exchange-file.book',
      payload,
      summary,
      reasons: ['A trade file of an exchange always needs a second operator'],
      operator,
      ip,
    },
    () => setStatus(tx, id, 'approved', operator.id),
  )
  const after = {
    exchange,
    day,
    fileName: name,
    sha256: payload.sha256,
    ...totals,
    ...reading.before,
  }
  const recorded = { action: 'exchange-file.import', subjectId: id, after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'trade' })
  return { ...reading, ...secondOf(result) }
}

function clientLines(clients: Awaited<ReturnType<typeof changedClients>>): string[] {
  const sums = ([bought, sold]: readonly [string, string]) =>
    `bought ${formatRupees(BigInt(bought))}, sold ${formatRupees(BigInt(sold))}`
  const lines = clients.map(
    ({ client, before, after }) => `${client}: ${sums(after)}; recorded before: ${sums(before)}`,
  )
  const others = clients[0]?.others ?? 0
  return others > 0 ? [...lines, `${formatCount(others)} more clients with smaller changes`] : lines
}

/** The first and the last trades of the file. */
function sampleOf({ batches }: TradeFile): string[] {
  const rows = batches.flatMap((batch, at) =>
    at === 0 || at === batches.length - 1 ? (JSON.parse(batch) as readonly string[][]) : [],
  )
  return (rows.length > 10 ? [...rows.slice(0, 5), ...rows.slice(-5)] : rows).map(
    ([line, tradeNumber, , side, , clientCode, , , symbol, , quantity, price]) =>
      `Line ${line}: ${tradeText({ tradeNumber, side, clientCode, symbol, quantity, price })}`,
  )
}

type Traded = 'tradeNumber' | 'side' | 'clientCode' | 'symbol' | 'quantity' | 'price'
const tradeText = ({ tradeNumber, side, clientCode, symbol, quantity, price }: Record<Traded, string | undefined>) =>
  `${tradeNumber}, ${clientCode}, ${side === 'B' ? 'buy' : 'sell'} ${quantity} ${symbol} at ${price}`

/** The database allows one unfinished file of an exchange and day. */
function throwPending(error: unknown): never {
  throw breaksUnique(error, 'exchange_file_open') ? new AppError(exchangeFileErrors.pending) : error
}

/** An operator neither records nor approves the trades of their own account. */
async function requireOthersFile(
  context: AppContext,
  tx: Tx,
  by: ByOperator,
  { fileId, name }: { readonly fileId: string; readonly name: string },
): Promise<void> {
  const clientIds = await clientsIn(tx, fileId)
  await requireOthersAccount(context, tx, by, { clientIds, summary: `Trade file ${name}` })
}

async function endWaiting(tx: Tx, id: string, status: 'approved' | 'rejected', operatorId: string): Promise<void> {
  const file = await requireRow(lockFile(tx, id))
  if (file.status !== 'waiting') throw new AppError(exchangeFileErrors.unknown)
  await setStatus(tx, id, status, operatorId)
}

/** The job books an approved file. */
export const exchangeFileProposals = (context: AppContext): ProposalHandlers<'exchange-file.book'> => ({
  'exchange-file.book': {
    async carryOut(tx, { fileId, name }, by) {
      await requireOthersFile(context, tx, by, { fileId, name })
      await endWaiting(tx, fileId, 'approved', by.operator.id)
    },
    undo: (tx, { fileId }, { operator }) => endWaiting(tx, fileId, 'rejected', operator.id),
    describe: async (tx, { fileId }, operator) =>
      ownObstacle(
        context,
        tx,
        operator,
        (await clientsIn(tx, fileId)).map((clientId) => ({ clientId })),
      ),
  },
})

export async function again(
  context: AppContext,
  tx: Tx,
  { operator, ip, params }: RequestInput<typeof exchangeFileCalls.again>,
) {
  const file = await requireRow(lockFile(tx, params.fileId))
  if (file.status !== 'booked') throw new AppError(exchangeFileErrors.unknown)
  await setStatus(tx, file.id, 'booking').catch(throwPending)
  const recorded = {
    action: 'exchange-file.again',
    subjectId: file.id,
    after: { exchange: file.exchange, day: file.day },
  }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'trade' })
  return { message: 'The trades are being recorded' }
}

export const listFiles = async (sql: Sql): Promise<Reply<typeof exchangeFileCalls.list>> => ({
  files: await newestFiles(sql, exchangeFileRules.files),
  codes: await readCodes(sql),
})

export async function tradesOf(sql: Sql, fileId: string): Promise<Reply<typeof exchangeFileCalls.trades>> {
  const file = (await newestFiles(sql, exchangeFileRules.files)).find(({ _id }) => _id === fileId)
  if (!file || !['booking', 'booked'].includes(file.status)) return { trades: [], unconfirmed: [] }
  return {
    trades: await tradesToCheck(sql, file, exchangeFileRules.listed),
    unconfirmed: await unconfirmed(sql, file, exchangeFileRules.listed),
  }
}
