import * as z from 'zod/mini'
import { call } from '../platform/call.ts'
import { forClients } from '../platform/client-text.ts'
import { publicPageNames } from './page-content.ts'
import { id, line, moment, optionalLine, plainText, messageReply } from '../platform/field.ts'
import { withoutInvisible } from '../platform/typed-text.ts'
import { conflict } from '../platform/error.ts'

/**
 * content: client reviews on the start page, only as the client wrote them (settled, section 2), and a preview of the broker's own
 * content (page-content.ts).
 */

export const contentRules = {
  testimonials: 60,
  nameLength: 80,
  aboutLength: 80,
  wordsLength: 600,
  consentLength: 300,
} as const

/** Drafts are visible at the desk only. Editing returns a published testimonial to draft, so that the text is reviewed. */
const testimonialStatus = z.enum(['draft', 'published'])

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
  name: forClients(line('Enter the name to be shown', contentRules.nameLength)),
  about: z._default(forClients(optionalLine(contentRules.aboutLength)), ''),
  words: forClients(paragraph),
  consent: line('Say how and when the client agreed to this', contentRules.consentLength),
})

export const contentErrors = {
  duplicate: conflict('This review is already there'),
  full: conflict(`There are ${contentRules.testimonials} reviews. Remove one before you add another.`),
  changed: conflict('Somebody changed this review after you opened it. Please look again.'),
} as const

const r = contentErrors

/** `changedAt` of the version shown: rejects publishing or overwriting a newer one. */
const seen = { seen: moment }

export const contentCalls = {
  pages: call('GET /desk/content', 'content.edit', {
    does: 'The public pages as the files of CONTENT_DIR would make them now, with every fault in the files.',
    reads: ['content'],
    reply: z.object({
      /** False: CONTENT_DIR is not set, and the pages show the default content. */
      hasFolder: z.boolean(),
      /** Whether the files differ from what is public since the last start. */
      isChanged: z.boolean(),
      faults: z.array(z.object({ file: z.string(), line: z.optional(z.number()), message: z.string() })),
    }),
  }),
  preview: call('GET /desk/content/:page', 'content.edit', {
    does: 'A public page as it would look after a start now; a faulty file shows as far as it can be read.',
    words: { page: publicPageNames },
    reply: 'page',
  }),
  testimonials: call('GET /testimonials', 'anyone', {
    does: 'The published testimonials, newest first; empty until the broker has published one.',
    reply: z.object({ testimonials: z.array(publicTestimonial) }),
  }),
  deskTestimonials: call('GET /desk/testimonials', 'content.edit', {
    does: 'Every testimonial, including drafts, last changed first.',
    reads: ['content'],
    reply: z.object({ testimonials: z.array(testimonial) }),
  }),
  addTestimonial: call('POST /desk/testimonials', 'content.edit', {
    does: 'Stores a testimonial as a draft.',
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
  unpublishTestimonial: call('POST /desk/testimonials/:testimonialId/take-back', 'content.edit', {
    does: 'Removes a testimonial from the start page; it becomes a draft.',
    reply: testimonial,
  }),
  removeTestimonial: call('DELETE /desk/testimonials/:testimonialId', 'content.edit', {
    does: 'Deletes a testimonial, for example when its client withdraws consent.',
    reply: messageReply,
  }),
}
