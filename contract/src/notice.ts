import * as z from 'zod/mini'
import { call } from './call.ts'
import { commonErrors } from './error.ts'

/** notice: names what changed; the browser then requests it again. */

export const topics = [
  'profile',
  'kyc',
  'bank',
  'session',
  'wallet',
  'loan',
  'charge',
  'trade',
  'market',
  'ledger',
  'setting',
  'content',
  'reconciliation',
  'queue',
  'proposal',
  'client',
  'mail',
  'operator',
] as const
export type Topic = (typeof topics)[number]

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
  streamsPerProcess: 5000,
  /** Bytes a browser may be behind before its stream is closed; it reconnects and requests everything again. */
  unreadBytes: 64 * 1024,
  /** By then every stream has sent the notice or was replaced. */
  retentionMinutes: 10,
} as const

/** The JSON in each event's data. */
export const notice = z.object({ topic: z.enum(topics), id: z.optional(z.string()) })
export type Notice = z.infer<typeof notice>

export const noticeCalls = {
  client: call('GET /user/events', 'client', {
    does: 'Server-sent events: the topics of the client that changed. The stream ends with the session.',
    reply: 'events',
    errors: [commonErrors.busy],
  }),
  desk: call('GET /desk/events', 'operator', {
    does: 'Server-sent events: the topics that changed at the desk.',
    reply: 'events',
    errors: [commonErrors.busy],
  }),
}
