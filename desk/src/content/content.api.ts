import type { Asked } from '@sauda/contract/call'
import { contentCalls, type Testimonial } from '@sauda/contract/content'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../shell/api.ts'
import { queryClient } from '../shell/query-client.ts'

export type Review = Testimonial
export type ReviewInput = Asked<typeof contentCalls.addTestimonial>['body']

const key = ['content'] as const
const onSettled = () => queryClient.invalidateQueries({ queryKey: key })

export function useReviews() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(contentCalls.deskTestimonials, {}, signal),
  })
}

/** Keeps a review: a new one, or new words for one that was looked at. */
export function useKeepReview(review: Review | undefined) {
  return useMutation({
    mutationFn: (body: ReviewInput) =>
      review
        ? ask(contentCalls.editTestimonial, {
            params: { testimonialId: review._id },
            body: { ...body, seen: review.changedAt },
          })
        : ask(contentCalls.addTestimonial, { body }),
    onSettled,
  })
}

/** Publishes exactly the words that were looked at. */
export function usePublish() {
  return useMutation({
    mutationFn: ({ _id, changedAt }: Review) =>
      ask(contentCalls.publishTestimonial, { params: { testimonialId: _id }, body: { seen: changedAt } }),
    onSettled,
  })
}

export function useTakeBack() {
  return useMutation({
    mutationFn: ({ _id }: Review) => ask(contentCalls.takeBackTestimonial, { params: { testimonialId: _id } }),
    onSettled,
  })
}

export function useRemove() {
  return useMutation({
    mutationFn: ({ _id }: Review) => ask(contentCalls.removeTestimonial, { params: { testimonialId: _id } }),
    onSettled,
  })
}
