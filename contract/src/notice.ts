import * as z from 'zod/mini'
import { call } from './call.ts'
import { commonErrors } from './error.ts'

/** notice: tells a browser which of its things changed, by name only; the browser asks again for the thing itself. */

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
  'client',
  'mail',
  'operator',
] as const
export type Topic = (typeof topics)[number]

export const noticeRules = {
  /** How often each server process looks for new notices. */
  pollMilliseconds: 400,
  /** A comment line that keeps proxies from closing a silent stream. */
  heartbeatSeconds: 20,
  /** A browser whose stream is down asks again this often. */
  fallbackSeconds: 10,
  /** A stream ends at most this long after its session. */
  sessionCheckSeconds: 15,
  /** One more closes the oldest of the session. */
  streamsPerSession: 10,
  streamsPerProcess: 5000,
  /** Bytes a browser may be behind before its stream is dropped; it connects again and asks for the things anew. */
  unreadBytes: 64 * 1024,
  /** Notices are deleted after this long: every stream has seen them or has been replaced. */
  keepMinutes: 10,
} as const

/** The JSON in each event's data. */
export const notice = z.object({ topic: z.enum(topics), id: z.optional(z.string()) })
export type Notice = z.infer<typeof notice>

export const noticeCalls = {
  client: call({
    method: 'GET',
    path: '/user/events',
    who: 'client',
    does: 'Server-sent events: which of the client’s things changed. The stream ends with the session.',
    reply: 'events',
    errors: [commonErrors.busy],
  }),
  desk: call({
    method: 'GET',
    path: '/desk/events',
    who: 'operator',
    does: 'Server-sent events: what changed at the desk.',
    reply: 'events',
    errors: [commonErrors.busy],
  }),
}
