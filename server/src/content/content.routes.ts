import { contentCalls } from '@sauda/contract/content'
import type { ContentContext, RouteContext } from '../app-context.ts'
import { add, edit, inOrder, publish, published, remove, takeBack } from './content.ts'
import { openShelf } from './shelf.ts'

export function contentRoutes(context: RouteContext & ContentContext) {
  const { mount } = context
  const shelf = openShelf(context)

  mount(contentCalls.testimonials, async () => ({ testimonials: [...(await published(shelf))] }))
  mount(contentCalls.deskTestimonials, async () => ({ testimonials: [...(await inOrder(shelf))] }))
  mount(contentCalls.addTestimonial, ({ body, operator, ip }) => add({ context, shelf, operator, ip }, body))
  mount(contentCalls.editTestimonial, ({ params, body, operator, ip }) =>
    edit({ context, shelf, operator, ip }, params.testimonialId, body),
  )
  mount(contentCalls.publishTestimonial, ({ params, body, operator, ip }) =>
    publish({ context, shelf, operator, ip }, params.testimonialId, body.seen),
  )
  mount(contentCalls.takeBackTestimonial, ({ params, operator, ip }) =>
    takeBack({ context, shelf, operator, ip }, params.testimonialId),
  )
  mount(contentCalls.removeTestimonial, async ({ params, operator, ip }) => {
    await remove({ context, shelf, operator, ip }, params.testimonialId)
    return { message: 'Review removed' }
  })
}
