import { contentCalls } from '@sauda/contract/broker/content'
import type { AppContext } from '../../app-context.ts'
import {
  addTestimonial,
  editTestimonial,
  listTestimonials,
  published,
  publishTestimonial,
  removeTestimonial,
  unpublishTestimonial,
} from './content.ts'
import { previewRoutes, type RenderPreview } from './content.preview.ts'
import { openTestimonialFile } from './testimonial-file.ts'

export function contentRoutes(context: AppContext, preview: RenderPreview) {
  const { mount } = context
  const desk = { ...context, file: openTestimonialFile(context) }

  previewRoutes(context, preview)
  mount(contentCalls.testimonials, async () => ({ testimonials: [...(await published(desk.file))] }))
  mount(contentCalls.deskTestimonials, async () => ({ testimonials: [...(await listTestimonials(desk.file))] }))
  mount(contentCalls.addTestimonial, (given) => addTestimonial(desk, given))
  mount(contentCalls.editTestimonial, (given) => editTestimonial(desk, given))
  mount(contentCalls.publishTestimonial, (given) => publishTestimonial(desk, given))
  mount(contentCalls.unpublishTestimonial, (given) => unpublishTestimonial(desk, given))
  mount(contentCalls.removeTestimonial, async (given) => {
    await removeTestimonial(desk, given)
    return { message: 'Review removed' }
  })
}
