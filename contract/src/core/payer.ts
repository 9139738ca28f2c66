import * as z from 'zod/mini'
import { id, keysOf, moment } from '../platform/field.ts'

/** payer: who may give the last approval of a withdrawal, alone or in a batch. */

/** Why the approval of an operator does not count for a payment, as the predicate of a sentence. */
export const obstacleTexts = {
  firstApproval: 'gave the first approval',
  credited: 'approved a deposit of this client in the last 24 hours',
  ownAccount: 'is this client, or has their PAN or bank account',
} as const

/** Operators whose last approval of this payment does not count. */
export const obstacles = z.array(
  z.object({
    operatorId: id,
    operator: z.string(),
    why: z.enum(keysOf(obstacleTexts)),
    /** From then on it counts. */
    until: z.optional(moment),
  }),
)
export type Obstacle = z.infer<typeof obstacles>[number]

/** Operators who may give the last approval, unless one of the payments prevents it. */
export const releasers = z.array(z.object({ operatorId: id, operator: z.string() }))
export type Releaser = z.infer<typeof releasers>[number]

/** Who may pay one pending withdrawal that is in no batch. */
export const payers = z.object({ releasers, obstacles })

type Payment = { readonly obstacles: readonly Obstacle[] }

/** The operators who may release all of these payments. */
export const releasersOf = (all: readonly Releaser[], payments: readonly Payment[]): Releaser[] => {
  const prevented = new Set(payments.flatMap(({ obstacles: each }) => each.map(({ operatorId }) => operatorId)))
  return all.filter(({ operatorId }) => !prevented.has(operatorId))
}

/** While nobody may release these payments: when the first operator may; undefined if time alone changes nothing. */
export function releasableFrom(all: readonly Releaser[], payments: readonly Payment[]): string | undefined {
  const [first] = all
    .flatMap(({ operatorId }) => {
      const own = payments.flatMap((payment) => payment.obstacles.filter((each) => each.operatorId === operatorId))
      const ends = own.flatMap(({ until }) => until ?? []).toSorted()
      return ends.length < own.length ? [] : (ends.at(-1) ?? [])
    })
    .toSorted()
  return first
}
