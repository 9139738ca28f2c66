import type { CallInput, Reply } from '@sauda/contract/platform/call'
import { kycCalls, type KycDocumentName } from '@sauda/contract/client/kyc'
import { panPattern } from '@sauda/contract/client/pan-aadhaar'
import { useQuery } from '@tanstack/react-query'
import { callApi, callQuery, fetchImage, fetchOnce } from '../../shell/api.ts'

export type Submission = Reply<typeof kycCalls.submission>
export type DecisionBody = CallInput<typeof kycCalls.decide>['body']

/** Fetched once, because each view is audited; dropped when off screen. */
export const useDocumentImage = (clientId: string, document: KycDocumentName, uploadedAt: string) =>
  useQuery({
    queryKey: ['image', clientId, document, uploadedAt],
    queryFn: ({ signal }) => fetchImage(kycCalls.image, { params: { clientId, document } }, signal),
    ...fetchOnce,
  })

/** Checked once the PAN is complete; each check is audited. */
export function useSamePan(clientId: string, number: string) {
  const typed = number.trim().toUpperCase()
  return useQuery({
    ...callQuery(kycCalls.checkPan, { params: { clientId }, body: { number: typed } }),
    enabled: panPattern.test(typed),
    ...fetchOnce,
  })
}

export const decideSubmission = (clientId: string, body: DecisionBody) =>
  callApi(kycCalls.decide, { params: { clientId }, body })
