import * as z from 'zod/mini'
import { call } from './call.ts'

/** notice: tells a browser which of its things changed, by name only; the browser asks again for the thing itself. */

export const topics = ['profile', 'kyc', 'bank', 'session', 'queue', 'client', 'mail', 'operator'] as const
export type Topic = (typeof topics)[number]

export const noticeRules = {
  /** How often each server process looks for new notices. */
  pollMilliseconds: 400,
  /** A comment line that keeps proxies from closing a silent stream. */
  heartbeatSeconds: 20,
  /** A browser whose stream is down asks again this often. */
  fallbackSeconds: 10,
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
  }),
  desk: call({
    method: 'GET',
    path: '/desk/events',
    who: 'operator',
    does: 'Server-sent events: what changed at the desk.',
    reply: 'events',
  }),
}
