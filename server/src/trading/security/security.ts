import type { Body, Reply } from '@sauda/contract/platform/call'
import { csvErrors } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { securityCalls, securityErrors, type SecurityReading, securityRules } from '@sauda/contract/trading/security'
import type { AppContext } from '../../app-context.ts'
import { refuseOwnRequest } from '../../core/approval/decision.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { inChild } from '../../platform/child.ts'
import { type Db, requireRow, rolledBack, type Sql, type Tx } from '../../platform/db.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { SentCsv } from '../../platform/upload.ts'
import { checkRows, rejectFuture, fileFault } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import type * as files from './security.read.ts'
import type { MasterFile } from './security.read.ts'
import {
  insertSuccessors,
  lockSuccessor,
  newestFile,
  newestFiles,
  renameInstruments,
  saveChange,
  saveDecision,
  saveSecurities,
  waitingSuccessors,
} from './security.sql.ts'
import { importOnce, runIdempotent } from '../../core/idempotency/idempotency.ts'

const child = inChild<typeof files>(new URL('./security.read.ts', import.meta.url), csvErrors.tooMuch)

type Sent = { readonly csv: SentCsv; readonly content: MasterFile }

/** Throws an AppError that names what is wrong with the file. */
async function readSent(csv: SentCsv): Promise<Sent> {
  const content = await child('readMaster', { name: csv.name, bytes: csv.bytes })
  return { csv, content: { ...content, day: content.day || dayInIndia(new Date()) } }
}

/** The import, rolled back. */
const preview = async (db: Db, sent: Sent, operatorId: string): Promise<SecurityReading> =>
  (await rolledBack(db, (tx) => save(tx, sent, operatorId))).reading

async function importFile(context: AppContext, tx: Tx, { operator, ip, ...sent }: Sent & ByOperator) {
  const { id, reading } = await save(tx, sent, operator.id)
  const { name: fileName, ...after } = reading
  const recorded = { action: 'security.import', subjectId: id, after: { fileName, ...after } }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'market' })
  return reading
}

async function save(
  tx: Tx,
  { csv, content }: Sent,
  operatorId: string,
): Promise<{ id: string; reading: SecurityReading }> {
  const { kind, exchange, day, rows } = content
  await lock(tx, 'priceFiles')
  if (await isImported(tx, 'security_file', { exchange, kind, day }, csv)) throw new AppError(securityErrors.known)
  rejectFuture(day)
  const before = await newestFile(tx, content, /^[a-z_]+/i.exec(csv.name)?.[0] ?? '')
  if (before && day < before.day)
    throw fileFault(`The file is of ${dateText(day)}, but that of ${dateText(before.day)} was already imported.`)
  checkRows(rows, before, securityRules.leastRowsPercent)
  const id = await insertFile(tx, 'security_file', csv, operatorId, { kind, exchange, day, rows })
  const result = content.kind === 'listing' ? await saveList(tx, id, content) : await saveChanges(tx, id, content)
  await renameInstruments(tx, result.renamed)
  return { id, reading: { kind, exchange, day, name: csv.name, rows, ...result } }
}

type Result = Pick<SecurityReading, 'added' | 'changed' | 'renamed' | 'successors'>

async function saveList(
  tx: Tx,
  id: string,
  { kind, exchange, day, securities }: MasterFile & { kind: 'listing' },
): Promise<Result> {
  const file = { id, kind, exchange, day }
  const successors = await insertSuccessors(tx, file, securities)
  const saved = await saveSecurities(tx, file, securities)
  const renamed = saved.flatMap(({ isin, symbol, before }) =>
    before !== null && before !== symbol ? [{ isin, from: before, to: symbol }] : [],
  )
  const added = saved.filter(({ before }) => before === null).length
  return { added, changed: saved.length - added, renamed, successors }
}

/** The newest first, so that each finds the symbol that the one after it had. */
async function saveChanges(tx: Tx, id: string, { changes }: MasterFile & { kind: 'symbols' }): Promise<Result> {
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
  const recorded = { action: 'security.decide', after: { ...successor, accepted: accept, reason } }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'market' })
  return { message: accept ? 'New ISIN accepted' : 'New ISIN rejected' }
}

/** `changed` is called when the closes by which positions are valued may have changed. */
export function securityRoutes(context: AppContext, changed: () => Promise<void>) {
  const { mount, db } = context
  mount(securityCalls.list, () => listFiles(db))
  mount(securityCalls.preview, async ({ csv, operator }) => preview(db, await readSent(csv), operator.id))
  mount(securityCalls.importFile, async (given) => {
    const sent = await readSent(given.csv)
    const reading = await importOnce(db, given, (tx) => importFile(context, tx, { ...given, ...sent }))
    await changed()
    return reading
  })
  mount(securityCalls.decide, async (given) => {
    const result = await runIdempotent(db, given, (tx) => decide(context, tx, given))
    await changed()
    return result
  })
}
