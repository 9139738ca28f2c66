import * as z from 'zod/mini'
import { id } from '../platform/field.ts'
import { conflict } from '../platform/error.ts'

/** The review of a proposal, computed from the stored payload and the present data. */

/** `to`: the page of what is named; `warns`: to be checked before the approval. */
const shown = z.object({ text: z.string(), to: z.optional(z.string()), warns: z.optional(z.literal(true)) })
export type Shown = z.infer<typeof shown>
const fact = z.object({ label: z.string(), value: shown })
export type Fact = z.infer<typeof fact>

const shownField = z.object({
  /** Heading of fields that belong together, such as `Offer`. */
  part: z.optional(z.string()),
  label: z.string(),
  before: z.optional(shown),
  after: z.optional(shown),
})
export type ShownField = z.infer<typeof shownField>

/** The change of one account, in rupees; negative: less. */
const effect = z.object({ account: shown, amount: z.number() })
export type Effect = z.infer<typeof effect>

const row = z.array(shown)
export const evidence = z.discriminatedUnion('type', [
  z.object({ type: z.literal('facts'), id: z.string(), title: z.string(), facts: z.array(fact) }),
  z.object({
    type: z.literal('table'),
    id: z.string(),
    title: z.string(),
    columns: z.array(z.string()),
    /** The first rows, and after `skipped` others the last ones. */
    rows: z.array(row),
    skipped: z.number(),
    last: z.array(row),
  }),
  z.object({ type: z.literal('photo'), id, title: z.string() }),
])
export type Evidence = z.infer<typeof evidence>

/** Errors of an approval bound to what the operator reviewed. */
export const reviewErrors = {
  changed: conflict('The request or its evidence changed after you opened it. Check it again before you approve it.'),
} as const

export const proposalReview = {
  version: z.string(),
  fields: z.array(shownField),
  effects: z.array(effect),
  evidence: z.array(evidence),
  /** Why it cannot be carried out at the moment. */
  obstacle: z.optional(z.string()),
}
