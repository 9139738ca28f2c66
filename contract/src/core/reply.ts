import * as z from 'zod/mini'
import { id, moment, optionalText } from '../platform/field.ts'
import { imageErrorList } from '../platform/image.ts'
import { conflict, invalid } from '../platform/error.ts'

/** reply: what a client adds to a pending or rejected case, as text, as a photo of a document, or both. */

export const replyRules = {
  textLength: 500,
  /** Per client and case type; each may carry a photo. */
  limit: { most: 20, seconds: 86_400 },
  /** The newest of a case. */
  shown: 20,
} as const

export const replyTexts = {
  sent: 'Reply sent. We’ll review it and write to you.',
} as const

export const replyView = z.object({
  _id: id,
  /** Empty if only a photo was sent. */
  text: z.string(),
  hasProof: z.boolean(),
  createdAt: moment,
  /** Reason of the rejection it answers. */
  reason: z.optional(z.string()),
})
export type Reply = z.infer<typeof replyView>

/** Newest first. */
export const replyViews = z.array(replyView)

export const replyInput = z.object({ text: z._default(optionalText(replyRules.textLength), '') })
export const replyImages = { proof: 'optional' } as const

export const replyErrors = {
  empty: invalid('Write a reply or add a photo'),
  notOpen: conflict('This case no longer takes replies. Please send a new request, or write to support.'),
} as const

export const replyErrorList = [...imageErrorList, replyErrors.empty, replyErrors.notOpen]
