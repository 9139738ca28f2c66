import { noteNumber } from '@sauda/contract/trading/contract-note'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { type DocumentMark, fileHash, issueDocument } from '../../core/document/document.ts'
import { recipientsOf } from '../../core/mail/mail.ts'
import { together, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { LoadedNote } from './contract-note.load.ts'
import { noteMail } from './contract-note.mail.ts'
import { consenting, insertDeliveries, insertNotes, type NewDelivery } from './contract-note.sql.ts'

export type DrawnNote = LoadedNote & {
  readonly id: string
  readonly number: number
  readonly mark: DocumentMark
  readonly bytes: Buffer
}

export const fileKeyOf = (id: string): string => `contract-note/${id}`

type Issue = { readonly day: string; readonly year: number; readonly operatorId: string }

/** Rows, mails and audit of notes, in the transaction that takes their numbers. */
export async function record(context: AppContext, tx: Tx, issue: Issue, drawn: readonly DrawnNote[]): Promise<void> {
  const { day, year } = issue
  const notes = drawn.map((note) => ({ ...note, sha256: fileHash(note.bytes), text: noteNumber(year, note.number) }))
  const rows = notes.map(({ id, content, number, hash, sha256, dueAt, replacesId }) => {
    const { clientId, contractId } = content
    return {
      id,
      clientId,
      contractId,
      number,
      hash,
      fileKey: fileKeyOf(id),
      sha256,
      dueAt: dueAt.toISOString(),
      replacesId,
    }
  })
  await insertNotes(tx, issue, rows)
  const ids = notes.map(({ content }) => content.clientId)
  const recipients = new Map((await recipientsOf(tx, ids)).map((each) => [each.id, each]))
  const mailed = new Set(context.config.noteNeedsConsent ? await consenting(tx, ids) : ids)
  const deliveries: NewDelivery[] = []
  const recordOne = async ({ id, content, mark, sha256, text }: (typeof notes)[number]) => {
    const { clientId, amounts, replaces } = content
    const net = amounts.net < 0n ? `-${decimalRupees(-amounts.net)}` : decimalRupees(amounts.net)
    const after = { day, number: text, net, sha256, ...(replaces !== undefined && { replaces }) }
    await context.audit(tx, { by: 'system', action: 'contract-note.issue', subjectId: clientId, after })
    const document = { mark, clientId, amount: amounts.net, sha256, preparedAt: new Date(), by: 'system' as const }
    await issueDocument(context, tx, document)
    const recipient = recipients.get(clientId)
    if (!recipient) return
    const isMailed = mailed.has(clientId)
    const mailId = newId()
    const mail = noteMail(context.config, recipient, { day, number: text, net: amounts.net, replaces, isMailed })
    const file = { name: `${text}.pdf`, key: fileKeyOf(id) }
    await context.inform(tx, { ...mail, id: mailId, ...(isMailed && { file }) }, { clientId, topic: 'trade', id })
    if (isMailed) deliveries.push({ id: newId(), noteId: id, mailId, address: recipient.email })
  }
  await together(tx, ...notes.map((note) => () => recordOne(note)))
  await insertDeliveries(tx, deliveries)
  await context.notifyScreens(
    tx,
    'desk',
    'trade',
    undefined,
    ...ids.map((clientId) => [{ clientId }, 'trade'] as const),
  )
}
