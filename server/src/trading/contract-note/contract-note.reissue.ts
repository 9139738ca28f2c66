import {
  noteNumber,
  type contractNoteCalls,
  contractNoteErrors,
  noteNumberParts,
  reissueCauses,
} from '@sauda/contract/trading/contract-note'
import type { Payload } from '@sauda/contract/core/proposal'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { formatRupees } from '@sauda/contract/platform/money'
import { dayFigures } from '@sauda/contract/trading/trade-day'
import { tableEvidence } from '../../core/approval/file-proposal.ts'
import { type Executor, type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { recipientOf } from '../../core/mail/mail.ts'
import { requireRow, type Tx, undone } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { type BookContext, bookSlice } from '../contract/contract.book.ts'
import { selectTradeDays } from '../contract/contract.read.sql.ts'
import { lockClients } from '../contract/contract.sql.ts'
import { type NoteContext, requireWorking } from './contract-note.issue.ts'
import { cancelledMail } from './contract-note.mail.ts'
import { requireSettings } from './contract-note.ready.ts'
import { dayState, requestDay } from './contract-note.day.sql.ts'
import {
  cancelNote,
  clearNoteFaults,
  findNote,
  findNoteByNumber,
  lockNote,
  reopenTrades,
  type StoredNote,
} from './contract-note.sql.ts'

/** A note is never corrected: two operators cancel it, its day is booked again by the newest files, and the job issues a new one. */

export type ReissueContext = NoteContext & BookContext
type Terms = Payload<'contract-note.reissue'>

/** Before the request and before the approval: a note that nothing could replace is not cancelled. */
export async function requireSigner({ config }: Pick<NoteContext, 'config'>): Promise<void> {
  requireSettings(config)
  if (config.noteSigner) await requireWorking(config.noteSigner)
}

async function requireReissuable(tx: Tx, found: StoredNote | undefined): Promise<StoredNote> {
  const note = await requireRow(Promise.resolve(found))
  await lockClients(tx, [note.clientId])
  await lockNote(tx, note.id)
  const now = await requireRow(findNote(tx, note.id))
  if (now.isCancelled) throw new AppError(contractNoteErrors.cancelled)
  if ((await dayState(tx, now.day))?.isWaiting) throw new AppError(contractNoteErrors.waiting)
  return now
}

export async function requestReissue(
  context: ReissueContext,
  tx: Tx,
  { operator, ip, params: { noteId }, body }: RequestInput<typeof contractNoteCalls.reissue>,
) {
  const { clientId, day, year, number } = await requireReissuable(tx, await findNote(tx, noteId))
  const text = noteNumber(year, number)
  const payload = { clientId, day, number: text, ...body }
  const summary = `Issue the contract note ${text} of ${dateText(day)} again: ${reissueCauses[body.cause]}`
  const reasons = ['A contract note is always cancelled by two operators']
  const change = { kind: 'contract-note.reissue' as const, payload, summary, clientId, reasons, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  // What cannot be booked again is not requested.
  await undone(tx, () => bookAgain(context, tx, payload, by))
  const result = await proposeUnlessWaived(context, tx, change, () => reissue(context, tx, payload, by))
  return {
    message: 'done' in result ? `${text} is cancelled. The new note is being issued.` : 'Approval requested',
    ...secondOf(result),
  }
}

/** The note counts no more, and its trades are booked as the newest files have them. */
async function bookAgain(
  context: ReissueContext,
  tx: Tx,
  { number, clientId, day, cause, reason }: Terms,
  by: Executor,
) {
  const parts = noteNumberParts(number)
  const note = await requireReissuable(tx, parts && (await findNoteByNumber(tx, parts)))
  if (note.clientId !== clientId || note.day !== day) throw new AppError(commonErrors.notFound)
  await cancelNote(tx, { noteId: note.id, operatorId: by.operator.id, cause, reason })
  await reopenTrades(tx, day, clientId)
  const why = `The contract note ${number} is issued again: ${reissueCauses[cause]}`
  await bookSlice(context, tx, { day, operatorId: by.operator.id, why }, [clientId])
  return note
}

async function reissue(context: ReissueContext, tx: Tx, terms: Terms, by: Executor): Promise<void> {
  const { clientId, day, number, cause, reason } = terms
  const note = await bookAgain(context, tx, terms, by)
  // In the same transaction, so that the new note is issued whatever happens to this server.
  await clearNoteFaults(tx, day, clientId)
  await requestDay(tx, day, by.operator.id)
  const after = { number, day, cause, reason, requestedBy: by.requestedBy }
  await recordByOperator(context, tx, by, {
    action: 'contract-note.cancel',
    subjectId: clientId,
    after,
    topic: 'trade',
    id: note.id,
  })
  const mail = cancelledMail(context.config, await recipientOf(tx, clientId), { day, number, reason })
  await context.inform(tx, mail, { clientId, topic: 'trade', id: note.id })
  await context.notifyScreens(
    tx,
    { clientId },
    'trade',
    undefined,
    [{ clientId }, 'wallet'],
    ['desk', 'client', clientId],
  )
}

type Figures = Awaited<ReturnType<typeof selectTradeDays>>[number] | undefined

const figuresOn = async (tx: Tx, { clientId, day }: Terms): Promise<Figures> =>
  (await selectTradeDays(tx, clientId, { before: null, day, limit: 1 }))[0]

const changedKeys = ['bought', 'sold', 'charges', 'net'] as const

export const contractNoteProposals = (context: ReissueContext): ProposalHandlers<'contract-note.reissue'> => ({
  'contract-note.reissue': {
    async carryOut(tx, payload, by) {
      await requireSigner(context)
      await reissue(context, tx, payload, by)
    },
    async describe(tx, payload, operator) {
      await requireSigner(context)
      const before = await figuresOn(tx, payload)
      const after = await undone(tx, async () => {
        await bookAgain(context, tx, payload, { operator, ip: '', requestedBy: operator.id })
        return figuresOn(tx, payload)
      })
      const shown = (figures: Figures, key: (typeof changedKeys)[number]) => formatRupees(figures?.[key] ?? 0n)
      const rows = changedKeys.map((key) => [
        key === 'net' ? 'Net' : dayFigures[key],
        shown(before, key),
        after ? shown(after, key) : 'No trades remain',
      ])
      const title = `${payload.number}: what the client is booked`
      // Its id changes with the figures, so that the approval of other figures is rejected.
      return { evidence: [tableEvidence({ title, columns: ['', 'Cancelled note', 'Newest files'], rows })] }
    },
  },
})
