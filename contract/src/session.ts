import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, moment, said } from './field.ts'

/** session: who is logged in where, for how long, and how to end it. */

export const sessionWords = z.object({
  _id: id,
  createdAt: moment,
  lastSeenAt: moment,
  /** Network address of the last call. */
  ip: z.string(),
  /** Browser and system in words, such as "Chrome on Android". */
  device: z.string(),
  /** True for the session that asked. */
  current: z.boolean(),
})

export const sessionRules = {
  client: { idleMinutes: 30, absoluteHours: 12 },
  operator: { idleMinutes: 15, absoluteHours: 8 },
  /** Random bits of a token; the database holds only its SHA-256. */
  tokenBits: 256,
} as const

export const sessionCalls = {
  list: call({
    method: 'GET',
    path: '/user/sessions',
    who: 'client',
    does: 'Lists where the client is logged in, newest first.',
    reply: z.array(sessionWords),
  }),
  end: call({
    method: 'DELETE',
    path: '/user/sessions/:sessionId',
    who: 'client',
    does: 'Ends one session of the client.',
    reply: said,
  }),
}
