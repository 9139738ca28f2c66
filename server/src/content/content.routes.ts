import { contentCalls } from '@sauda/contract/content'
import type { ContentContext, RouteContext } from '../app-context.ts'
import { add, edit, listTestimonials, publish, published, remove, unpublish } from './content.ts'
import { openTestimonialFile } from './testimonial-file.ts'

export function contentRoutes(context: RouteContext & ContentContext) {
  const { mount } = context
  const file = openTestimonialFile(context)

  mount(contentCalls.testimonials, async () => ({ testimonials: [...(await published(file))] }))
  mount(contentCalls.deskTestimonials, async () => ({ testimonials: [...(await listTestimonials(file))] }))
  mount(contentCalls.addTestimonial, ({ body, operator, ip }) => add({ context, file, operator, ip }, body))
  mount(contentCalls.editTestimonial, ({ params, body, operator, ip }) =>
    edit({ context, file, operator, ip }, params.testimonialId, body),
  )
  mount(contentCalls.publishTestimonial, ({ params, body, operator, ip }) =>
    publish({ context, file, operator, ip }, params.testimonialId, body.seen),
  )
  mount(contentCalls.unpublishTestimonial, ({ params, operator, ip }) =>
    unpublish({ context, file, operator, ip }, params.testimonialId),
  )
  mount(contentCalls.removeTestimonial, async ({ params, operator, ip }) => {
    await remove({ context, file, operator, ip }, params.testimonialId)
    return { message: 'Review removed' }
  })
}
