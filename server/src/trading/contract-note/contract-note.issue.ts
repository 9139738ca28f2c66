import { noteNumber } from '@sauda/contract/trading/contract-note'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { createMark } from '../../core/document/document.ts'
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
import { requireSettings } from './contract-note.ready.ts'
import { type DrawnNote, fileKeyOf, record } from './contract-note.record.ts'
import { claimDay, dayState, extendLease, postponeDay } from './contract-note.day.sql.ts'
import { bookedNow, clientsToIssue, finishNotes, nextNumber, saveNoteFault } from './contract-note.sql.ts'
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

/** One, so that the server's other work keeps a processor. Little young memory, because each drawing leaves some megabytes behind. */
const noteThread = { seconds: 600, youngMegabytes: 16 } as const
const thread = inThread<typeof work>(
  new URL('./contract-note.thread.ts', import.meta.url),
  commonErrors.tooMuchWork,
  noteThread,
)

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
  const signing = { ...given, signature: await probe(signer) }
  let next: Promise<Batch | undefined> | undefined
  for (;;) {
    const state = await dayState(db, day)
    if (!state?.isBooked || state.isWaiting || !state.isLevied) {
      // A newer file is booked first; the request stays.
      await extendLease(db, day, issueRules.waitSeconds)
      return
    }
    const isFirst = next === undefined
    const batch = await (next ?? drawBatch(context, signing))
    if (!batch && isFirst) break
    // While these are stored, the next ones are drawn.
    next = batch && drawBatch(context, signing, batch)
    next?.catch(() => undefined)
    if (batch && !(await storeBatch(context, given, batch))) next = undefined
    await extendLease(db, day, issueRules.leaseSeconds)
  }
  await db.transaction(async (tx) => {
    await finishNotes(tx, day)
    await context.notifyScreens(tx, 'desk', 'trade')
  })
}

type Signing = Day & { readonly signature: Awaited<ReturnType<typeof probe>> }

/** Drawn and signed with the numbers from `first` on; only `storeBatch` takes them. */
type Batch = {
  readonly year: number
  readonly first: number
  readonly lastClientId: string
  readonly notes: readonly DrawnNote[]
}

/** The next notes that can be issued; what speaks against the others is stored for the desk. Undefined if no client is left. */
async function drawBatch(context: NoteContext, given: Signing, before?: Batch): Promise<Batch | undefined> {
  const { db } = context
  const { day } = given
  const ids = await clientsToIssue(db, day, { after: before?.lastClientId ?? null, most: issueRules.slice })
  const lastClientId = ids.at(-1)
  if (lastClientId === undefined) return undefined
  const loaded = await db.snapshot((sql) => loadNotes(context, sql, day, ids))
  const ready = loaded.filter(({ fault }) => fault === undefined)
  for (const { content, fault } of loaded)
    if (fault !== undefined) await saveNoteFault(db, day, content.clientId, fault)
  const year = yearOf(dayInIndia(new Date()))
  const first = before?.year === year ? before.first + before.notes.length : ((await nextNumber(context.db, year)) ?? 1)
  const notes = ready.length === 0 ? [] : await drawAll(context, given, { year, first }, ready)
  return { year, first, lastClientId, notes }
}

/** What was drawn is not what is booked now, or its numbers were taken: it is read and drawn again. */
class Outdated extends Error {}

/** False if they must be drawn again. */
async function storeBatch(context: NoteContext, day: Day, { year, first, notes }: Batch): Promise<boolean> {
  if (notes.length === 0) return true
  const files = notes.map(({ id, content, bytes }) => ({ name: fileKeyOf(id), bytes, ownerId: content.clientId }))
  try {
    await context.files.add(files, async (tx) => {
      await requireUnchanged(tx, day.day, notes)
      await lock(tx, 'contractNotes')
      if ((await nextNumber(tx, year)) !== first || yearOf(dayInIndia(new Date())) !== year) throw new Outdated()
      await record(context, tx, { ...day, year }, notes)
    })
    return true
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
    return false
  }
}

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
  const files = await thread('signedNotes', { notes: numbered.map(pdfOf), signer })
  return numbered.map((note, at) => ({ ...note, bytes: bufferOf(files[at] as Uint8Array) }))
}
