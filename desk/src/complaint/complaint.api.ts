import { complaintCalls, type ComplaintStatus, type EscalationLevel } from '@sauda/contract/complaint'
import { complaintRules } from '@sauda/contract/complaint-name'
import type { CallInput } from '@sauda/contract/call'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, fetchImage, invalidate, sendIdempotent } from '../shell/api.ts'

const refresh = () => void invalidate(['complaint'])

export const useRegister = (status: ComplaintStatus) =>
  useInfiniteQuery({
    queryKey: ['complaint', status],
    queryFn: ({ pageParam, signal }) =>
      callApi(complaintCalls.register, { query: { status, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ complaints }) =>
      complaints.length < complaintRules.registerRows ? undefined : complaints.at(-1)?._id,
  })

export const useComplaint = (complaintId: string) =>
  useQuery(callQuery(['complaint', complaintId], complaintCalls.read, { params: { complaintId } }))

export type RecordInput = CallInput<typeof complaintCalls.record>['body']

export const useRecord = () =>
  useMutation({
    mutationFn: (body: RecordInput) => sendIdempotent(complaintCalls.record, { body }),
    onSettled: refresh,
  })

export const answerCalls = {
  reply: complaintCalls.reply,
  passOn: complaintCalls.passOn,
  close: complaintCalls.close,
} as const
export type Answer = keyof typeof answerCalls

export const useAnswer = (complaintId: string) =>
  useMutation({
    mutationFn: ({ how, text }: { how: Answer; text: string }) =>
      sendIdempotent(answerCalls[how], { params: { complaintId }, body: { text } }),
    onSettled: refresh,
  })

export const useSaveLevel = () =>
  useMutation({
    mutationFn: (body: Omit<EscalationLevel, 'name'>) => sendIdempotent(complaintCalls.saveLevel, { body }),
    onSettled: refresh,
  })

export const loadProof = (complaintId: string) => (replyId: string, signal: AbortSignal) =>
  fetchImage(complaintCalls.proof, { params: { complaintId, replyId } }, signal)
