import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import type { Body, Reply } from '@sauda/contract/platform/call'
import { formatCount } from '@sauda/contract/platform/decimal'
import { listText } from '@sauda/contract/platform/sentence'
import { AppError, invalid } from '@sauda/contract/platform/error'
import { type SttClass, sttClassNames } from '@sauda/contract/trading/charge-rate'
import { sttClassCalls, sttClassErrors, type SttListReading, sttClassRules } from '@sauda/contract/trading/stt-class'
import type { AppContext } from '../../app/app-context.ts'
import {
  changeEvidence,
  type ClientChange,
  type FileFormat,
  fileProposal,
  type FileTable,
  type FileToCount,
  requireOthersChanged,
  sendFile,
  totalsOf,
  waitingFiles,
} from '../../core/approval/file-proposal.ts'
import { changeOrPropose, type ProposalHandlers } from '../../core/approval/proposal.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { inChild } from '../../platform/child.ts'
import { type Sql, type Tx, undone } from '../../platform/db.ts'
import { lineFault } from '../../platform/format.ts'
import { dateText } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { meaningsOf } from '../exchange-file/exchange-file.book.sql.ts'
import { checkRows, rejectFuture } from '../market/imported-file.ts'
import { insertFile, isImported } from '../market/market.sql.ts'
import { finalLevies, type LevyContext } from './levy-file.ts'
import { namedClients } from './trade-charge.sql.ts'
import {
  absentFrom,
  type ChangedClass,
  differing,
  isinsOf,
  type NewClass,
  newestList,
  newestLists,
  saveClasses,
  selectEntries,
  unbookedTraders,
  unsetEtfs,
  taxedEtfs,
} from './stt-class.sql.ts'
import type * as lists from './stt-list.read.ts'
import type { SttList } from './stt-list.read.ts'
import { daysEvidence, keptText, replyOf } from './trade-charge.ts'

const child = inChild<typeof lists>(new URL('./stt-list.read.ts', import.meta.url), exchangeCsvErrors.tooMuch)

type SttContext = AppContext & LevyContext
type Change = { readonly from: string; readonly listId: string | null; readonly operatorId: string }

/**
 * Sets the classes that differ from what is charged on the day, and computes what that changes for trades that are recorded and not
 * booked. Booked days keep their charges.
 */
async function applyClasses(context: SttContext, tx: Tx, classes: readonly NewClass[], change: Change) {
  const changed = await differing(tx, classes, change.from)
  const isins = changed.map(({ isin }) => isin)
  const days = isins.length === 0 ? [] : await unbookedTraders(tx, isins, change.from)
  const sttNow = async () => {
    const found = new Map<string, bigint>()
    for (const { day, clientIds } of days) {
      await context.leviesOfRecorded(tx, day)
      const levies = await finalLevies(tx, day, clientIds, context.config.charges)
      for (const [clientId, { stt }] of levies) found.set(`${day} ${clientId}`, stt)
    }
    return found
  }
  const before = await sttNow()
  await saveClasses(tx, changed, change)
  const after = await sttNow()
  const names = await namedClients(tx, [...new Set(days.flatMap(({ clientIds }) => clientIds))])
  const changes = days.flatMap(({ day, clientIds }) =>
    names
      .filter(({ clientId }) => clientIds.includes(clientId))
      .map((client): ClientChange => {
        const key = `${day} ${client.clientId}`
        return {
          ...client,
          figure: `STT of ${dateText(day)}`,
          before: before.get(key) ?? 0n,
          after: after.get(key) ?? 0n,
        }
      })
      .filter((each) => each.before !== each.after),
  )
  return { changed, changes, tables: [tableOf(changed)] }
}

const tableOf = (changed: readonly ChangedClass[]): FileTable => ({
  title: 'Securities on which STT changes',
  columns: ['ISIN', 'Symbol', 'Before', 'After', 'Clients who hold it'],
  rows: changed.map(({ isin, symbol, before, stt, holders }) => [
    isin,
    symbol ?? '–',
    sttClassNames[before],
    sttClassNames[stt],
    formatCount(holders),
  ]),
})

const keptTable = (text: string): FileTable => ({
  title: 'Trade days that are booked already',
  columns: ['Charges'],
  rows: [[text]],
})

/** The exchanges' lists of securities with their STT: what one changes waits for a second operator. */
const sttLists = (context: SttContext): FileFormat<SttList, SttListReading> => ({
  kind: 'stt-list.count',
  lock: 'priceFiles',
  read: ({ name, bytes }) => child('readSttList', { name, bytes }),
  count: (tx, file) => countList(context, tx, file),
})

async function countList(context: SttContext, tx: Tx, file: FileToCount<SttList>) {
  const { csv, content, importedBy, approvedBy } = file
  const { kind, exchange, day, lines } = content
  rejectFuture(day)
  if (await isImported(tx, 'stt_list', { kind, exchange, day }, csv)) throw new AppError(sttClassErrors.known)
  const before = await newestList(tx, content)
  checkRows({ day, rows: lines.length }, before)
  const { classes, unknown } = await classesIn(tx, content)
  const columns = { kind, exchange, day, rows: lines.length, approved_by: approvedBy }
  const listId = await insertFile(tx, 'stt_list', csv, importedBy, columns)
  const absent = await absentFrom(tx, content, [...classes.keys()], day)
  const set = [...classes].map(([isin, stt]) => ({ isin, stt }))
  const result = await applyClasses(context, tx, set, { from: day, listId, operatorId: importedBy })
  const kept = await keptText(tx, { from: day })
  const reading = {
    kind,
    exchange,
    day,
    name: csv.name,
    rows: lines.length,
    unused: [...content.unused],
    changed: result.changed.length,
    unknown,
    absent: absent.map(({ isin }) => isin),
  }
  return {
    reading,
    summary: `Charge STT as ${csv.name} of ${exchange} states from ${dateText(day)} on`,
    reasons: reasonsOf(result.changed),
    changes: result.changes,
    tables: [...result.tables, ...(kept === undefined ? [] : [keptTable(kept)])],
    audited: { action: 'stt-list.import', subjectId: listId, after: reading, topic: 'market' as const },
  }
}

const reasonsOf = (changed: readonly ChangedClass[]): string[] =>
  [...Map.groupBy(changed, ({ before, stt }) => `${sttClassNames[before]} → ${sttClassNames[stt]}`)].map(
    ([change, own]) =>
      `STT of securities changes (${change}): ${listText(own.map(({ isin, symbol }) => symbol ?? isin))}`,
  )

/** How the list says that each security is charged, and the symbols that no security has. */
async function classesIn(tx: Tx, { exchange, kind, day, lines }: SttList) {
  const meanings = await meaningsOf(tx, exchange, 'SttInd')
  const symbols = lines.filter(({ isin }) => isin === '').map(({ symbol }) => symbol)
  const bySymbol = await isinsOf(tx, exchange, symbols, day)
  const classes = new Map<string, SttClass>()
  const unknown: string[] = []
  for (const { line, isin: given, symbol, indicator } of lines) {
    const isin = given || bySymbol.get(symbol)
    const stt = kind === 'exempt' ? 'exempt' : (meanings.get(indicator) as SttClass | undefined)
    if (stt === undefined)
      throw lineFault(
        line,
        `the indicator “${indicator.slice(0, 40)}” is not known. Nothing was imported. An administrator adds it under Codes, as STT in lists of securities, once its meaning is clear.`,
      )
    if (isin === undefined) unknown.push(symbol)
    else classes.set(isin, stt)
  }
  return { classes, unknown }
}

type ClassChange = { readonly classes: readonly NewClass[]; readonly from: string; readonly summary: string }

const ofOne = ({ isin, stt, from }: Body<typeof sttClassCalls.set>): ClassChange => ({
  classes: [{ isin, stt }],
  from,
  summary: `STT of ${isin}: ${sttClassNames[stt]}, trade days from ${dateText(from)}`,
})
const ofExempt = ({ isins, from }: Body<typeof sttClassCalls.exempt>): ClassChange => ({
  classes: [...new Set(isins)].map((isin) => ({ isin, stt: 'exempt' })),
  from,
  summary: `STT of ${isins.length === 1 ? '1 security' : `${formatCount(isins.length)} securities`}: ${sttClassNames.exempt}, trade days from ${dateText(from)}`,
})

/** From the second administrator on, one of them must approve it. */
async function setClass(context: SttContext, tx: Tx, { body, ...by }: RequestInput<typeof sttClassCalls.set>) {
  const request = ofOne(body)
  await requireOthers(context, tx, by, request)
  const change = { kind: 'stt-class.set' as const, payload: body, summary: request.summary, ...by }
  const result = await changeOrPropose(context, tx, change, () => storeClasses(context, tx, by, request))
  return replyOf(tx, result, 'STT of the security set', body)
}

async function exempt(context: SttContext, tx: Tx, { body, ...by }: RequestInput<typeof sttClassCalls.exempt>) {
  const request = ofExempt(body)
  await requireOthers(context, tx, by, request)
  const change = { kind: 'stt-class.exempt' as const, payload: body, summary: request.summary, ...by }
  const result = await changeOrPropose(context, tx, change, () => storeClasses(context, tx, by, request))
  return replyOf(tx, result, 'STT of the securities set', body)
}

/** What setting the classes would change. */
const changesOf = (context: SttContext, tx: Tx, { classes, from }: ClassChange, operator: { readonly id: string }) =>
  undone(tx, () => applyClasses(context, tx, classes, { from, listId: null, operatorId: operator.id }))

async function requireOthers(context: SttContext, tx: Tx, by: ByOperator, request: ClassChange): Promise<void> {
  const { changes } = await changesOf(context, tx, request, by.operator)
  await requireOthersChanged(context, tx, by, { summary: request.summary, changes })
}

async function storeClasses(context: SttContext, tx: Tx, by: ByOperator, { classes, from }: ClassChange) {
  await lock(tx, 'priceFiles')
  const { changed } = await applyClasses(context, tx, classes, { from, listId: null, operatorId: by.operator.id })
  if (changed.length === 0) throw new AppError(sttClassErrors.unchanged)
  for (const { isin, before, stt } of changed)
    await recordByOperator(context, tx, by, {
      action: 'stt-class.set',
      before: { stt: sttClassNames[before] },
      after: { isin, stt: sttClassNames[stt], from },
      topic: 'market',
    })
}

function handlerOf(context: SttContext, changeOf: (payload: unknown) => ClassChange) {
  return {
    carryOut: async (tx: Tx, payload: unknown, by: ByOperator) => {
      const request = changeOf(payload)
      await requireOthers(context, tx, by, request)
      await storeClasses(context, tx, by, request)
    },
    describe: async (tx: Tx, payload: unknown, operator: { readonly id: string }) => {
      const request = changeOf(payload)
      const { from } = request
      const { changes, tables } = await changesOf(context, tx, request, operator)
      const days = await daysEvidence(tx, `${dateText(from)} and later`, { from })
      return { effects: totalsOf(changes), evidence: [days, ...changeEvidence({ changes, tables })] }
    },
  }
}

/** The stored request, checked against the contract again. */
function checked<Body>(schema: { safeParse(payload: unknown): SafeParsed<Body> }, payload: unknown): Body {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  throw new AppError(invalid(parsed.error.issues[0]?.message ?? ''))
}
type SafeParsed<Body> =
  | { readonly success: true; readonly data: Body }
  | { readonly success: false; readonly error: { readonly issues: readonly { readonly message: string }[] } }

export const sttProposals = (
  context: SttContext,
): ProposalHandlers<'stt-list.count' | 'stt-class.set' | 'stt-class.exempt'> => ({
  'stt-list.count': fileProposal(context, sttLists(context)),
  'stt-class.set': handlerOf(context, (payload) => ofOne(checked(sttClassCalls.set.body, payload))),
  'stt-class.exempt': handlerOf(context, (payload) => ofExempt(checked(sttClassCalls.exempt.body, payload))),
})

const listClasses = async (sql: Sql): Promise<Reply<typeof sttClassCalls.list>> => ({
  entries: await selectEntries(sql, sttClassRules.listed),
  unset: await unsetEtfs(sql, sttClassRules.listed),
  taxed: await taxedEtfs(sql),
  lists: await newestLists(sql, sttClassRules.lists),
  waitingFiles: await waitingFiles(sql, 'stt-list.count'),
})

export function sttClassRoutes(context: SttContext) {
  const { mount, mountCommand, db } = context
  mount(sttClassCalls.list, () => listClasses(db))
  mount(sttClassCalls.importList, (given) => sendFile(context, sttLists(context), given))
  mountCommand(sttClassCalls.exempt, (tx, given) => exempt(context, tx, given))
  mountCommand(sttClassCalls.set, (tx, given) => setClass(context, tx, given))
}
