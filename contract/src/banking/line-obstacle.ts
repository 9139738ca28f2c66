import * as z from 'zod/mini'

/** For an exact match that this operator cannot approve alone. */
export const lineObstacle = z.object({
  reasons: z.array(z.string()),
  /** The operators who may approve it instead. */
  approvers: z.optional(z.array(z.string())),
  /** An approval would be recorded as the first of two. */
  isFirst: z.optional(z.boolean()),
})
