import { mailCalls } from '@sauda/contract/core/mail'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { clientMail, deleteOldMails, listMails, listMailbox, type MailLogo, requireContent } from './mail.ts'
import { createMailHtml } from './mail.html.ts'
import { createOutbox, outboxRules } from './outbox.ts'
import { openMailbox, openSmtp } from './smtp.ts'

type Options = { readonly logo: MailLogo; readonly say: (line: string) => void }

const hourMilliseconds = 3_600_000

export function mailRoutes(context: AppContext, { logo, say }: Options) {
  const { mount, db, config, secret, every } = context
  const isMailbox = config.smtpUrl === undefined
  const transport = config.smtpUrl === undefined ? openMailbox(say) : openSmtp(config.smtpUrl, config.mailFrom)

  const html = createMailHtml(config, logo)
  const requireMailbox = () => {
    if (!isMailbox || config.mode !== 'demo') throw new AppError(commonErrors.notFound)
  }

  mount(mailCalls.mailbox, async ({ query }) => {
    requireMailbox()
    return await listMailbox(db, secret, query.to)
  })
  mount(mailCalls.mailboxPage, async ({ params }) => {
    requireMailbox()
    return html.toPreview(await requireContent(db, secret, params.id, { withSecrets: true }))
  })
  mount(mailCalls.log, ({ query }) => listMails(db.historyReader(), query.status))
  mount(mailCalls.page, async ({ params }) =>
    html.toPreview(await requireContent(db, secret, params.id, { withSecrets: false })),
  )

  mount(mailCalls.ofClient, ({ params: { clientId, mailId } }) => clientMail(db, secret, { id: mailId, clientId }))

  const outbox = createOutbox({ ...context, transport, html: isMailbox ? undefined : html, keepSecrets: isMailbox })
  every(outboxRules.pollMilliseconds, 'mails with codes', outbox.urgentRound)
  every(outboxRules.pollMilliseconds, 'mails', outbox.bulkRound)
  every(hourMilliseconds, 'old mails', async () => {
    await outbox.emptyOld()
    await deleteOldMails(db, config.mailDays)
  })
  return { settled: outbox.settled, close: () => transport.close(), isReachable: outbox.isReachable }
}
