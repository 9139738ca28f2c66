import * as z from 'zod/mini'
import { call } from './call.ts'

/** health: whether the server can do its work, what it is called, and what it offers. */

export const mode = z.enum(['demo', 'live'])

export const healthRules = {
  /** A database that does not answer by then counts as failing. */
  databaseMilliseconds: 1000,
} as const

export const healthCalls = {
  health: call({
    method: 'GET',
    path: '/health',
    who: 'anyone',
    does: 'Says whether the server and its database answer (503 when not).',
    reply: z.object({
      status: z.enum(['ok', 'failing']),
      database: z.enum(['ok', 'failing']),
      /** What the last check of the ledger found; unchecked until the first is done. */
      books: z.enum(['balanced', 'unbalanced', 'unchecked']),
      mode,
      version: z.string(),
    }),
    alsoStatus: [503],
  }),
  brand: call({
    method: 'GET',
    path: '/brand',
    who: 'anyone',
    does: 'What the screens call the product, and which optional parts are on.',
    reply: z.object({
      name: z.string(),
      mode,
      supportEmail: z.string(),
      /** Empty: the Download App link is hidden. */
      appDownloadUrl: z.string(),
      /** True where mail stays in the desk's mailbox page. */
      mailbox: z.boolean(),
    }),
  }),
  openapi: call({
    method: 'GET',
    path: '/openapi.json',
    who: 'anyone',
    does: 'OpenAPI 3.1 of every call.',
    reply: z.record(z.string(), z.unknown()),
  }),
}
