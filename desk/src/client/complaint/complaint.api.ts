import { complaintCalls, type ComplaintStatus } from '@sauda/contract/client/complaint'
import { complaintRules } from '@sauda/contract/client/complaint-name'
import { fetchImage, useCall, usePages } from '../../shell/api.ts'

export const useRegister = (status: ComplaintStatus) =>
  usePages(
    complaintCalls.register,
    { query: { status } },
    {
      by: 'before',
      nextOf: ({ complaints }) =>
        complaints.length < complaintRules.registerRows ? undefined : complaints.at(-1)?._id,
    },
  )

export const useComplaint = (complaintId: string) => useCall(complaintCalls.read, { params: { complaintId } })

export const answerCalls = {
  reply: complaintCalls.reply,
  passOn: complaintCalls.passOn,
  close: complaintCalls.close,
} as const
export type Answer = keyof typeof answerCalls

export const loadProof = (complaintId: string) => (replyId: string, signal: AbortSignal) =>
  fetchImage(complaintCalls.proof, { params: { complaintId, replyId } }, signal)
