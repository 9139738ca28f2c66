import { contentCalls } from '@sauda/contract/content'
import type { House } from '../house.ts'
import { add, edit, inOrder, publish, published, remove, takeBack } from './content.ts'
import { openShelf } from './shelf.ts'

export function contentRoutes(house: House) {
  const { mount } = house
  const shelf = openShelf(house)

  mount(contentCalls.testimonials, async () => ({ testimonials: [...(await published(shelf))] }))
  mount(contentCalls.deskTestimonials, async () => ({ testimonials: [...(await inOrder(shelf))] }))
  mount(contentCalls.addTestimonial, ({ body, operator, ip }) => add({ house, shelf, operator, ip }, body))
  mount(contentCalls.editTestimonial, ({ params, body, operator, ip }) =>
    edit({ house, shelf, operator, ip }, params.testimonialId, body),
  )
  mount(contentCalls.publishTestimonial, ({ params, body, operator, ip }) =>
    publish({ house, shelf, operator, ip }, params.testimonialId, body.seen),
  )
  mount(contentCalls.takeBackTestimonial, ({ params, operator, ip }) =>
    takeBack({ house, shelf, operator, ip }, params.testimonialId),
  )
  mount(contentCalls.removeTestimonial, async ({ params, operator, ip }) => {
    await remove({ house, shelf, operator, ip }, params.testimonialId)
    return { message: 'Review removed' }
  })
}
