import * as z from 'zod/mini'
import { queueKinds } from '../core/queue.ts'
import { call } from '../platform/call.ts'
import { id, moment } from '../platform/field.ts'

/** set-up: the first day of an installation, and who can approve what and from when. */

/** The order in which a new installation is set up, so that the first client is credited and paid on the first day. */
export const setUpSteps = [
  'backup',
  'cashier',
  'bankAccount',
  'clients',
  'opening',
  'statement',
  'deposit',
  'withdrawal',
  'administrator',
] as const

export const setUpCalls = {
  read: call('GET /desk/set-up', 'operator', {
    does: 'The steps of the set-up in their order and which are done, and what each operator may approve and from when.',
    reads: ['operator', 'proposal', 'queue', 'broker-bank', 'client', 'wallet', 'reconciliation'],
    reply: z.object({
      /** Waiting periods do not apply yet. */
      setUpPhase: z.boolean(),
      steps: z.array(z.object({ step: z.enum(setUpSteps), isDone: z.boolean() })),
      people: z.array(
        z.object({
          _id: id,
          name: z.string(),
          role: z.string(),
          /** Has not logged in yet. */
          isInvited: z.boolean(),
          approves: z.array(z.enum(queueKinds)),
          /** The end of the waiting period for a new login or role, which applies after the set-up phase. */
          waitsUntil: z.optional(moment),
        }),
      ),
    }),
  }),
}
