import * as z from 'zod/mini'
import { clientReads } from '../core/notice.ts'
import { call, type Right } from '../platform/call.ts'
import { id, keysOf, moment } from '../platform/field.ts'
import { mailStatus } from '../core/mail.ts'

/** timeline: what happened to one client, from the audit log, and the mails they were sent. */

export const timelineRules = { pageRows: 20 } as const

type TimelineKind = {
  readonly name: string
  readonly right: Right
  /** Beginnings of the actions in the audit log. */
  readonly actions: readonly string[]
}

/** The rights are those of the calls that show the same; what no kind names requires the right to read the audit log. */
export const timelineKinds = {
  money: {
    name: 'Deposits, withdrawals and adjustments',
    right: 'client.read',
    actions: ['wallet.', 'settlement.', 'ledger.'],
  },
  kyc: {
    name: 'Documents',
    right: 'client.read',
    actions: ['kyc.upload', 'kyc.accept', 'kyc.refuse', 'kyc.reopen', 'kyc.revoke', 'kyc.identity'],
  },
  charge: { name: 'Charges', right: 'client.read', actions: ['charge.'] },
  loan: { name: 'Loans', right: 'client.read', actions: ['loan.'] },
  trade: { name: 'Trades', right: 'client.read', actions: ['trade.'] },
  setting: { name: 'Settings', right: 'client.read', actions: ['setting.', 'bank.', 'profile.', 'closure.'] },
  note: { name: 'Notes', right: 'client.read', actions: ['note.'] },
  message: { name: 'Messages and replies', right: 'client.read', actions: ['message.', 'reply.send'] },
  complaint: { name: 'Complaints', right: 'complaint.handle', actions: ['complaint.'] },
  mail: { name: 'E-mails', right: 'client.read', actions: [] },
  security: {
    name: 'Login and security',
    right: 'audit.read',
    actions: ['auth.', 'session.', 'client.', 'contact.', 'request.'],
  },
  other: { name: 'Other', right: 'audit.read', actions: [] },
} as const satisfies Record<string, TimelineKind>
export type TimelineKindName = keyof typeof timelineKinds
export const timelineKindNames = keysOf(timelineKinds)

/** The subject of a row, if it has a page of its own. */
const caseTypes = [
  'wallet',
  'kyc',
  'loan',
  'charge',
  'trade',
  'reversal',
  'setting',
  'complaint',
  'adjustment',
  'proposal',
  'line',
] as const
const caseOfRow = z.object({ type: z.enum(caseTypes), id: z.string() })
export type TimelineCase = z.infer<typeof caseOfRow>

const row = z.object({
  id: z.string(),
  at: moment,
  kind: z.enum(timelineKindNames),
  /** The action in the audit log; none for a mail. */
  action: z.optional(z.string()),
  by: z.optional(z.string()),
  /** For example `ADD100001`. */
  name: z.optional(z.string()),
  /** Rupees. */
  amount: z.optional(z.number()),
  /** A note, message or reply, a reason, or the subject of a mail. */
  text: z.optional(z.string()),
  about: z.optional(caseOfRow),
  mail: z.optional(z.object({ _id: id, status: mailStatus })),
  /** With the right to read the audit log. */
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  ip: z.optional(z.string()),
})
export type TimelineRow = z.infer<typeof row>

export const timelineCalls = {
  timeline: call('GET /desk/clients/:clientId/timeline', 'client.read', {
    does: 'What happened to a client, newest first, 20 at a time: what the operator may also read elsewhere. `before` is the `next` of the page before.',
    reads: clientReads,
    query: z.object({
      kind: z.optional(z.enum(timelineKindNames, { error: `Choose one of ${timelineKindNames.join(', ')}` })),
      before: z.optional(
        z.string().check(z.regex(/^\d{0,18}\.([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/, { error: 'Not a position' })),
      ),
    }),
    reply: z.object({ rows: z.array(row), next: z.optional(z.string()) }),
  }),
}
