import type { Reply } from '@sauda/contract/platform/call'
import type { mailCalls } from '@sauda/contract/core/mail'
import { dataKeyOf } from '../../platform/data-key.ts'
import { selectView, selectViews, type Sql, selectColumn, selectValue } from '../../platform/db.ts'

export const insertMail = (
  sql: Sql,
  mail: {
    id: string
    to: string
    subject: string
    body: Buffer
    content: Buffer | null
    masked: Buffer | null
    attachment: Buffer | null
    attachmentName: string | null
    attachmentKey: string | null
    hasSecret: boolean
    delaySeconds: number
  },
) =>
  sql.run(
    `insert into mail (id, recipient, subject, body, content, has_secret, next_try_at, masked, attachment, attachment_name, attachment_key, client_id)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7), $8, $9, $10, $11,
             (select id from client where email = $2))`,
    [
      mail.id,
      mail.to,
      mail.subject,
      mail.body,
      mail.content,
      mail.hasSecret,
      mail.delaySeconds,
      mail.masked,
      mail.attachment,
      mail.attachmentName,
      mail.attachmentKey,
    ],
  )

/** Encrypted; null once the mail is emptied. */
export type StoredContent = { id: string; body: Buffer | null; content: Buffer | null }

type MailLine = Reply<typeof mailCalls.log>[number]
const columns = `id as "_id", recipient as "to", subject, status, attempts, created_at as "createdAt",
  sent_at as "sentAt", last_error as "lastError"`

/** Without mails that are scheduled for later. */
export const selectMailbox = (sql: Sql, to: string | null, limit: number) =>
  selectViews<Omit<MailLine, 'hasPreview'> & { body?: Buffer; content?: Buffer }>(
    sql,
    `select ${columns}, body, content from mail
      where ($1::text is null or recipient = $1) and not (status = 'queued' and attempts = 0 and next_try_at > now())
      order by created_at desc, id desc limit $2`,
    [to, limit],
  )

export const selectMailLog = (sql: Sql, status: string | null, limit: number) =>
  selectViews<MailLine>(
    sql,
    `select ${columns}, content is not null and not has_secret as "hasPreview",
            (select c.name from client c where c.id = client_id) as "clientName" from mail
      where $1::text is null or status = $1 order by created_at desc, id desc limit $2`,
    [status, limit],
  )

/** Which of these mails were sent or given up, with the answer of the mail server. */
export const mailResults = (sql: Sql, ids: readonly string[]) =>
  sql.rows<{ id: string; status: 'sent' | 'stuck'; answer: string | null; at: Date }>(
    `select id, status, last_error as answer, coalesce(sent_at, now()) as at from mail where id = any ($1::uuid[]) and status <> 'queued'`,
    [ids],
  )

/** Mails that will not be sent. */
export const stuckMails = (sql: Sql) =>
  selectValue<number>(sql, "select count(*)::int from mail where status = 'stuck'")

export const findMailContent = (sql: Sql, id: string, withSecrets: boolean) =>
  sql.row<StoredContent & { subject: string }>(
    'select id, subject, body, content from mail where id = $1 and ($2 or not has_secret)',
    [id, withSecrets],
  )

/** Without what an operator with the same address was sent. */
const ofClient = `m.client_id = $1 and not exists (select from operator o where o.email = m.recipient)`

export type ClientMailRow = { id: string; at: string; subject: string; status: MailLine['status'] }

/** The mails sent to a client, newest first; `before` is the id of the last one already read. */
export const selectClientMails = (sql: Sql, clientId: string, before: string | null, limit: number) =>
  selectViews<ClientMailRow>(
    sql,
    `select m.id, m.created_at as at, m.subject, m.status from mail m
      where ${ofClient} and m.id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by m.id desc limit $3`,
    [clientId, before, limit],
  )

export const findClientMail = (sql: Sql, { id, clientId }: { id: string; clientId: string }) =>
  selectView<Pick<MailLine, 'to' | 'subject' | 'status' | 'createdAt' | 'sentAt'> & ClientMailText>(
    sql,
    `select m.recipient as "to", m.subject, m.status, m.created_at as "createdAt", m.sent_at as "sentAt",
            m.has_secret as "hasSecret", m.body, m.masked, m.attachment_name as attachment
       from mail m where ${ofClient} and m.id = $2`,
    [clientId, id],
  )
type ClientMailText = { hasSecret: boolean; body?: Buffer; masked?: Buffer; attachment?: string }

export type DueMail = StoredContent & {
  to: string
  subject: string
  attempts: number
  queuedAt: Date
  attachment: Buffer | null
  attachmentName: string | null
  /** The name of a file of the client, which the data key opens. */
  attachmentKey: string | null
  clientId: string | null
  dataKey: Buffer | null
}

/** Leases due mails to this process; a mail without a result is due again after `leaseSeconds`. */
export const claimDue = (sql: Sql, hasSecret: boolean, limit: number, leaseSeconds: number) =>
  sql.rows<DueMail>(
    `update mail set attempts = attempts + 1, last_error = null, next_try_at = now() + make_interval(secs => $2)
      where id in (select id from mail where status = 'queued' and has_secret = $3 and next_try_at <= now()
                    order by next_try_at limit $1 for update skip locked)
      returning id, recipient as "to", subject, body, content, attempts, created_at as "queuedAt",
        attachment, attachment_name as "attachmentName", attachment_key as "attachmentKey", client_id as "clientId",
        case when attachment_key is not null then ${dataKeyOf('client_id')} end as "dataKey"`,
    [limit, leaseSeconds, hasSecret],
  )

/** Empties a mail that contains a secret, unless `keepSecrets`. */
export const markSent = (sql: Sql, id: string, keepSecrets: boolean) =>
  sql.run(
    `update mail set status = 'sent', sent_at = now(), last_error = null,
            body = case when $2 or not has_secret then body end, content = case when $2 or not has_secret then content end
      where id = $1 and status <> 'sent'`,
    [id, keepSecrets],
  )

/** Empties sent and stuck mails of more than `days` days ago. */
export const emptyOld = (sql: Sql, days: number) =>
  sql.run(
    `update mail set body = null, content = null, masked = null, attachment = null
      where (body is not null or masked is not null) and status <> 'queued' and created_at < now() - make_interval(days => $1)`,
    [days],
  )

/** Deletes mails that will not be sent any more, the oldest first. */
export const deleteOld = (sql: Sql, days: number, most: number) =>
  sql.run(
    `delete from mail where id in (
       select id from mail where created_at < now() - make_interval(days => $1) and status <> 'queued'
        order by created_at limit $2)`,
    [days, most],
  )

/** Without `retrySeconds` it is not retried. */
export const markFailed = (sql: Sql, id: string, error: string, retrySeconds: number | null) =>
  sql.run(
    `update mail set last_error = $2, status = case when $3::int is null then 'stuck' else 'queued' end,
            next_try_at = now() + make_interval(secs => coalesce($3::int, 0))
      where id = $1 and status = 'queued'`,
    [id, error, retrySeconds],
  )

/** Makes mails due now that failed once. A mail that failed more often keeps its pause: the server may reject only that mail. */
export const retryNow = (sql: Sql) =>
  sql.run(
    `update mail set next_try_at = now() where status = 'queued' and last_error is not null and attempts = 1 and next_try_at > now()`,
  )

/** The client a mail is addressed to. */
export const findRecipient = (sql: Sql, clientId: string) =>
  sql.row<{ name: string; email: string }>('select name, email from client where id = $1', [clientId])

export const recipientsOf = (sql: Sql, clientIds: readonly string[]) =>
  sql.rows<{ id: string; name: string; email: string }>(
    'select id, name, email from client where id = any ($1::uuid[])',
    [clientIds],
  )

const named = [
  'wallet_request',
  'charge',
  'loan',
  'trade',
  'complaint',
  'setting_request',
  'privacy_request',
  'shortage',
]
  .map((table) => `select client_id from ${table} where id = any ($1::uuid[])`)
  .join(' union ')

/** The client whom these ids and numbers name, directly or by a request, if it is only one. */
export const clientNamedBy = (sql: Sql, ids: readonly string[], numbers: readonly string[]) =>
  selectValue<string | null>(
    sql,
    `select case count(*) when 1 then min(client_id::text) end
       from (select id as client_id from client where id = any ($1::uuid[]) or number = any ($2::bigint[]) union ${named}) c
      where client_id is not null`,
    [ids, numbers],
  )

/** References of the payments of a client's own requests. */
export const ownReferences = (sql: Sql, clientId: string) =>
  selectColumn<string>(
    sql,
    `select r.reference from wallet_request w
       cross join lateral (values (w.reference), (w.utr), (w.bank_reference)) r (reference)
      where w.client_id = $1 and r.reference is not null
     union
     select transaction_id from charge where client_id = $1 and transaction_id is not null`,
    [clientId],
  )
