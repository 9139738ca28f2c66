import * as z from 'zod/mini'
import { call, topics, type Read } from '../platform/call.ts'
import { commonErrors } from '../platform/error.ts'
import { id, moment, rupeesOut } from '../platform/field.ts'

/**
 * notice: names what changed; the browser then requests it again. Also what needs the client's attention.
 */

/** What a client's wallet shows: loans and trades change its figures. */
export const walletReads = ['wallet', 'loan', 'trade'] as const

/** Whatever moves a client's money writes a line of the statement. */
export const ledgerReads = ['ledger', ...walletReads, 'charge'] as const

/** What a client's page and its parts read. */
export const clientReads = [
  'client/:clientId',
  'profile/:clientId',
  'bank/:clientId',
  'session/:clientId',
  'closure/:clientId',
  'kyc/:clientId',
  'wallet',
  'loan',
  'charge',
  'trade',
  'setting',
] as const

/** What a case reads besides its own topic: its claim, and warnings about its client. */
export const caseReads = (param: string, ...own: readonly Read[]): readonly Read[] => [
  ...own,
  `queue/:${param}`,
  'client',
  'profile',
  'bank',
]

export const queueReads = [
  'queue',
  'kyc',
  'wallet',
  'loan',
  'charge',
  'trade',
  'setting',
  'proposal',
  'ledger',
  'payout',
] as const

/** Payouts show warnings about their clients. */
export const payoutReads = ['payout', 'client', 'profile', 'bank', 'wallet'] as const

export const noticeRules = {
  /** How often each server process looks for new notices. */
  pollMilliseconds: 400,
  /** A comment line that stops proxies from closing a silent stream. */
  heartbeatSeconds: 20,
  /** How often a browser without a stream polls. */
  fallbackSeconds: 10,
  /** A stream ends at most this long after its session's time is over; a session that is ended notifies at once. */
  sessionCheckSeconds: 15,
  /** Opening one more closes the session's oldest. */
  streamsPerSession: 10,
  /** Streams in all sessions of a client or operator; opening one more closes the oldest. */
  streamsPerOwner: 20,
  streamsPerProcess: 5000,
  /** Bytes a browser may be behind before its stream is closed; it reconnects and requests everything again. */
  unreadBytes: 64 * 1024,
  /** A rejected request needs attention for this long, unless it is made again. */
  rejectedDays: 14,
  attentionRows: 20,
  notificationRows: 50,
  readRows: 20,
  /** A notification is kept this long, and of each client the newest this many. */
  notificationDays: 90,
  notificationsKept: 200,
  /** A page older than this requests everything again when its stream opens. */
  pageAgeMilliseconds: 30_000,
  /** By then every stream has sent the notice or was replaced. */
  retentionMinutes: 10,
} as const

/** The JSON in each event's data. */
export const notice = z.object({ topic: z.enum(topics), id: z.optional(z.string()) })
export type Notice = z.infer<typeof notice>

/** Whether a reply to a call that reads this is outdated by the notice. */
export const isOutdated = (
  { topic, id }: Notice,
  reads: readonly Read[],
  params: Readonly<Record<string, string>> = {},
) =>
  reads.some((read) => {
    const [name, param] = read.split('/:')
    return name === topic && (id === undefined || param === undefined || params[param] === id)
  })

/** The most urgent first. */
export const attentionKinds = [
  'document',
  'charge',
  'loan.offer',
  'rejected.withdrawal',
  'rejected.deposit',
  'rejected.loan',
  'rejected.setting',
  'deposit',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

const attentionItem = z.object({
  kind: z.enum(attentionKinds),
  /** Id of the request, loan or document; among charges, of the one due first. */
  id,
  /** The document or the setting. */
  detail: z.optional(z.string()),
  amount: z.optional(rupeesOut),
  /** Unpaid charges are one item. */
  count: z.number(),
  dueDate: z.optional(z.iso.date()),
  reason: z.optional(z.string()),
  since: moment,
})
export type AttentionItem = z.infer<typeof attentionItem>

const notification = z.object({
  _id: id,
  topic: z.enum(topics),
  /** The request, loan, charge or trade, if it has a screen of its own. */
  id: z.optional(id),
  text: z.string(),
  at: moment,
})
export type Notification = z.infer<typeof notification>

/** The subject of the mail about a trade day, which is the text of its notification too. */
export const tradesOfDay = {
  text: (day: string) => `Your trades of ${day}`,
  is: /^Your trades of \d{1,2} \w+ \d{4}$/,
} as const

/** Unread ones, newest first, and their number; then those read. */
const notifications = z.object({
  notifications: z.array(notification),
  total: z.number(),
  read: z.array(notification),
})

const eventQuery = z.object({
  age: z.optional(z.string().check(z.regex(/^\d{1,5}$/, { error: 'Send the age of the page in milliseconds' }))),
})

/**
 * The address of an event stream for a page that has existed for `age` milliseconds: the stream begins with what
 * changed since, because the page's first requests may have been answered before the change.
 */
export const eventsPath = (call: { path: string }, age: number): string =>
  age < noticeRules.pageAgeMilliseconds ? `${call.path}?age=${Math.ceil(age)}` : call.path

export const noticeCalls = {
  notifications: call('GET /user/notifications', 'client', {
    does: 'What happened and has not been read yet: the newest 50, and how many there are; and the newest 20 that were read.',
    reads: topics,
    reply: notifications,
  }),
  read: call('POST /user/notifications/read', 'client', {
    does: 'Marks notifications as read; from then on they are in `read`.',
    body: z.object({
      ids: z
        .array(id, { error: 'Send the ids of the notifications' })
        .check(z.maxLength(noticeRules.notificationRows, { error: 'Send at most 50 ids' })),
    }),
    reply: notifications,
  }),
  attention: call('GET /user/attention', 'client', {
    does: 'What the client should look at: documents to upload again, unpaid charges, a loan offer, rejected requests and deposits being matched.',
    reads: topics,
    reply: z.object({ items: z.array(attentionItem) }),
  }),
  client: call('GET /user/events', 'client', {
    does: 'Server-sent events: the topics of the client that changed. The stream ends with the session; a client has at most 20 streams, and opening one more ends the oldest. With `age` (milliseconds since the page was opened) it begins with what changed in that time.',
    query: eventQuery,
    reply: 'events',
    errors: [commonErrors.busy],
  }),
  desk: call('GET /desk/events', 'operator', {
    does: 'Server-sent events: the topics that changed at the desk. An operator has at most 20 streams, and opening one more ends the oldest. With `age` (milliseconds since the page was opened) it begins with what changed in that time.',
    query: eventQuery,
    reply: 'events',
    errors: [commonErrors.busy],
  }),
}
