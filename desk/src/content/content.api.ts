import type { CallInput } from '@sauda/contract/call'
import { contentCalls, type Testimonial } from '@sauda/contract/content'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, invalidate } from '../shell/api.ts'

export type TestimonialInput = CallInput<typeof contentCalls.addTestimonial>['body']

const key = ['content'] as const
const onSettled = () => invalidate(key)

export const useTestimonials = () => useQuery(callQuery(key, contentCalls.deskTestimonials, {}))

export const useSaveTestimonial = (testimonial: Testimonial | undefined) =>
  useMutation({
    mutationFn: (body: TestimonialInput) =>
      testimonial
        ? callApi(contentCalls.editTestimonial, {
            params: { testimonialId: testimonial._id },
            body: { ...body, seen: testimonial.changedAt },
          })
        : callApi(contentCalls.addTestimonial, { body }),
    onSettled,
  })

export interface TestimonialAction {
  what: 'publish' | 'unpublish' | 'remove'
  testimonial: Testimonial
}

export const useTestimonialAction = () =>
  useMutation({
    mutationFn: async ({ what, testimonial: { _id, changedAt } }: TestimonialAction): Promise<unknown> => {
      const params = { testimonialId: _id }
      if (what === 'unpublish') return callApi(contentCalls.unpublishTestimonial, { params })
      if (what === 'remove') return callApi(contentCalls.removeTestimonial, { params })
      // Publishes exactly the version shown.
      return callApi(contentCalls.publishTestimonial, { params, body: { seen: changedAt } })
    },
    onSettled,
  })
