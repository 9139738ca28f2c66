import { mailCalls, mailErrors } from '@sauda/contract/mail'
import { AppError } from '@sauda/contract/error'
import type { MailContext, RouteContext } from '../app-context.ts'
import { listMails, listMailbox } from './mail.ts'
import { createOutbox, outboxRules } from './outbox.ts'
import { openMailbox, openSmtp } from './smtp.ts'

export function mailRoutes(context: RouteContext & MailContext, say: (line: string) => void): { close(): void } {
  const { mount, db, config, secret, every } = context
  const isMailbox = config.smtpUrl === undefined
  const transport = config.smtpUrl === undefined ? openMailbox(say) : openSmtp(config.smtpUrl, config.mailFrom)

  mount(mailCalls.mailbox, async ({ query }) => {
    if (!isMailbox || config.mode !== 'demo') throw new AppError(mailErrors.noMailbox)
    return await listMailbox(db, secret, query.to)
  })
  mount(mailCalls.log, ({ query }) => listMails(db, query.status))

  const outbox = createOutbox({ ...context, transport, keepBody: isMailbox })
  every(outboxRules.pollMilliseconds, 'mail', outbox.round)
  return transport
}
