import { mailRules } from '@sauda/contract/mail'
import { v7 as uuidv7 } from 'uuid'
import type { Sql, Tx } from '../platform/db.ts'
import type { Secret } from '../platform/secret.ts'
import { insertMail, selectMailLog, selectMailbox, type MailRow } from './mail.sql.ts'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly delaySeconds?: number
}

export type Recipient = { readonly name: string; readonly email: string }

/** A plain-text mail: one greeting for all mails, then the paragraphs. */
export function composeMail({ name, email }: Recipient, subject: string, paragraphs: readonly string[]): Mail {
  return { to: email, subject, text: `${[`Hello ${name},`, ...paragraphs].join('\n\n')}\n` }
}

/** The last line of mails about money and requests. */
export const contactLine = (supportEmail: string): string => `Doesn't look right? Write to ${supportEmail}.`

/** The last line of mails about a change that only the client may have made. */
export const notYouLine = ({ publicUrl, supportEmail }: { publicUrl: string; supportEmail: string }): string =>
  `If this was not you, reset your password at ${publicUrl}/login with "Forgot Password?" and write to ${supportEmail} immediately.`

/** `2026-11-20` as mails show it: `20 Nov 2026`. */
export const formatDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-IN', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Stores a mail in the outbox; it is sent only if the transaction commits. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<void>

export function createQueueMail(secret: Secret): QueueMail {
  return async (tx, { to, subject, text, delaySeconds = 0 }) => {
    const id = uuidv7()
    await insertMail(tx, { id, to, subject, body: secret.encrypt('mail', Buffer.from(text), id), delaySeconds })
  }
}

/** The demo mailbox: the latest mails with their text. */
export async function listMailbox(sql: Sql, secret: Secret, to: string | undefined) {
  const rows = await selectMailbox(sql, to?.trim().toLowerCase() ?? null, mailRules.mailboxRows)
  return rows.map((row) => ({
    ...asLine(row),
    text: row.body === null ? '' : secret.decrypt('mail', row.body, row.id).toString(),
  }))
}

/** The delivery log, without texts. */
export const listMails = async (sql: Sql, status: string | undefined) =>
  (await selectMailLog(sql, status ?? null, mailRules.logRows)).map(asLine)

const asLine = (row: MailRow) => ({
  _id: row.id,
  to: row.recipient,
  subject: row.subject,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString(),
  lastError: row.last_error ?? undefined,
})
