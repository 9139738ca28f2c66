import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, moment, optionalLine } from './field.ts'

/** mail: what was sent to whom, and what is stuck. */

export const mailStatus = z.enum(['queued', 'sent', 'stuck'])

export const mailRules = {
  /** Seconds before each retry; after the last one the mail is shown as stuck. */
  retrySeconds: [5, 15, 60, 300, 900, 3600, 3600, 3600],
  /** Seconds between connection attempts while the mail server is unreachable. */
  awaySeconds: 5,
  mailboxRows: 50,
  logRows: 100,
} as const

const mailLine = z.object({
  _id: id,
  to: z.string(),
  subject: z.string(),
  status: mailStatus,
  attempts: z.number(),
  createdAt: moment,
  sentAt: z.optional(moment),
  lastError: z.optional(z.string()),
})

export const mailErrors = { noMailbox: { status: 404, message: 'Not found' } } as const

export const mailCalls = {
  mailbox: call('GET /desk/mailbox', 'anyone', {
    does: 'Demo without SMTP only: the newest 50 mails with their text, so that codes can be read. Elsewhere 404.',
    query: z.object({ to: z.optional(optionalLine(254)) }),
    reply: z.array(z.extend(mailLine, { text: z.string() })),
    errors: [mailErrors.noMailbox],
  }),
  log: call('GET /desk/mail', 'audit.read', {
    does: 'The delivery log: the newest 100 mails, without their text.',
    query: z.object({ status: z.optional(mailStatus) }),
    reply: z.array(mailLine),
  }),
}
