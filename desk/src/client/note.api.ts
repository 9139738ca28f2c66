import { mailCalls } from '@sauda/contract/mail'
import { noteCalls } from '@sauda/contract/note'
import { type TimelineKindName, timelineCalls } from '@sauda/contract/timeline'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, invalidate, sendIdempotent } from '../shell/api.ts'

export const useTimeline = (clientId: string, kind: TimelineKindName | undefined) =>
  useInfiniteQuery({
    queryKey: ['client', clientId, 'timeline', kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApi(timelineCalls.timeline, { params: { clientId }, query: { kind, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

export const useClientMail = (clientId: string, mailId: string) =>
  useQuery(callQuery(['client', clientId, 'mail', mailId], mailCalls.ofClient, { params: { clientId, mailId } }))

export const useWarnings = (clientId: string) =>
  useQuery(callQuery(['client', clientId, 'warnings'], noteCalls.warnings, { params: { clientId } }))

export const useAddNote = (clientId: string) =>
  useMutation({
    mutationFn: (body: { text: string; isWarning: boolean }) =>
      sendIdempotent(noteCalls.add, { params: { clientId }, body }),
    onSettled: () => invalidate(['client', clientId]),
  })

export const useEndWarning = (clientId: string, noteId: string) =>
  useMutation({
    mutationFn: (text: string) => sendIdempotent(noteCalls.end, { params: { clientId, noteId }, body: { text } }),
    onSettled: () => invalidate(['client', clientId]),
  })
