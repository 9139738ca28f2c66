import { queueKinds, queueRules, type QueueKind } from '@sauda/contract/core/queue'
import * as z from 'zod/mini'

export type TargetHours = Readonly<Record<QueueKind, number>>

const error = `must be kinds with whole hours, such as kyc=24,deposit=4; the kinds are ${queueKinds.join(', ')}`
const isTarget = (part: string) =>
  /^(\w+)=[1-9]\d{0,3}$/.test(part) && queueKinds.some((kind) => part.startsWith(`${kind}=`))

export const queueVariables = {
  TARGET_HOURS: z._default(
    z
      .string()
      .check(z.refine((text) => text === '' || text.split(',').every((part) => isTarget(part.trim())), { error })),
    '',
  ),
}
const schema = z.object(queueVariables)

/** The time from the start of a case to its decision, for the queue and the report. */
export const queueSettings = ({ TARGET_HOURS: text }: z.infer<typeof schema>): { targetHours: TargetHours } => ({
  targetHours: {
    ...queueRules.targetHours,
    ...Object.fromEntries(
      text
        .split(',')
        .filter(Boolean)
        .map((part) => part.trim().split('='))
        .map(([kind = '', hours]) => [kind, Number(hours)]),
    ),
  },
})
