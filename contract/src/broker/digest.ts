import * as z from 'zod/mini'
import { queueReads } from '../core/notice.ts'
import { call } from '../platform/call.ts'

/** digest: the figures that an operator's rights show, on the first page of the desk and, if the operator wants it, in a daily mail. */

const digest = z.object({
  on: z.boolean(),
  /** The time of the day in India, such as `07:00`. */
  at: z.string(),
})

const figures = z.object({
  title: z.string(),
  /** The page with the next step, below `/desk`; the page of each row too. */
  path: z.string(),
  rows: z.array(
    z.object({
      label: z.string(),
      value: z.string(),
      /** How many the row counts, with what `value` says beside it; 0 if there are none. */
      count: z.optional(z.number()),
      note: z.optional(z.string()),
      /** Percent of the target time that the oldest one has used. */
      used: z.optional(z.number()),
      path: z.optional(z.string()),
      isLate: z.optional(z.literal(true)),
      /** An operator has something to do. */
      isOpen: z.optional(z.literal(true)),
    }),
  ),
})
export type Figures = z.infer<typeof figures>

export const digestRules = {
  /** Complaints that must be resolved within so many days are in it. */
  complaintDays: 7,
} as const

export const digestCalls = {
  read: call('GET /desk/digest', 'operator', {
    does: 'Whether the operator gets the daily digest by e-mail, and the time at which it is sent.',
    reads: ['operator', 'proposal'],
    reply: digest,
  }),
  today: call('GET /desk/today', 'operator', {
    does: 'What the operator’s rights show of today: money in and out, what is pending and late, data requests, trade days to book, contract notes to issue, the files of the latest trading day, and the days not signed off, each with the page of its next step.',
    reads: [...queueReads, 'reconciliation', 'broker-bank', 'complaint', 'privacy', 'market', 'trade', 'mail'],
    reply: z.object({ day: z.iso.date(), figures: z.array(figures) }),
  }),
  save: call('PUT /desk/digest', 'operator', {
    does: 'Switches the operator’s own daily digest on or off.',
    body: z.object({ on: z.boolean({ error: 'Choose on or off' }) }),
    reply: digest,
  }),
}
