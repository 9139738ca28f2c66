import type { Reply } from '@sauda/contract/call'
import type { mailCalls } from '@sauda/contract/mail'
import { selectViews, type Sql } from '../platform/db.ts'

export const insertMail = (
  sql: Sql,
  mail: { id: string; to: string; subject: string; body: Buffer; delaySeconds: number },
) =>
  sql.run(
    `insert into mail (id, recipient, subject, body, next_try_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
    [mail.id, mail.to, mail.subject, mail.body, mail.delaySeconds],
  )

type MailLine = Reply<typeof mailCalls.log>[number]
const columns = `id as "_id", recipient as "to", subject, status, attempts, created_at as "createdAt",
  sent_at as "sentAt", last_error as "lastError"`

/** Without mails that are scheduled for later. */
export const selectMailbox = (sql: Sql, to: string | null, limit: number) =>
  selectViews<MailLine & { body?: Buffer }>(
    sql,
    `select ${columns}, body from mail
      where ($1::text is null or recipient = $1) and not (status = 'queued' and attempts = 0 and next_try_at > now())
      order by created_at desc, id desc limit $2`,
    [to, limit],
  )

export const selectMailLog = (sql: Sql, status: string | null, limit: number) =>
  selectViews<MailLine>(
    sql,
    `select ${columns} from mail where $1::text is null or status = $1 order by created_at desc, id desc limit $2`,
    [status, limit],
  )

export type DueMail = {
  id: string
  to: string
  subject: string
  body: Buffer | null
  attempts: number
  queuedAt: Date
}

/** Leases due mails to this process; a mail without a result is due again after `leaseSeconds`. */
export const claimDue = (sql: Sql, limit: number, leaseSeconds: number) =>
  sql.rows<DueMail>(
    `update mail set attempts = attempts + 1, last_error = null, next_try_at = now() + make_interval(secs => $2)
      where id in (select id from mail where status = 'queued' and next_try_at <= now()
                    order by next_try_at limit $1 for update skip locked)
      returning id, recipient as "to", subject, body, attempts, created_at as "queuedAt"`,
    [limit, leaseSeconds],
  )

export const markSent = (sql: Sql, id: string, keepBody: boolean) =>
  sql.run(
    `update mail set status = 'sent', sent_at = now(), last_error = null, body = case when $2 then body end
      where id = $1 and status <> 'sent'`,
    [id, keepBody],
  )

/** Without `retrySeconds` it is not retried. */
export const markFailed = (sql: Sql, id: string, error: string, retrySeconds: number | null) =>
  sql.run(
    `update mail set last_error = $2, status = case when $3::int is null then 'stuck' else 'queued' end,
            next_try_at = now() + make_interval(secs => coalesce($3::int, 0))
      where id = $1 and status = 'queued'`,
    [id, error, retrySeconds],
  )

/** Makes every failed mail due now, except those leased to a process. */
export const retryNow = (sql: Sql) =>
  sql.run(
    `update mail set next_try_at = now() where status = 'queued' and last_error is not null and next_try_at > now()`,
  )
