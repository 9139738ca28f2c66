import * as z from 'zod/mini'
import { clientReads } from '../core/notice.ts'
import { call } from '../platform/call.ts'
import { freeText, id, moment } from '../platform/field.ts'
import { conflict } from '../platform/error.ts'

/** note: what operators write down about a client, and warnings shown with each of the client's cases. Never changed. */

export const noteRules = {
  textLength: 1000,
  /** Warnings of one client that have not been ended. */
  warnings: 10,
} as const

const warning = z.object({ _id: id, text: z.string(), by: z.string(), at: moment })
export type ClientWarning = z.infer<typeof warning>

export const noteErrors = {
  ended: conflict('This warning was already removed'),
  full: conflict(`A client can have at most ${noteRules.warnings} warnings. Remove one before you add another.`),
} as const

export const noteCalls = {
  warnings: call('GET /desk/clients/:clientId/warnings', 'client.read', {
    does: 'The pinned warnings about a client, newest first, and whether the client is the operator who asks.',
    reads: clientReads,
    reply: z.object({
      warnings: z.array(warning),
      /** The client is the operator who asks, or has their PAN or bank account; another operator requests and decides. */
      ownAccount: z.optional(z.literal(true)),
    }),
  }),
  add: call('POST /desk/clients/:clientId/notes', 'client.write', {
    does: 'Adds a note about a client, or a warning that is pinned to the client and their cases. It cannot be changed or deleted.',
    body: z.object({ text: freeText('Please enter a note', noteRules.textLength), isWarning: z.boolean() }),
    reply: z.object({ _id: id }),
    errors: [noteErrors.full],
  }),
  end: call('POST /desk/clients/:clientId/notes/:noteId/end', 'client.write', {
    does: 'Ends a pinned warning, with a reason; both stay in the timeline.',
    body: z.object({ text: freeText('Please give a reason', noteRules.textLength) }),
    reply: z.object({ _id: id }),
    errors: [noteErrors.ended],
  }),
}
