import { mailRules } from '@sauda/contract/mail'
import { v7 as uuidv7 } from 'uuid'
import type { Sql, Tx } from '../platform/db.ts'
import type { Secret } from '../platform/secret.ts'
import { insertMail, selectMailLog, selectMailbox } from './mail.sql.ts'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly delaySeconds?: number
}

export type Recipient = { readonly name: string; readonly email: string }

/** Without a greeting: a name nobody has verified must not reach a stranger's mailbox. */
export const plainMail = (to: string, subject: string, paragraphs: readonly string[]): Mail => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
})

/** One greeting for all mails, then the paragraphs. */
export const composeMail = ({ name, email }: Recipient, subject: string, paragraphs: readonly string[]): Mail =>
  plainMail(email, subject, [`Hello ${name},`, ...paragraphs])

/** The last line of mails about money and requests. */
export const contactLine = (supportEmail: string): string => `Doesn't look right? Write to ${supportEmail}.`

/** The last line of mails about a change that only the client may have made. */
export const notYouLine = ({ publicUrl, supportEmail }: { publicUrl: string; supportEmail: string }): string =>
  `If this was not you, reset your password at ${publicUrl}/login with "Forgot Password?" and write to ${supportEmail} immediately.`

/** After a mailed code. */
export const secretLine = (brandName: string, minutes: number): string =>
  `The code is valid for ${minutes} minutes and works once.
Enter it only on the ${brandName} screen where you requested it. Nobody from ${brandName} will ever ask you for it by phone, message or e-mail.`

/** `2026-11-20` as mails show it: `20 Nov 2026`. */
export const formatDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-IN', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

const inIndia = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' })

/** A moment in India as messages show it, such as `20 Nov 2026, 2:45 pm`. */
export const formatMoment = (at: Date): string => inIndia.format(at)

/** The same as mails show it, with IST. */
export const formatTime = (at: Date): string => `${formatMoment(at)} IST`

/** Stores a mail in the outbox; it is sent only if the transaction commits. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<void>

export function createQueueMail(secret: Secret): QueueMail {
  return async (tx, { to, subject, text, delaySeconds = 0 }) => {
    const id = uuidv7()
    await insertMail(tx, { id, to, subject, body: secret.encrypt('mail', Buffer.from(text), id), delaySeconds })
  }
}

export async function listMailbox(sql: Sql, secret: Secret, to: string | undefined) {
  const mails = await selectMailbox(sql, to?.trim().toLowerCase() ?? null, mailRules.mailboxRows)
  return mails.map(({ body, ...mail }) => ({
    ...mail,
    text: body === undefined ? '' : secret.decrypt('mail', body, mail._id).toString(),
  }))
}

export const listMails = (sql: Sql, status: string | undefined) => selectMailLog(sql, status ?? null, mailRules.logRows)
