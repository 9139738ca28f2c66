import { mailRules } from '@sauda/contract/core/mail'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { type Db, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { Secret } from '../../platform/secret.ts'
import { momentText } from '../../platform/india.ts'
import { removeInBatches } from '../../platform/jobs.ts'
import {
  deleteOld,
  findClientMail,
  findMailContent,
  findRecipient,
  recipientsOf,
  selectClientMails,
  type ClientMailRow,
  insertMail,
  mailResults,
  selectMailLog,
  selectMailbox,
  type StoredContent,
} from './mail.sql.ts'

type AmountBlock = { readonly kind: 'amount'; readonly label: string; readonly amount: string }
type CodeBlock = { readonly kind: 'code'; readonly code: string }
type RowsBlock = {
  readonly kind: 'rows'
  readonly title?: string | undefined
  /** The page that shows them: a link of the title. */
  readonly url?: string | undefined
  readonly rows: readonly (readonly [label: string, value: string])[]
}
type ButtonBlock = {
  readonly kind: 'button'
  readonly label: string
  readonly url: string
  /** The paragraph of the plain text, with the address. */
  readonly text: string
  /** The part above the button. */
  readonly lead?: string | undefined
  /** The address logs its reader in. */
  readonly isSecret?: boolean | undefined
}

/** A string is a paragraph. */
export type MailBlock = string | AmountBlock | CodeBlock | RowsBlock | ButtonBlock

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** For the HTML; without it the mail is plain text, and is treated as one that contains a code. */
  readonly blocks?: readonly MailBlock[]
  readonly delaySeconds?: number
  /** A PDF. */
  readonly attachment?: { readonly name: string; readonly bytes: Buffer }
  /** A PDF of the client in the file store, read when the mail is sent. */
  readonly file?: { readonly name: string; readonly key: string }
  /** Given by a sender who follows its delivery. */
  readonly id?: string
}

export type Recipient = { readonly name: string; readonly email: string }

/** A PNG; the size is the one it is shown at. */
export type MailPicture = {
  readonly id: string
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** The broker's logo, or its icon, beside which the name is written. */
export type MailLogo = { readonly light: MailPicture; readonly dark?: MailPicture; readonly hasName: boolean }

/** At most one in a mail; only HTML shows it, because the text names the amount in a sentence. */
export const amountBlock = (label: string, amount: string): AmountBlock => ({ kind: 'amount', label, amount })

export const codeBlock = (code: string): CodeBlock => ({ kind: 'code', code })

export const rowsBlock = (rows: RowsBlock['rows'], title?: string, url?: string): RowsBlock => ({
  kind: 'rows',
  rows,
  title,
  url,
})

/** At most one in a mail. `sentence` is its paragraph in plain text, unless that is the label and the address. */
export const buttonBlock = (
  label: string,
  url: string,
  sentence: Pick<ButtonBlock, 'text' | 'lead' | 'isSecret'> = { text: `${label}: ${url}` },
): ButtonBlock => ({ kind: 'button', label, url, ...sentence })

/** Undefined if the plain text has no such paragraph. */
function textOf(block: MailBlock): string | undefined {
  if (typeof block === 'string') return block
  switch (block.kind) {
    case 'amount':
      return undefined
    case 'code':
      return block.code
    case 'button':
      return block.text
    case 'rows':
      return [
        ...(block.title === undefined ? [] : [`${block.title}:${block.url === undefined ? '' : ` ${block.url}`}`]),
        ...block.rows.map(([label, value]) => `${label}: ${value}`),
      ].join('\n')
  }
}

const isSecret = (block: MailBlock): boolean =>
  typeof block !== 'string' && (block.kind === 'code' || (block.kind === 'button' && block.isSecret === true))

const mask = '••••••'

/** The secrets of a block: its code, or its address and the part of it that logs in. */
const secretsOf = (block: MailBlock): string[] =>
  typeof block === 'string' || !isSecret(block) ? [] : block.kind === 'code' ? [block.code] : urlParts(block)

const urlParts = (block: MailBlock): string[] =>
  typeof block !== 'string' && block.kind === 'button'
    ? [block.url, ...block.url.split(/[#?&=/]/).filter((part) => part.length >= 20)]
    : []

/** The text of a mail for operators, without its secrets. */
function maskedText(blocks: readonly MailBlock[]): string {
  const secrets = blocks.flatMap(secretsOf)
  const text = blocks.flatMap((block) => textOf(block) ?? []).join('\n\n')
  return secrets.reduce((left, secret) => left.replaceAll(secret, mask), text)
}

/** Without a greeting, because an unverified name must not reach a stranger's mailbox. */
export const plainMail = (to: string, subject: string, blocks: readonly MailBlock[]): Mail => ({
  to,
  subject,
  text: `${blocks.flatMap((block) => textOf(block) ?? []).join('\n\n')}\n`,
  blocks,
})

/** The client that mails about them are addressed to. */
export const recipientOf = (sql: Sql, clientId: string): Promise<Recipient> => requireRow(findRecipient(sql, clientId))

export { type ClientMailRow, mailResults, recipientsOf, selectClientMails }

/** One greeting for all mails, then the paragraphs. */
export const composeMail = ({ name, email }: Recipient, subject: string, blocks: readonly MailBlock[]): Mail =>
  plainMail(email, subject, [`Hello ${name},`, ...blocks])

/** The last line of mails about money and requests. */
export const contactLine = (supportEmail: string): string => `Doesn't look right? Write to ${supportEmail}.`

/** What a client who cannot log in can do instead. */
export const blockedLine = (blocked: 'closed' | 'frozen', supportEmail: string): string =>
  blocked === 'closed'
    ? `Your account is closed, so you can no longer log in. If you have a question, write to ${supportEmail}.`
    : `Your login is blocked. Write to ${supportEmail} from this e-mail address to have it unblocked.`

/** The mail with this line instead of its button. */
export function withoutButton(mail: Mail, line: string): Mail {
  const isButton = (block: MailBlock) => typeof block !== 'string' && block.kind === 'button'
  if (!mail.blocks?.some(isButton)) return mail
  const blocks = mail.blocks.map((block) => (isButton(block) ? line : block))
  return { ...mail, ...plainMail(mail.to, mail.subject, blocks) }
}

/** The last line of mails about a change that only the client may have made. */
export const notYouLine = ({ publicUrl, supportEmail }: { publicUrl: string; supportEmail: string }): string =>
  `If this was not you, reset your password at ${publicUrl}/login with "Forgot Password?" and write to ${supportEmail} immediately.`

/** After a mailed code. */
export const secretLine = (brandName: string, minutes: number): string =>
  `The code is valid for ${minutes} minutes and works once.
Enter it only on the ${brandName} screen where you requested it. Nobody from ${brandName} will ever ask you for it by phone, message or e-mail.`

/** A moment in India as messages show it, such as `20 Nov 2026, 2:45 pm`. */
export const formatMoment = momentText

/** A moment in India as mails show it, such as `20 Nov 2026, 2:45 pm IST`. */
export const formatTime = (at: Date): string => `${formatMoment(at)} IST`

/** When and from where something was just done. */
export const sourceBlock = (device: string, ip: string): RowsBlock =>
  rowsBlock([
    ['When', formatTime(new Date())],
    ['From', `${device}, IP address ${ip}`],
  ])

/** Stores a mail in the outbox; it is sent only if the transaction commits. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<void>

/** Encrypts for another place than the text's, so that the two cannot be exchanged. */
export const contentPlace = (id: string): string => `${id}/content`
export const attachmentPlace = (id: string): string => `${id}/attachment`
export const maskedPlace = (id: string): string => `${id}/masked`

export function createQueueMail(secret: Secret): QueueMail {
  return async (tx, { id = newId(), to, subject, text, blocks, delaySeconds = 0, attachment, file }) => {
    const hasSecret = blocks?.some(isSecret) ?? true
    await insertMail(tx, {
      id,
      to,
      subject,
      body: secret.encrypt('mail', Buffer.from(text), id),
      content: blocks ? secret.encrypt('mail', Buffer.from(JSON.stringify(blocks)), contentPlace(id)) : null,
      hasSecret,
      attachment: attachment ? secret.encrypt('mail', attachment.bytes, attachmentPlace(id)) : null,
      attachmentName: (attachment ?? file)?.name ?? null,
      attachmentKey: file?.key ?? null,
      masked: blocks && hasSecret ? secret.encrypt('mail', Buffer.from(maskedText(blocks)), maskedPlace(id)) : null,
      delaySeconds,
    })
  }
}

/** Empty text once the mail is emptied; no blocks if it is plain text. */
export const readContent = (secret: Secret, { id, body, content }: StoredContent) => ({
  text: body ? secret.decrypt('mail', body, id).toString() : '',
  blocks: content
    ? (JSON.parse(secret.decrypt('mail', content, contentPlace(id)).toString()) as readonly MailBlock[])
    : undefined,
})

const codeIn = (blocks: readonly MailBlock[] | undefined): string | undefined =>
  blocks?.flatMap((block) => (typeof block !== 'string' && block.kind === 'code' ? block.code : []))[0]

export async function listMailbox(sql: Sql, secret: Secret, to: string | undefined) {
  const mails = await selectMailbox(sql, to?.trim().toLowerCase() ?? null, mailRules.mailboxRows)
  return mails.map(({ body = null, content = null, ...mail }) => {
    const { text, blocks } = readContent(secret, { id: mail._id, body, content })
    return { ...mail, text, code: codeIn(blocks), hasPreview: blocks !== undefined }
  })
}

export const listMails = (sql: Sql, status: string | undefined) => selectMailLog(sql, status ?? null, mailRules.logRows)

/** For a preview; 404 if the mail was emptied, is plain text, or contains a secret that this reader may not see. */
export async function requireContent(sql: Sql, secret: Secret, id: string, options: { withSecrets: boolean }) {
  const row = await findMailContent(sql, id, options.withSecrets)
  const { blocks } = row ? readContent(secret, row) : {}
  if (!row || !blocks) throw new AppError(commonErrors.notFound)
  return { subject: row.subject, blocks }
}

/** A mail of this client; of one with a secret, what was kept without it. */
export async function clientMail(sql: Sql, secret: Secret, mail: { readonly id: string; readonly clientId: string }) {
  const row = await findClientMail(sql, mail)
  if (!row) throw new AppError(commonErrors.notFound)
  const { hasSecret, body, masked, ...shown } = row
  const sealed = hasSecret ? masked : body
  const place = hasSecret ? maskedPlace(mail.id) : mail.id
  return { ...shown, isMasked: hasSecret, ...(sealed && { text: secret.decrypt('mail', sealed, place).toString() }) }
}

export const deleteOldMails = (db: Db, days: number) => removeInBatches((most) => deleteOld(db, days, most))
