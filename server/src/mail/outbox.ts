import { mailRules } from '@sauda/contract/mail'
import type { MailContext } from '../app-context.ts'
import { claimDue, hurry, markFailed, markSent } from './mail.sql.ts'
import type { DueMail } from './mail.sql.ts'
import { smtpRules, Undelivered } from './smtp.ts'
import type { Carrier } from './smtp.ts'

export const outboxRules = {
  pollMilliseconds: 500,
  batch: 20,
  /** Longer than any delivery takes, so that a mail in hand is not taken by another sender. */
  leaseSeconds: (2 * smtpRules.mailMilliseconds) / 1000,
} as const

type Parts = Pick<MailContext, 'db' | 'secret' | 'log' | 'notifyScreens'> & {
  readonly carrier: Carrier
  /** The built-in mailbox shows the text afterwards; a mail server has it, and it may hold a code. */
  readonly keepBody: boolean
}

/** Sends what is due, each mail at least once; any number of processes may do so side by side. */
export function createOutbox({ db, secret, log, notifyScreens, carrier, keepBody }: Parts) {
  /** While the server does not answer, mails keep their tries: only the server is asked, every few seconds. */
  let away: { askedAt: number } | undefined

  async function round(): Promise<void> {
    if (away && !(await isBack(away))) return
    for (;;) {
      const mails = await claimDue(db, outboxRules.batch, outboxRules.leaseSeconds)
      await Promise.all(mails.map(handle))
      if (away || mails.length < outboxRules.batch) return
    }
  }

  async function isBack(since: { askedAt: number }): Promise<boolean> {
    if (Date.now() - since.askedAt < mailRules.awaySeconds * 1000) return false
    since.askedAt = Date.now()
    try {
      await carrier.ready()
    } catch {
      return false
    }
    away = undefined
    log.info('the mail server answers again')
    await hurry(db)
    return true
  }

  async function handle(mail: DueMail): Promise<void> {
    try {
      const text = mail.body === null ? '' : secret.decrypt('mail', mail.body, mail.id).toString()
      await carrier.deliver({
        id: mail.id,
        to: mail.recipient,
        subject: mail.subject,
        text,
        queuedAt: mail.created_at,
      })
    } catch (error) {
      return await failed(mail, error as Error)
    }
    await markSent(db, mail.id, keepBody)
  }

  async function failed(mail: DueMail, error: Error): Promise<void> {
    const retry = error instanceof Undelivered ? error.retry : 'later'
    if (retry === 'none' && !away) {
      away = { askedAt: Date.now() }
      log.error({ err: error.message }, 'the mail server does not answer; mails wait until it does')
    }
    const seconds = retry === 'never' ? undefined : mailRules.retrySeconds[mail.attempts - 1]
    await db.transaction(async (tx) => {
      await markFailed(tx, mail.id, error.message, seconds ?? null)
      if (seconds === undefined) await notifyScreens(tx, 'desk', 'mail', mail.id)
    })
    // Without the address and the server's words, which repeat it: those are in the delivery log at the desk.
    if (seconds === undefined) log.error({ mail: mail.id }, 'a mail is stuck and will not be tried again')
  }

  return { round }
}
