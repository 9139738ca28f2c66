import * as z from 'zod/mini'
import { call } from './call.ts'
import { moment, optionalLine } from './field.ts'

/** audit: who did what to whom, append-only and sealed in a chain of hashes. */

const auditRow = z.object({
  /** Position in the log; a decimal number as text. */
  id: z.string(),
  at: moment,
  actorKind: z.enum(['client', 'operator', 'visitor', 'system']),
  actorId: z.optional(z.string()),
  actorName: z.optional(z.string()),
  /** `room.verb`, such as `kyc.accept`. */
  action: z.string(),
  subjectId: z.optional(z.string()),
  /** The client's or operator's name, where it is about one. */
  subjectName: z.optional(z.string()),
  /** Of a client. */
  subjectSaudaId: z.optional(z.string()),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  ip: z.optional(z.string()),
})

export const auditRules = {
  pageRows: 100,
  /** How long a row waits at most for its seal, unless a transaction before it is still under way. */
  sealMilliseconds: 2000,
} as const

export const auditCalls = {
  list: call({
    method: 'GET',
    path: '/desk/audit',
    who: 'audit.read',
    does: 'Audit rows, newest first, 100 at a time; `before` is the id of the last row already read.',
    query: z.object({
      /** As the rows hold it, or a client ID (SD100001), or a client's or operator's e-mail address. */
      subjectId: z.optional(optionalLine(100)),
      action: z.optional(optionalLine(100)),
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: 'Not a position in the audit log' }))),
    }),
    reply: z.object({ rows: z.array(auditRow) }),
  }),
  verify: call({
    method: 'GET',
    path: '/desk/audit/verify',
    who: 'audit.read',
    does: 'Recomputes the chain and names the first row that does not fit.',
    reply: z.object({
      ok: z.boolean(),
      /** Rows that fit, from the first on. */
      rows: z.number(),
      brokenAt: z.optional(z.string()),
      /** What is wrong with the row `brokenAt`, as a sentence. */
      fault: z.optional(z.string()),
    }),
  }),
}
