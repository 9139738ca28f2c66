import { type Breach, privacyCalls } from '@sauda/contract/privacy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, fetchFile, invalidate, sendIdempotent } from '../shell/api.ts'

const refresh = () => void invalidate(['privacy'], ['client'])

/** Of all clients, or of one. */
export const useRequests = (clientId: string | undefined) =>
  useQuery(callQuery(['privacy', 'requests', clientId], privacyCalls.requests, { query: { clientId } }))

export const loadExport = (clientId: string) => fetchFile(privacyCalls.deskExport, { params: { clientId } })

export const useComplete = (requestId: string) =>
  useMutation({
    mutationFn: (body: { answer: string; name?: string }) =>
      sendIdempotent(privacyCalls.complete, { params: { requestId }, body }),
    onSettled: refresh,
  })

export const useReject = (requestId: string) =>
  useMutation({
    mutationFn: (body: { answer: string }) => sendIdempotent(privacyCalls.reject, { params: { requestId }, body }),
    onSettled: refresh,
  })

export const useErase = (clientId: string) =>
  useMutation({
    mutationFn: (reason: string) => callApi(privacyCalls.erase, { params: { clientId }, body: { reason } }),
    onSettled: refresh,
  })

export const useBreaches = () => useQuery(callQuery(['privacy', 'breaches'], privacyCalls.breaches, {}))

type BreachInput = Omit<Breach, '_id' | 'number' | 'recordedBy' | 'reportDueAt' | 'overdue'>

export const useSaveBreach = (breachId: string | undefined) =>
  useMutation({
    mutationFn: (body: BreachInput) =>
      breachId === undefined
        ? sendIdempotent(privacyCalls.recordBreach, { body })
        : sendIdempotent(privacyCalls.updateBreach, { params: { breachId }, body }),
    onSettled: refresh,
  })
