import { availableParallelism } from 'node:os'
import { noteNumber } from '@sauda/contract/trading/contract-note'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { createMark, type DocumentMark, fileHash, issueDocument } from '../../core/document/document.ts'
import { recipientsOf } from '../../core/mail/mail.ts'
import { brokerOf } from '../../core/pdf/pdf.pages.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { bufferOf } from '../../platform/called.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dayInIndia } from '../../platform/india.ts'
import { inThread } from '../../platform/thread.ts'
import { lockClients } from '../contract/contract.sql.ts'
import type { NoteBroker, NotePdf } from './contract-note.pdf.ts'
import { type LoadedNote, loadNotes } from './contract-note.load.ts'
import { noteMail } from './contract-note.mail.ts'
import { requireSettings } from './contract-note.ready.ts'
import {
  bookedNow,
  claimDay,
  clientsToIssue,
  consenting,
  dayState,
  extendLease,
  finishNotes,
  insertDeliveries,
  insertNotes,
  nextNumber,
  postponeDay,
  saveNoteFault,
} from './contract-note.sql.ts'
import type { SignerSetting } from './contract-note.settings.ts'
import type * as work from './contract-note.thread.ts'

export type NoteContext = AppContext & { readonly panOf: (clientId: string) => Promise<string> }

const issueRules = {
  /** Notes that get their numbers in one transaction. */
  slice: 40,
  leaseSeconds: 60,
  /** While a file of the day is recorded or booked. */
  waitSeconds: 2,
  /** After a signer or file store that does not work. */
  retrySeconds: 60,
  /** How long a signer that worked is taken to work. */
  proofMilliseconds: 300_000,
} as const

const threads = Array.from({ length: Math.min(2, availableParallelism()) }, () =>
  inThread<typeof work>(new URL('./contract-note.thread.ts', import.meta.url), commonErrors.tooMuchWork, {
    seconds: 600,
  }),
)
const [thread] = threads as [(typeof threads)[number]]

const proofs = new WeakMap<SignerSetting, number>()

/** Throws an AppError that says why, unless the signer works. */
async function probe(signer: SignerSetting) {
  const found = await thread('probe', signer)
  proofs.set(signer, Date.now())
  return found
}

/** The same, also satisfied by a probe of some minutes ago. */
export async function requireWorking(signer: SignerSetting): Promise<void> {
  if (Date.now() - (proofs.get(signer) ?? 0) > issueRules.proofMilliseconds) await probe(signer)
}

export const drawDraft = (note: NotePdf): Promise<Uint8Array> => thread('draft', note)

export const noteBroker = ({ config }: Pick<AppContext, 'config'>): NoteBroker => ({
  ...brokerOf(config),
  gstin: config.gstin,
  memberships: config.exchangeMemberships,
  website: config.publicUrl,
  phone: config.brokerPhone,
  dealingAddress: config.dealingAddress,
  complianceOfficer: config.complianceOfficer,
})

/** The financial year of a day, by its first year. */
export const yearOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0)

/** Issues the notes of the requested days. After an interruption it continues where it was: a client and day have one note. */
export async function issueDue(context: NoteContext): Promise<void> {
  const { noteSigner: signer } = context.config
  if (!signer) return
  const claimed = await claimDay(context.db, issueRules.leaseSeconds)
  if (!claimed) return
  const { day } = claimed
  try {
    await issueDay(context, { ...claimed, signer })
  } catch (error) {
    const message = error instanceof AppError ? error.message : 'A fault of the server. Its log names the cause.'
    await postponeDay(context.db, day, message, issueRules.retrySeconds)
    await context.db.transaction((tx) => context.notifyScreens(tx, 'desk', 'trade'))
    throw error
  }
}

type Day = { readonly day: string; readonly operatorId: string; readonly signer: SignerSetting }

async function issueDay(context: NoteContext, given: Day): Promise<void> {
  const { db } = context
  const { day, signer } = given
  requireSettings(context.config)
  const signature = await probe(signer)
  for (;;) {
    const state = await dayState(db, day)
    if (!state?.isBooked || state.isWaiting || !state.isLevied) {
      // A newer file is booked first; the request stays.
      await extendLease(db, day, issueRules.waitSeconds)
      return
    }
    const ids = await clientsToIssue(db, day, issueRules.slice)
    if (ids.length === 0) break
    await issueClients(context, { ...given, signature }, ids)
    await extendLease(db, day, issueRules.leaseSeconds)
  }
  await db.transaction(async (tx) => {
    await finishNotes(tx, day)
    await context.notifyScreens(tx, 'desk', 'trade')
  })
}

type Signing = Day & { readonly signature: Awaited<ReturnType<typeof probe>> }

/** What was drawn is not what is booked now, or its numbers were taken: it is read and drawn again. */
class Outdated extends Error {}

/** Those that can be; what speaks against the others is stored for the desk. */
async function issueClients(context: NoteContext, given: Signing, ids: readonly string[]): Promise<void> {
  const { db } = context
  const loaded = await db.snapshot((sql) => loadNotes(context, sql, given.day, ids))
  const ready = loaded.filter(({ fault }) => fault === undefined)
  for (const { content, fault } of loaded)
    if (fault !== undefined) await saveNoteFault(db, given.day, content.clientId, fault)
  if (ready.length === 0) return
  try {
    await issueNotes(context, given, ready)
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
  }
}

type DrawnNote = LoadedNote & {
  readonly id: string
  readonly number: number
  readonly mark: DocumentMark
  readonly bytes: Buffer
}

async function issueNotes(context: NoteContext, given: Signing, ready: readonly LoadedNote[]): Promise<void> {
  const year = yearOf(dayInIndia(new Date()))
  const first = (await nextNumber(context.db, year)) ?? 1
  const notes = await drawAll(context, given, { year, first }, ready)
  const files = notes.map(({ id, content, bytes }) => ({ name: fileKeyOf(id), bytes, ownerId: content.clientId }))
  await context.files.add(files, async (tx) => {
    await requireUnchanged(tx, given.day, notes)
    await lock(tx, 'contractNotes')
    if ((await nextNumber(tx, year)) !== first || yearOf(dayInIndia(new Date())) !== year) throw new Outdated()
    await record(context, tx, { ...given, year }, notes)
  })
}

const fileKeyOf = (id: string): string => `contract-note/${id}`

/** Locks the clients, as every booking of their trades does. */
async function requireUnchanged(tx: Tx, day: string, notes: readonly LoadedNote[]): Promise<void> {
  const ids = notes.map(({ content }) => content.clientId)
  await lockClients(tx, ids)
  const now = new Map((await bookedNow(tx, day, ids)).map((row) => [row.clientId, row]))
  const isSame = ({ content, hash }: LoadedNote) => {
    const row = now.get(content.clientId)
    const { net, stt, stampDuty } = content.amounts
    return (
      row?.contractId === content.contractId &&
      row.hash === hash &&
      row.net === net &&
      row.stt === stt &&
      row.stampDuty === stampDuty
    )
  }
  const state = await dayState(tx, day)
  if (state?.isWaiting || !notes.every(isSame)) throw new Outdated()
}

type Numbers = { readonly year: number; readonly first: number }

/** In as many threads as there are processors, at most two. */
async function drawAll(
  context: NoteContext,
  { signer, signature }: Signing,
  { year, first }: Numbers,
  ready: readonly LoadedNote[],
): Promise<DrawnNote[]> {
  const { config } = context
  const broker = noteBroker(context)
  const numbered = ready.map((each, at) => ({
    ...each,
    id: newId(),
    number: first + at,
    mark: createMark(config.publicUrl),
  }))
  const passwordOf = ({ content: { pan, ucc } }: LoadedNote) => ({ pan, ucc, none: undefined })[config.notePassword]
  const pdfOf = (note: (typeof numbered)[number]): NotePdf => ({
    content: note.content,
    broker,
    preparedAt: new Date(),
    issued: {
      number: noteNumber(year, note.number),
      mark: note.mark,
      signedBy: signature.name,
      signatureBytes: signature.bytes,
      password: passwordOf(note),
    },
  })
  const share = Math.ceil(numbered.length / threads.length)
  const parts = await Promise.all(
    threads.map(async (run, at) => {
      const own = numbered.slice(at * share, (at + 1) * share)
      return own.length === 0 ? [] : run('signedNotes', { notes: own.map(pdfOf), signer })
    }),
  )
  const files = parts.flat()
  return numbered.map((note, at) => ({ ...note, bytes: bufferOf(files[at] as Uint8Array) }))
}

/** Rows, mails and audit of notes, in the transaction that takes their numbers. */
async function record(
  context: NoteContext,
  tx: Tx,
  { day, year, operatorId }: Day & { readonly year: number },
  notes: readonly DrawnNote[],
): Promise<void> {
  await insertNotes(
    tx,
    { day, year, operatorId },
    notes.map(({ id, content, number, hash, bytes, dueAt, replacesId }) => ({
      id,
      clientId: content.clientId,
      contractId: content.contractId,
      number,
      hash,
      fileKey: fileKeyOf(id),
      sha256: fileHash(bytes),
      dueAt: dueAt.toISOString(),
      replacesId,
    })),
  )
  const ids = notes.map(({ content }) => content.clientId)
  const recipients = new Map((await recipientsOf(tx, ids)).map((each) => [each.id, each]))
  const mailed = new Set(context.config.noteNeedsConsent ? await consenting(tx, ids) : ids)
  const deliveries = []
  for (const { id, content, number, mark, bytes } of notes) {
    const { clientId, amounts, replaces } = content
    const sha256 = fileHash(bytes)
    const text = noteNumber(year, number)
    const net = amounts.net < 0n ? `-${decimalRupees(-amounts.net)}` : decimalRupees(amounts.net)
    const after = { day, number: text, net, sha256, ...(replaces !== undefined && { replaces }) }
    await context.audit(tx, { by: 'system', action: 'contract-note.issue', subjectId: clientId, after })
    await issueDocument(context, tx, {
      mark,
      clientId,
      amount: amounts.net,
      sha256,
      preparedAt: new Date(),
      by: 'system',
    })
    const recipient = recipients.get(clientId)
    if (!recipient) continue
    const isMailed = mailed.has(clientId)
    const mailId = newId()
    const file = { name: `${text}.pdf`, key: fileKeyOf(id) }
    const mail = noteMail(context.config, recipient, { day, number: text, net: amounts.net, replaces, isMailed })
    await context.inform(tx, { ...mail, id: mailId, ...(isMailed && { file }) }, { clientId, topic: 'trade', id })
    await context.notifyScreens(tx, { clientId }, 'trade')
    if (isMailed) deliveries.push({ id: newId(), noteId: id, mailId, address: recipient.email })
  }
  await insertDeliveries(tx, deliveries)
  await context.notifyScreens(tx, 'desk', 'trade')
}
