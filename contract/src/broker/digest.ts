import * as z from 'zod/mini'
import { call } from '../platform/call.ts'

/** digest: a daily mail to each operator who wants it, with the figures their rights show at the desk. */

const digest = z.object({
  on: z.boolean(),
  /** The time of the day in India, such as `07:00`. */
  at: z.string(),
})

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
  save: call('PUT /desk/digest', 'operator', {
    does: 'Switches the operator’s own daily digest on or off.',
    body: z.object({ on: z.boolean({ error: 'Choose on or off' }) }),
    reply: digest,
  }),
}
