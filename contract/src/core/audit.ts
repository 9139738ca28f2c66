import * as z from 'zod/mini'
import { tooManyExports } from './export.ts'
import { call } from '../platform/call.ts'
import { day, moment, optionalLine } from '../platform/field.ts'

/** audit: who did what to whom, append-only and sealed in a chain of hashes. */

const auditRow = z.object({
  id: z.string(),
  at: moment,
  actorKind: z.enum(['client', 'operator', 'visitor', 'system']),
  actorId: z.optional(z.string()),
  actorName: z.optional(z.string()),
  action: z.string(),
  subjectId: z.optional(z.string()),
  subjectName: z.optional(z.string()),
  subjectSaudaId: z.optional(z.string()),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  ip: z.optional(z.string()),
})

export const auditRules = {
  pageRows: 100,
  fileRows: 100_000,
  sealMilliseconds: 2000,
  headMilliseconds: 60_000,
  /** Longer unsealed, a row is reported. */
  lagSeconds: 60,
  /** How often counted rejections are written to the database: a killed server loses at most these. */
  refusalMilliseconds: 5000,
  /** An operator who opens the same document again within this time adds no row. */
  viewMinutes: 5,
} as const

const filter = {
  /** Each is a client ID, an e-mail address, or an id as stored. */
  subjectId: z.optional(optionalLine(100)),
  actorId: z.optional(optionalLine(100)),
  action: z.optional(optionalLine(100)),
  /** Days in India, both included. */
  from: z.optional(day('Enter the first day')),
  to: z.optional(day('Enter the last day')),
}

/** `place`: host and path, or the bucket, without a password. `why`: the message of the system. */
export const headsUnread = (place: string, why: string) => ({
  status: 503,
  message: `The head log at ${place} cannot be read, so the audit log was not compared with it: ${why}`,
})

export const auditCalls = {
  list: call('GET /desk/audit', 'audit.read', {
    does: 'Audit rows, newest first, 100 at a time; `before` is the id of the last row already read.',
    reads: ['client', 'profile', 'bank', 'session', 'closure', 'operator'],
    query: z.object({
      ...filter,
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Not a position in the audit log' }))),
    }),
    reply: z.object({ rows: z.array(auditRow) }),
  }),
  file: call('GET /desk/audit/file', 'audit.read', {
    does: 'The newest 1,00,000 audit rows of a filter as CSV.',
    query: z.object(filter),
    reply: 'file',
    errors: [tooManyExports(20, '22 Nov 2026, 6:30 pm')],
  }),
  verify: call('GET /desk/audit/verify', 'audit.read', {
    does: 'Recomputes the hash chain, compares it with the heads outside the database, and returns the first row that does not match.',
    reply: z.object({
      ok: z.boolean(),
      rows: z.number(),
      heads: z.optional(z.number()),
      newest: z.optional(z.string()),
      /** Lines beside the heads that are not of this log. */
      others: z.optional(z.string()),
      brokenAt: z.optional(z.string()),
      fault: z.optional(z.string()),
    }),
    errors: [headsUnread('audit:/mnt/audit/head.log', 'ENOENT')],
  }),
}
