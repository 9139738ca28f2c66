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

/** Publishes exactly the version shown. */
export const usePublish = () =>
  useMutation({
    mutationFn: ({ _id, changedAt }: Testimonial) =>
      callApi(contentCalls.publishTestimonial, { params: { testimonialId: _id }, body: { seen: changedAt } }),
    onSettled,
  })

export const useUnpublish = () =>
  useMutation({
    mutationFn: ({ _id }: Testimonial) => callApi(contentCalls.unpublishTestimonial, { params: { testimonialId: _id } }),
    onSettled,
  })

export const useRemove = () =>
  useMutation({
    mutationFn: ({ _id }: Testimonial) => callApi(contentCalls.removeTestimonial, { params: { testimonialId: _id } }),
    onSettled,
  })
