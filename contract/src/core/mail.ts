import * as z from 'zod/mini'
import { clientReads } from './notice.ts'
import { call } from '../platform/call.ts'
import { commonErrors } from '../platform/error.ts'
import { id, moment, optionalLine } from '../platform/field.ts'

/** mail: what was sent to whom, and what is stuck. */

export const mailStatus = z.enum(['queued', 'sent', 'stuck'])
export type MailStatus = z.infer<typeof mailStatus>

export const mailRules = {
  mailboxRows: 50,
  logRows: 100,
} as const

const mailLine = z.object({
  _id: id,
  to: z.string(),
  /** In the log, of a mail to a client. */
  clientName: z.optional(z.string()),
  subject: z.string(),
  status: mailStatus,
  attempts: z.number(),
  createdAt: moment,
  sentAt: z.optional(moment),
  lastError: z.optional(z.string()),
  /** Its HTML can be shown. */
  hasPreview: z.boolean(),
})

export const mailCalls = {
  mailbox: call('GET /desk/mailbox', 'anyone', {
    does: 'Demo without SMTP only: the newest 50 mails with their text, so that codes can be read. Elsewhere 404.',
    reads: [],
    query: z.object({ to: z.optional(optionalLine(254)) }),
    reply: z.array(z.extend(mailLine, { text: z.string(), code: z.optional(z.string()) })),
    errors: [commonErrors.notFound],
  }),
  mailboxPage: call('GET /desk/mailbox/:id', 'anyone', {
    does: 'Demo without SMTP only: the HTML of one mail, for a frame. Elsewhere 404.',
    reply: 'page',
    errors: [commonErrors.notFound],
  }),
  log: call('GET /desk/mail', 'audit.read', {
    does: 'The delivery log: the newest 100 mails, without their text.',
    reads: ['mail'],
    query: z.object({ status: z.optional(mailStatus) }),
    reply: z.array(mailLine),
  }),
  ofClient: call('GET /desk/clients/:clientId/mails/:mailId', 'client.read', {
    does: 'A mail that was sent to a client, with its text of the last 30 days. Codes and links to log in are left out.',
    reads: clientReads,
    reply: z.object({
      to: z.string(),
      subject: z.string(),
      status: mailStatus,
      createdAt: moment,
      sentAt: z.optional(moment),
      /** Absent once the mail is emptied. */
      text: z.optional(z.string()),
      /** The name of the PDF sent with it. */
      attachment: z.optional(z.string()),
      /** A code or a link was left out. */
      isMasked: z.boolean(),
    }),
    errors: [commonErrors.notFound],
  }),
  page: call('GET /desk/mail/:id', 'audit.read', {
    does: 'The HTML of one mail of the last 30 days, for a frame. 404 for a mail that contains a code or a link to log in.',
    reply: 'page',
    errors: [commonErrors.notFound],
  }),
}
