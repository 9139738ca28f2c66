import { mailCalls, mailErrors } from '@sauda/contract/mail'
import { AppError } from '@sauda/contract/error'
import type { MailContext, RouteContext } from '../app-context.ts'
import { mailLog, mailboxOf } from './mail.ts'
import { openMailbox } from './mailbox.ts'
import { createOutbox, outboxRules } from './outbox.ts'
import { openSmtp } from './smtp.ts'

/** `say` prints to whoever started the server. Answers how to let go of the mail server. */
export function mailRoutes(context: RouteContext & MailContext, say: (line: string) => void): { close(): void } {
  const { mount, db, config, secret, every } = context
  const isMailbox = config.smtpUrl === undefined
  const carrier = config.smtpUrl === undefined ? openMailbox(say) : openSmtp(config.smtpUrl, config.mailFrom)

  mount(mailCalls.mailbox, async ({ query }) => {
    if (!isMailbox || config.mode !== 'demo') throw new AppError(mailErrors.noMailbox)
    return await mailboxOf(db, secret, query.to)
  })
  mount(mailCalls.log, ({ query }) => mailLog(db, query.status))

  const outbox = createOutbox({ ...context, carrier, keepBody: isMailbox })
  every(outboxRules.pollMilliseconds, 'mail', outbox.round)
  return carrier
}
