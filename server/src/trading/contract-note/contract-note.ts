import {
  contractNoteCalls,
  contractNoteErrors,
  contractNoteRules,
  noteNumber,
} from '@sauda/contract/trading/contract-note'
import type { Query, Reply } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { recordByOperator } from '../../core/audit/audit.ts'
import { mailResults } from '../../core/mail/mail.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { type CurrentOperator, type FileAnswer, type RequestInput, wholeFile } from '../../platform/mount.ts'
import { findClient } from '../trade/trade.sql.ts'
import { drawDraft, issueDue, noteBroker, type NoteContext } from './contract-note.issue.ts'
import { loadNotes } from './contract-note.load.ts'
import { type ReissueContext, requestReissue, requireSigner } from './contract-note.reissue.ts'
import { dayState, requestDay } from './contract-note.day.sql.ts'
import {
  clearNoteFaults,
  findNote,
  lockNote,
  markBounced,
  markDispatched,
  openDeliveries,
  recordDeliveries,
  type StoredNote,
} from './contract-note.sql.ts'
import { obstacleText, requireSettings } from './contract-note.ready.ts'
import { type LineRow, selectLines, selectNoteDays, selectOwn } from './contract-note.view.sql.ts'

const dayMilliseconds = contractNoteRules.hours * 3_600_000

export async function listDays(
  { db, config }: Pick<NoteContext, 'db' | 'config'>,
  { rights }: Pick<CurrentOperator, 'rights'> = { rights: [] },
): Promise<Reply<typeof contractNoteCalls.days>> {
  const now = Date.now()
  const rows = await selectNoteDays(db, contractNoteRules.days)
  const obstacle = obstacleText(config, rights.includes('operator.manage'))
  return {
    ...(obstacle !== undefined && { obstacle }),
    days: rows.map(({ firstTradeAt, lateNotes, problem, drafts, isWaiting, isBooked, ...row }) => {
      const due = (firstTradeAt?.getTime() ?? 0) + dayMilliseconds
      const late = lateNotes + (now > due ? drafts : 0)
      const { waiting, unfinished } = contractNoteErrors
      const first = drafts === 0 ? undefined : isWaiting ? waiting : isBooked ? undefined : unfinished
      return {
        ...row,
        drafts,
        late,
        dueAt: new Date(due).toISOString(),
        ...(first && { obstacle: first.message }),
        ...(problem !== null && { problem }),
      }
    }),
  }
}

const differenceOf = ({ bookingFault, state, sttDifference, stampDifference }: LineRow): string | undefined => {
  if (state === 'draft' || state === 'cancelled') return undefined
  const levies = [
    sttDifference !== 0n && `STT ${signed(sttDifference)}`,
    stampDifference !== 0n && `stamp duty ${signed(stampDifference)}`,
  ].filter(Boolean)
  const parts = [bookingFault, levies.length > 0 && `The final files state: ${levies.join(', ')}.`].filter(Boolean)
  return parts.length === 0 ? undefined : parts.join(' ')
}
const signed = (paise: bigint): string => (paise < 0n ? `${formatRupees(-paise)} less` : `${formatRupees(paise)} more`)

function lineOf(row: LineRow): Reply<typeof contractNoteCalls.list>['notes'][number] {
  const { _id, clientId, name, saudaId, net, state, isLate } = row
  const numberOf = (year: number | null, number: number | null) =>
    year === null || number === null ? undefined : noteNumber(year, number)
  const time = (at: Date | null) => at?.toISOString()
  const fault = state === 'draft' ? (row.fault ?? row.bookingFault) : null
  return {
    _id,
    clientId,
    name,
    saudaId,
    net: rupeesOf(net),
    state,
    isLate,
    number: numberOf(row.year, row.number),
    issuedAt: time(row.issuedAt),
    replaces: numberOf(row.replacesYear, row.replacesNumber),
    fault: fault ?? undefined,
    difference: differenceOf(row),
    cancelReason: row.cancelReason ?? undefined,
    delivery:
      row.address === null
        ? undefined
        : {
            address: row.address,
            queuedAt: time(row.queuedAt) ?? '',
            acceptedAt: time(row.acceptedAt),
            bouncedAt: time(row.bouncedAt),
            answer: row.answer ?? undefined,
          },
    dispatch:
      row.dispatchNumber === null
        ? undefined
        : { number: row.dispatchNumber, at: time(row.dispatchedAt) ?? '', by: row.dispatchedBy ?? '' },
  }
}

async function listNotes(sql: Sql, day: string): Promise<Reply<typeof contractNoteCalls.list>> {
  const rows = await selectLines(sql, day, contractNoteRules.listed + 1)
  return { notes: rows.slice(0, contractNoteRules.listed).map(lineOf), hasMore: rows.length > contractNoteRules.listed }
}

async function requestIssue(
  context: NoteContext,
  tx: Tx,
  { operator, ip, body: { day } }: RequestInput<typeof contractNoteCalls.issue>,
) {
  const e = contractNoteErrors
  await lock(tx, 'tradeFiles')
  const state = await requireRow(dayState(tx, day))
  if (state.contracts === 0) throw new AppError(e.noTrades)
  requireSettings(context.config)
  if (state.isWaiting) throw new AppError(e.waiting)
  if (!state.isBooked) throw new AppError(e.unfinished)
  if (state.left === 0) throw new AppError(e.nothing)
  if (state.isIssuing) throw new AppError(e.issuing)
  await requireSigner(context)
  await clearNoteFaults(tx, day)
  await requestDay(tx, day, operator.id)
  const after = { day, notes: state.left }
  await recordByOperator(context, tx, { operator, ip }, { action: 'contract-note.request', after, topic: 'trade' })
  return { message: `The contract notes of ${dateText(day)} are being issued` }
}

async function draftFile(context: NoteContext, clientId: string, day: string): Promise<FileAnswer> {
  const [loaded] = await context.db.snapshot((sql) => loadNotes(context, sql, day, [clientId]))
  if (!loaded) {
    await requireRow(findClient(context.db, clientId))
    throw new AppError(contractNoteErrors.noTrades)
  }
  const bytes = await drawDraft({ content: loaded.content, broker: noteBroker(context), preparedAt: new Date() })
  return wholeFile(`draft-${loaded.content.ucc}-${day}.pdf`, 'application/pdf', bytes)
}

/** The bytes that were issued, never drawn again. */
async function fileOf({ files }: NoteContext, { clientId, fileKey, dataKey, year, number }: StoredNote) {
  const bytes = fileKey === null ? undefined : await files.get(fileKey, { ownerId: clientId, dataKey })
  if (!bytes) throw new AppError(contractNoteErrors.erased)
  return wholeFile(`${noteNumber(year, number)}.pdf`, 'application/pdf', bytes)
}

async function duplicate(context: NoteContext, { operator, ip, params }: RequestInput<typeof contractNoteCalls.file>) {
  const note = await requireRow(findNote(context.db, params.noteId))
  const file = await fileOf(context, note)
  const after = { number: noteNumber(note.year, note.number), day: note.day }
  await context.db.transaction((tx) =>
    context.audit(tx, { by: { operator, ip }, action: 'contract-note.duplicate', subjectId: note.clientId, after }),
  )
  return file
}

/** Locked; not one that is cancelled. */
async function liveNote(tx: Tx, noteId: string): Promise<StoredNote> {
  await lockNote(tx, noteId)
  const note = await requireRow(findNote(tx, noteId))
  if (note.isCancelled) throw new AppError(contractNoteErrors.cancelled)
  return note
}

async function bounce(
  context: NoteContext,
  tx: Tx,
  { operator, ip, params, body: { reason } }: RequestInput<typeof contractNoteCalls.bounce>,
) {
  const note = await liveNote(tx, params.noteId)
  if (!note.isSent) throw new AppError(contractNoteErrors.notSent)
  if (note.isBounced) throw new AppError(contractNoteErrors.bounced)
  await markBounced(tx, note.id, reason, operator.id)
  const after = { number: noteNumber(note.year, note.number), reason }
  const entry = {
    action: 'contract-note.bounce',
    subjectId: note.clientId,
    after,
    topic: 'trade' as const,
    id: note.id,
  }
  await recordByOperator(context, tx, { operator, ip }, entry)
  return { message: 'Recorded as bounced. Send the note on paper and enter the dispatch number.' }
}

async function dispatch(
  context: NoteContext,
  tx: Tx,
  { operator, ip, params, body: { number } }: RequestInput<typeof contractNoteCalls.dispatch>,
) {
  const note = await liveNote(tx, params.noteId)
  if (note.isDispatched) throw new AppError(contractNoteErrors.dispatched)
  if (note.isSent && !note.isBounced) throw new AppError(contractNoteErrors.notBounced)
  await markDispatched(tx, note.id, number, operator.id)
  const after = { number: noteNumber(note.year, note.number), dispatchNumber: number }
  const entry = {
    action: 'contract-note.dispatch',
    subjectId: note.clientId,
    after,
    topic: 'trade' as const,
    id: note.id,
  }
  await recordByOperator(context, tx, { operator, ip }, entry)
  return { message: 'Dispatch recorded' }
}

async function ownNotes(sql: Sql, clientId: string, { before, day }: Query<typeof contractNoteCalls.ofClient>) {
  const page = { before: before ?? null, day: day ?? null, limit: contractNoteRules.pageRows + 1 }
  const rows = await selectOwn(sql, clientId, page)
  const notes = rows
    .slice(0, contractNoteRules.pageRows)
    .map(({ year, serial, net, ...note }) => ({ ...note, number: noteNumber(year, serial), net: rupeesOf(net) }))
  return { notes, hasMore: rows.length > notes.length }
}

async function ownFile(context: NoteContext, { client, params }: RequestInput<typeof contractNoteCalls.ownFile>) {
  const note = await requireRow(findNote(context.db, params.noteId))
  if (note.clientId !== client.id) throw new AppError(commonErrors.notFound)
  return fileOf(context, note)
}

const [jobMilliseconds, followedAtOnce] = [2000, 1000]

/** Copies what became of the mails into the log of deliveries, which is kept longer than mails are. */
async function followDeliveries({ db, audit, notifyScreens }: NoteContext): Promise<void> {
  const ids = await openDeliveries(db, followedAtOnce)
  const results = ids.length === 0 ? [] : await mailResults(db, ids)
  if (results.length === 0) return
  await db.transaction(async (tx) => {
    const bounced = (await recordDeliveries(tx, results)).filter(({ status }) => status === 'bounced')
    for (const { clientId, day } of bounced)
      await audit(tx, { by: 'system', action: 'contract-note.bounce', subjectId: clientId, after: { day } })
    await notifyScreens(tx, 'desk', 'trade')
  })
}

export function contractNoteRoutes(context: ReissueContext) {
  const { mount, mountCommand, db, every } = context
  const c = contractNoteCalls
  mount(c.days, ({ operator }) => listDays(context, operator))
  mount(c.list, ({ query }) => listNotes(db, query.day))
  mountCommand(c.issue, (tx, given) => requestIssue(context, tx, given))
  mount(c.draft, ({ params, query }) => draftFile(context, params.clientId, query.day))
  mount(c.file, (given) => duplicate(context, given))
  mountCommand(c.bounce, (tx, given) => bounce(context, tx, given))
  mountCommand(c.dispatch, (tx, given) => dispatch(context, tx, given))
  mountCommand(c.reissue, async (tx, given) => {
    await requireSigner(context)
    return requestReissue(context, tx, given)
  })
  mount(c.ofClient, ({ client, query }) => ownNotes(db.historyReader(), client.id, query))
  mount(c.ownFile, (given) => ownFile(context, given))
  every(jobMilliseconds, 'issue of contract notes', () => issueDue(context))
  every(jobMilliseconds, 'delivery of contract notes', () => followDeliveries(context))
}
