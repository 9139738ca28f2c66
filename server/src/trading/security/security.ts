import type { Body, Reply } from '@sauda/contract/platform/call'
import { assignAgain } from '../exchange-file/exchange-file.book.sql.ts'
import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { listText } from '@sauda/contract/platform/sentence'
import { AppError } from '@sauda/contract/platform/error'
import { securityCalls, securityErrors, type SecurityReading, securityRules } from '@sauda/contract/trading/security'
import type { AppContext } from '../../app/app-context.ts'
import { refuseOwnRequest } from '../../core/approval/decision.ts'
import {
  type FileFormat,
  type FileToCount,
  previewFile,
  sendFile,
  waitingFiles,
} from '../../core/approval/file-proposal.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { runIdempotent } from '../../core/idempotency/idempotency.ts'
import { inChild } from '../../platform/child.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { closeChanges } from '../closing-price/closing-price.file.ts'
import { checkRows, rejectFuture } from '../market/imported-file.ts'
import { meaningsOf } from '../exchange-file/exchange-file.book.sql.ts'
import { taxedEtfs } from '../trade-charge/stt-class.sql.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import type * as files from './security.read.ts'
import type { MasterFile, SymbolChange } from './security.read.ts'
import { withSafeTexts } from './security.text.ts'
import {
  insertSuccessors,
  lockSuccessor,
  newestFile,
  newestFiles,
  type Part,
  renameInstruments,
  type Saved,
  saveChange,
  saveDecision,
  saveSecurities,
  saveSymbols,
  shownNames,
  waitingSuccessors,
} from './security.sql.ts'

const child = inChild<typeof files>(new URL('./security.read.ts', import.meta.url), exchangeCsvErrors.tooMuch)

/** Names and symbols that clients may not read are left out; `rejected` names them. */
type CheckedMaster = MasterFile & { readonly rejected: SecurityReading['rejected'] }

type MasterContext = Pick<AppContext, 'config' | 'db'>

/** Throws an AppError that names what is wrong with the file. */
async function readSent({ config, db }: MasterContext, { name, bytes }: SentCsv): Promise<CheckedMaster> {
  const series = [...(await meaningsOf(db, 'NSE', 'SctySrs')).keys()]
  const read = await child('readMaster', { name, bytes, series })
  const { content, rejected } = withSafeTexts({ ...read, day: read.day || dayInIndia(new Date()) }, config)
  return { ...content, rejected }
}

/**
 * Master files. What a file adds counts at once; a new symbol of a known security, its symbol for an unknown one, or that it is an ETF,
 * waits for a second operator. `changed` is called when closes may have changed.
 */
export const securityFiles = (
  context: MasterContext,
  changed: () => Promise<void>,
): FileFormat<CheckedMaster, SecurityReading> => ({
  kind: 'security-file.count',
  lock: 'priceFiles',
  read: (csv) => readSent(context, csv),
  count: (tx, file) => countFile(tx, file, 'all'),
  countPart: (tx, file) => countFile(tx, file, 'part'),
  committed: changed,
})

async function countFile(tx: Tx, { csv, content, importedBy, approvedBy }: FileToCount<CheckedMaster>, part: Part) {
  const { kind, exchange, day, rows } = content
  // The part of an approved file that needed no second operator was stored when it was sent.
  if (approvedBy === null && (await isImported(tx, 'security_file', { exchange, kind, day }, csv)))
    throw new AppError(securityErrors.known)
  rejectFuture(day)
  const before = await newestFile(tx, content, /^[a-z_]+/i.exec(csv.name)?.[0] ?? '')
  checkRows({ day, rows }, before)
  const columns = { kind, exchange, day, rows, approved_by: approvedBy }
  const id = await insertFile(tx, 'security_file', csv, importedBy, columns)
  const {
    done: { others, etfs, names, ...result },
    ...effects
  } = await closeChanges(tx, () => save(tx, { id, content, part }))
  const reading = {
    kind,
    exchange,
    day,
    name: csv.name,
    rows,
    ...result,
    rejected: content.rejected,
    sttToCheck: (await taxedEtfs(tx)).map(({ symbol }) => symbol),
    skipped: [...content.skipped],
    unused: [...content.unused],
  }
  return {
    reading,
    summary: `Apply the changes of ${csv.name} to known securities of ${exchange}`,
    reasons: contradictions(result.renamed, others, etfs),
    changes: effects.changes,
    tables: [tableOf(result.renamed, others, names), etfTable(etfs), effects.table],
    audited: { action: 'security.import', subjectId: id, after: reading, topic: 'market' as const },
  }
}

type Result = Pick<SecurityReading, 'added' | 'changed' | 'renamed' | 'successors'>
type Renamed = SecurityReading['renamed']
/** Unknown securities with the symbol of a known one. */
type Other = { readonly isin: string; readonly symbol: string; readonly other: string }
type Etf = Pick<Saved, 'isin' | 'symbol'>
type Names = { readonly before: ReadonlyMap<string, string>; readonly after: ReadonlyMap<string, string> }

async function save(tx: Tx, { id, content, part }: { id: string; content: MasterFile; part: Part }) {
  if (content.kind === 'symbols') await saveSymbols(tx, id, content.changes)
  const { others, etfs, ...result } =
    content.kind === 'listing'
      ? await saveList(tx, { id, part }, content)
      : { ...(await saveChanges(tx, id, part === 'all' ? content.changes : [])), others: [], etfs: [] }
  const isins = result.renamed.map(({ isin }) => isin)
  const namesNow = async () => new Map((await shownNames(tx, isins)).map(({ isin, name }) => [isin, name]))
  const before = await namesNow()
  await renameInstruments(tx, result.renamed)
  return { ...result, others, etfs, names: { before, after: await namesNow() } }
}

const becomingEtfs = 'Known securities that become ETFs'

/** What changes of securities that are known already. */
function contradictions(renamed: Renamed, others: readonly Other[], etfs: readonly Etf[]): string[] {
  const symbols = renamed.map(({ from, to }) => `${from} becomes ${to}`)
  const taken = others.map(({ isin, symbol, other }) => `${symbol} becomes ${isin} instead of ${other}`)
  return [
    symbols.length > 0 && `New symbols of known securities: ${listText(symbols)}`,
    taken.length > 0 && `Unknown securities with the symbol of a known one: ${listText(taken)}`,
    etfs.length > 0 && `${becomingEtfs}: ${listText(etfs.map(({ symbol }) => symbol))}`,
  ].filter((reason) => reason !== false)
}

const tableOf = (renamed: Renamed, others: readonly Other[], names: Names) => ({
  title: 'What changes of known securities',
  columns: ['ISIN', 'Symbol before', 'Symbol after', 'Name for clients before', 'Name for clients after'],
  rows: [
    ...renamed.map(({ isin, from, to }) => [
      isin,
      from,
      to,
      names.before.get(isin) ?? '–',
      names.after.get(isin) ?? '–',
    ]),
    ...others.map(({ isin, symbol, other }) => [isin, `${symbol}, of ${other}`, symbol, '–', '–']),
  ],
})

/** Their orders pay the tariff of ETFs, and STT is charged as on a fund. */
const etfTable = (etfs: readonly Etf[]) => ({
  title: becomingEtfs,
  columns: ['ISIN', 'Symbol'],
  rows: etfs.map(({ isin, symbol }) => [isin, symbol]),
})

async function saveList(
  tx: Tx,
  { id, part }: { readonly id: string; readonly part: Part },
  { kind, exchange, day, securities }: MasterFile & { kind: 'listing' },
): Promise<Result & { readonly others: readonly Other[]; readonly etfs: readonly Etf[] }> {
  const file = { id, kind, exchange, day, part }
  const successors = await insertSuccessors(tx, file, securities)
  const saved = await saveSecurities(tx, file, securities)
  const renamed = saved.flatMap(({ isin, symbol, before }) =>
    before !== null && before !== symbol ? [{ isin, from: before, to: symbol }] : [],
  )
  const others = saved.flatMap(({ isin, symbol, other }) => (other === null ? [] : [{ isin, symbol, other }]))
  const added = saved.filter(({ before }) => before === null).length
  return {
    added,
    changed: saved.length - added,
    renamed,
    successors,
    others,
    etfs: saved.filter((each) => each.becomesEtf),
  }
}

/** The newest first, so that each finds the symbol that the one after it had. */
async function saveChanges(tx: Tx, id: string, changes: readonly SymbolChange[]): Promise<Result> {
  const renamed: Result['renamed'] = []
  for (const change of changes.toSorted((one, other) => other.day.localeCompare(one.day))) {
    const found = await saveChange(tx, id, change)
    if (found) renamed.push({ ...found, from: change.from, to: change.to })
  }
  return { added: 0, changed: renamed.length, renamed, successors: [] }
}

const listFiles = async (sql: Sql): Promise<Reply<typeof securityCalls.list>> => ({
  files: await newestFiles(sql, securityRules.files),
  waiting: await waitingSuccessors(sql, securityRules.listed),
  waitingFiles: await waitingFiles(sql, 'security-file.count'),
})

async function decide(
  context: AppContext,
  tx: Tx,
  { body: { isin, accept, reason }, operator, ip }: ByOperator & { readonly body: Body<typeof securityCalls.decide> },
): Promise<Reply<typeof securityCalls.decide>> {
  const { waits, imported_by: importedBy, ...successor } = await requireRow(lockSuccessor(tx, isin))
  if (!waits) throw new AppError(securityErrors.decided)
  const summary = `${accept ? 'Accept' : 'Reject'} ${successor.successor} as the new ISIN of ${successor.symbol}`
  await refuseOwnRequest(context, tx, { operator, ip }, { makerId: importedBy, summary, error: securityErrors.ownFile })
  await saveDecision(tx, isin, accept, operator.id)
  if (accept) await assignAgain(tx, successor.successor)
  const recorded = { action: 'security.decide', after: { ...successor, accepted: accept, reason } }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'market' })
  return { message: accept ? 'New ISIN accepted' : 'New ISIN rejected' }
}

/** `changed` is called when the closes by which positions are valued may have changed. */
export function securityRoutes(context: AppContext, changed: () => Promise<void>) {
  const { mount, db } = context
  mount(securityCalls.list, () => listFiles(db))
  mount(securityCalls.preview, (given) => previewFile(context, securityFiles(context, changed), given))
  mount(securityCalls.importFile, (given) => sendFile(context, securityFiles(context, changed), given))
  mount(securityCalls.decide, async (given) => {
    const result = await runIdempotent(db, given, (tx) => decide(context, tx, given))
    await changed()
    return result
  })
}
