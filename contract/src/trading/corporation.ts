import * as z from 'zod/mini'
import { commonErrors, conflict, invalid } from '../platform/error.ts'
import { call } from '../platform/call.ts'
import { day, keysOf, messageReply, secondFields } from '../platform/field.ts'
import type { Exchange } from './market.ts'

/** corporation: at which clearing corporation the trades of each exchange are cleared. */

export const corporationNames = { NCL: 'NCL', ICCL: 'ICCL' } as const
export type Corporation = keyof typeof corporationNames

/** An exchange’s own clearing corporation. Settlements and files are named by that exchange, whichever exchanges clear there. */
export const corporationOf = { NSE: 'NCL', BSE: 'ICCL' } as const satisfies Record<Exchange, Corporation>

const corporation = z.enum(keysOf(corporationNames), { error: 'Choose NCL or ICCL' })
const choice = z.object({ from: day('Enter the first trade day as YYYY-MM-DD'), NSE: corporation, BSE: corporation })
export type ClearingChoice = z.infer<typeof choice>

export const corporationErrors = {
  crossed: invalid('Let each exchange clear at its own clearing corporation, or both at the same one'),
  unchanged: conflict('The exchanges clear there from that day already'),
} as const

export const corporationCalls = {
  list: call('GET /desk/clearing-corporations', 'settlement.manage', {
    does: 'At which clearing corporation the trades of each exchange are cleared, by their first trade day, the newest first. Before the first one each exchange clears at its own.',
    reads: ['trade'],
    reply: z.object({ choices: z.array(choice) }),
  }),
  set: call('POST /desk/clearing-corporations', 'settlement.manage', {
    does: 'Names the clearing corporation of each exchange from a trade day on. Days with settlements are never changed. A second operator must approve it.',
    body: choice,
    reply: z.extend(messageReply, secondFields),
    errors: [corporationErrors.crossed, corporationErrors.unchanged, commonErrors.ownAccount],
  }),
}
