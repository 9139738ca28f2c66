import type { AppContext } from '../../app/app-context.ts'
import type { Files } from '../../platform/files.ts'
import { attachmentPlace, readContent } from './mail.ts'
import type { HtmlMail, MailHtml } from './mail.html.ts'
import { claimDue, emptyOld, retryNow, markFailed, markSent, type DueMail } from './mail.sql.ts'
import { smtpRules, DeliveryError, type MailTransport } from './smtp.ts'

export const outboxRules = {
  /** Seconds before each retry; after the last one the mail is shown as stuck. */
  retrySeconds: [5, 15, 60, 300, 900, 3600, 3600, 3600],
  /** Seconds between connection attempts while the mail server is unreachable. */
  awaySeconds: 5,
  /** Then a mail is emptied; one with a code is emptied as soon as it is sent. */
  keepDays: 30,
  pollMilliseconds: 500,
  /** Mails with codes that are sent at the same time, and as many others: each kind has its own half of the connections. */
  together: smtpRules.connections / 2,
  /** Longer than any delivery, so that no other process sends the same mail meanwhile. */
  leaseSeconds: smtpRules.mailMilliseconds / 1000 + 30,
} as const

type Parts = Pick<AppContext, 'db' | 'secret' | 'log' | 'notifyScreens'> & {
  readonly files: Pick<Files, 'get'>
  readonly transport: MailTransport
  /** Absent without a mail server: the demo mailbox renders a mail when it is opened. */
  readonly html?: Pick<MailHtml, 'toSend'> | undefined
  /** The demo mailbox shows every mail later; with a mail server one that contains a secret is emptied once sent. */
  readonly keepSecrets: boolean
}

/** Sends due mails at least once each; several processes may run it at the same time. */
export function createOutbox(parts: Parts) {
  const { db, log, notifyScreens, transport, keepSecrets } = parts
  /** While the mail server is down, mails lose no attempts: only the connection is tested, every few seconds. */
  let unreachable: { testedAt: number } | undefined
  const urgent = new Set<Promise<void>>()
  const bulk = new Set<Promise<void>>()

  const sendDue = (hasSecret: boolean, underWay: typeof urgent) =>
    startDue(underWay, send, async (free) =>
      unreachable ? [] : claimDue(db, hasSecret, free, outboxRules.leaseSeconds),
    )

  /** Mails with codes or links to log in, which their readers wait for. */
  async function urgentRound(): Promise<void> {
    if (unreachable && !(await isBack(unreachable))) return
    await sendDue(true, urgent)
  }

  async function isBack(since: { testedAt: number }): Promise<boolean> {
    if (Date.now() - since.testedAt < outboxRules.awaySeconds * 1000) return false
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

  /** What the database does not record is due again once its lease ends. */
  const send = (mail: DueMail): Promise<void> =>
    deliver(parts, mail)
      .then(
        async () => void (await markSent(db, mail.id, keepSecrets)),
        (error: Error) => failed(mail, error),
      )
      .catch((error: Error) => log.warn({ mail: mail.id, err: error.message }, 'the result of a mail is not recorded'))

  async function failed(mail: DueMail, error: Error): Promise<void> {
    const retry = error instanceof DeliveryError ? error.retry : 'later'
    if (retry === 'none' && !unreachable) {
      unreachable = { testedAt: Date.now() }
      log.error({ err: error.message }, 'the mail server does not answer; mails wait until it does')
    }
    const seconds = retry === 'never' ? undefined : outboxRules.retrySeconds[mail.attempts - 1]
    await db.transaction(async (tx) => {
      await markFailed(tx, mail.id, error.message, seconds ?? null)
      if (seconds === undefined) await notifyScreens(tx, 'desk', 'mail', mail.id)
    })
    // Address and server reply are in the delivery log at the desk, not in the server log.
    if (seconds === undefined) log.error({ mail: mail.id }, 'a mail is stuck and will not be tried again')
  }

  return {
    urgentRound,
    bulkRound: () => sendDue(false, bulk),
    /** Ends once no mail is under way. */
    settled: async (): Promise<void> => void (await Promise.all([...urgent, ...bulk])),
    isReachable: () => unreachable === undefined,
    async emptyOld(): Promise<void> {
      if (!keepSecrets) await emptyOld(db, outboxRules.keepDays)
    },
  }
}

/** A round ends before its last mails are sent, so that a slow one holds up no later one. */
async function startDue(
  underWay: Set<Promise<void>>,
  send: (mail: DueMail) => Promise<void>,
  due: (most: number) => Promise<DueMail[]>,
): Promise<void> {
  for (let free = outboxRules.together - underWay.size; free > 0; free = outboxRules.together - underWay.size) {
    const mails = await due(free)
    for (const mail of mails) {
      const sending = send(mail).finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
    if (mails.length < free) return
    await Promise.race(underWay)
  }
}

async function deliver(parts: Parts, mail: DueMail): Promise<void> {
  const { secret, transport, html, log } = parts
  const { text, blocks } = readContent(secret, mail)
  let page: HtmlMail | undefined
  try {
    page = blocks && html?.toSend({ subject: mail.subject, blocks })
  } catch (error) {
    // It still leaves as plain text.
    log.error({ mail: mail.id, err: (error as Error).message }, 'a mail is sent without HTML')
  }
  const bytes = await attachedBytes(parts, mail)
  const attachment = bytes && { name: mail.attachmentName ?? 'attachment.pdf', bytes }
  await transport.deliver({ ...mail, text, html: page, attachment })
}

/** A file whose owner's key was erased is not sent, nor is the mail without it. */
async function attachedBytes({ secret, files }: Parts, mail: DueMail): Promise<Buffer | undefined> {
  const { id, attachment, attachmentKey, clientId, dataKey } = mail
  if (attachment) return secret.decrypt('mail', attachment, attachmentPlace(id))
  if (attachmentKey === null) return undefined
  const bytes = clientId === null ? undefined : await files.get(attachmentKey, { ownerId: clientId, dataKey })
  if (!bytes) throw new DeliveryError('The attached file does not exist any more', 'never')
  return bytes
}
