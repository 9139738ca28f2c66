import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, line, moment, optionalLine, plainText, messageReply, withoutInvisible } from './field.ts'

/** content: client reviews on the start page, only as the client wrote them (settled, section 2). */

export const contentRules = {
  testimonials: 60,
  nameLength: 80,
  aboutLength: 80,
  wordsLength: 600,
  consentLength: 300,
} as const

/** Drafts are visible at the desk only. */
export const testimonialStatus = z.enum(['draft', 'published'])
export type TestimonialStatus = z.infer<typeof testimonialStatus>

/** Editing returns a testimonial to draft: every published text has been reviewed. */
export const testimonialTransitions = {
  draft: ['published'],
  published: ['draft'],
} as const satisfies Record<TestimonialStatus, readonly TestimonialStatus[]>

const publicTestimonial = z.object({
  _id: id,
  name: z.string(),
  /** For example "Client since 2023, Pune"; may be empty. */
  about: z.string(),
  words: z.string(),
})
export type PublicTestimonial = z.infer<typeof publicTestimonial>

export const testimonial = z.extend(publicTestimonial, {
  /** How and when the client agreed; for the desk only. */
  consent: z.string(),
  status: testimonialStatus,
  changedAt: moment,
  changedBy: z.string(),
})
export type Testimonial = z.infer<typeof testimonial>

/** Line breaks become spaces. */
const wordsNeeded = 'Enter what the client said'
const paragraph = z.string({ error: wordsNeeded }).check(
  z.overwrite((text) => withoutInvisible(text).replace(/\s+/g, ' ').trim()),
  z.minLength(1, { error: wordsNeeded, abort: true }),
  z.maxLength(contentRules.wordsLength, { error: `Please use at most ${contentRules.wordsLength} characters` }),
  plainText,
)

export const testimonialInput = z.object({
  name: line('Enter the name to be shown', contentRules.nameLength),
  about: z._default(optionalLine(contentRules.aboutLength), ''),
  words: paragraph,
  consent: line('Say how and when the client agreed to this', contentRules.consentLength),
})

export const contentErrors = {
  duplicate: { status: 409, message: 'This review is already there' },
  full: { status: 409, message: `There are ${contentRules.testimonials} reviews. Remove one before you add another.` },
  changed: { status: 409, message: 'Somebody changed this review after you opened it. Please look again.' },
} as const

const r = contentErrors

/** `changedAt` of the version shown: rejects publishing or overwriting a newer one. */
const seen = { seen: moment }

export const contentCalls = {
  testimonials: call('GET /testimonials', 'anyone', {
    does: 'The published testimonials, newest first; empty until the broker has published one.',
    reply: z.object({ testimonials: z.array(publicTestimonial) }),
  }),
  deskTestimonials: call('GET /desk/testimonials', 'content.edit', {
    does: 'Every testimonial, drafts too, the newest change first.',
    reply: z.object({ testimonials: z.array(testimonial) }),
  }),
  addTestimonial: call('POST /desk/testimonials', 'content.edit', {
    does: 'Keeps a testimonial as a draft.',
    body: testimonialInput,
    reply: testimonial,
    errors: [r.duplicate, r.full],
  }),
  editTestimonial: call('PUT /desk/testimonials/:testimonialId', 'content.edit', {
    does: 'Changes a testimonial; a published one becomes a draft again.',
    body: z.extend(testimonialInput, seen),
    reply: testimonial,
    errors: [r.duplicate, r.changed],
  }),
  publishTestimonial: call('POST /desk/testimonials/:testimonialId/publish', 'content.edit', {
    does: 'Shows a testimonial on the start page.',
    body: z.object(seen),
    reply: testimonial,
    errors: [r.changed],
  }),
  takeBackTestimonial: call('POST /desk/testimonials/:testimonialId/take-back', 'content.edit', {
    does: 'Takes a testimonial off the start page; it stays as a draft.',
    reply: testimonial,
  }),
  removeTestimonial: call('DELETE /desk/testimonials/:testimonialId', 'content.edit', {
    does: 'Removes a testimonial for good, as when its client no longer agrees.',
    reply: messageReply,
  }),
}
