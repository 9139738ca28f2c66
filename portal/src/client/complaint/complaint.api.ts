import { complaintCalls } from '@sauda/contract/client/complaint'
import type { CallInput } from '@sauda/contract/platform/call'
import { standard } from '../../shell/api.ts'
import { sendIdempotent } from '../../shell/idempotent.ts'
import { useClientQuery, useRefetchAfter } from '../../shell/query.tsx'
import type { ReplyInput } from '../../shell/reply-form.tsx'

export const useComplaints = () => useClientQuery(complaintCalls.list)

type RaiseInput = CallInput<typeof complaintCalls.raise>

/** Each refetches the complaints also after a failure, because the request may have arrived. */
export function useComplaintActions() {
  const refetched = useRefetchAfter('complaint')
  return {
    raise: (input: RaiseInput, onProgress: (percent: number) => void) =>
      refetched(standard.send(complaintCalls.raise, input, { onProgress })),
    message: (complaintId: string, input: ReplyInput, onProgress: (percent: number) => void) =>
      refetched(standard.send(complaintCalls.message, { params: { complaintId }, ...input }, { onProgress })),
    resolve: (complaintId: string) => refetched(sendIdempotent(complaintCalls.resolve, { params: { complaintId } })),
    escalate: (complaintId: string, text: string) =>
      refetched(sendIdempotent(complaintCalls.escalate, { params: { complaintId }, body: { text } })),
  }
}
