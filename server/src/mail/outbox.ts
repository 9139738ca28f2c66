import { mailRules } from '@sauda/contract/mail'
import type { MailContext } from '../app-context.ts'
import { claimDue, retryNow, markFailed, markSent, type DueMail } from './mail.sql.ts'
import { smtpRules, DeliveryError, type MailTransport } from './smtp.ts'

export const outboxRules = {
  pollMilliseconds: 500,
  batch: 20,
  /** Longer than any delivery, so that no other process sends the same mail meanwhile. */
  leaseSeconds: (2 * smtpRules.mailMilliseconds) / 1000,
} as const

type Parts = Pick<MailContext, 'db' | 'secret' | 'log' | 'notifyScreens'> & {
  readonly transport: MailTransport
  /** The demo mailbox shows the text later; with a mail server it is deleted, because it may contain a code. */
  readonly keepBody: boolean
}

/** Sends due mails at least once each; several processes may run it at the same time. */
export function createOutbox({ db, secret, log, notifyScreens, transport, keepBody }: Parts) {
  /** While the mail server is down, mails lose no attempts: only the connection is tested, every few seconds. */
  let unreachable: { testedAt: number } | undefined

  async function round(): Promise<void> {
    if (unreachable && !(await isBack(unreachable))) return
    for (;;) {
      const mails = await claimDue(db, outboxRules.batch, outboxRules.leaseSeconds)
      await Promise.all(mails.map(handle))
      if (unreachable || mails.length < outboxRules.batch) return
    }
  }

  async function isBack(since: { testedAt: number }): Promise<boolean> {
    if (Date.now() - since.testedAt < mailRules.awaySeconds * 1000) return false
    since.testedAt = Date.now()
    try {
      await transport.ready()
    } catch {
      return false
    }
    unreachable = undefined
    log.info('the mail server answers again')
    await retryNow(db)
    return true
  }

  async function handle(mail: DueMail): Promise<void> {
    try {
      const text = mail.body === null ? '' : secret.decrypt('mail', mail.body, mail.id).toString()
      await transport.deliver({ ...mail, text })
    } catch (error) {
      return await failed(mail, error as Error)
    }
    await markSent(db, mail.id, keepBody)
  }

  async function failed(mail: DueMail, error: Error): Promise<void> {
    const retry = error instanceof DeliveryError ? error.retry : 'later'
    if (retry === 'none' && !unreachable) {
      unreachable = { testedAt: Date.now() }
      log.error({ err: error.message }, 'the mail server does not answer; mails wait until it does')
    }
    const seconds = retry === 'never' ? undefined : mailRules.retrySeconds[mail.attempts - 1]
    await db.transaction(async (tx) => {
      await markFailed(tx, mail.id, error.message, seconds ?? null)
      if (seconds === undefined) await notifyScreens(tx, 'desk', 'mail', mail.id)
    })
    // Address and server reply are in the delivery log at the desk, not in the server log.
    if (seconds === undefined) log.error({ mail: mail.id }, 'a mail is stuck and will not be tried again')
  }

  return { round }
}
