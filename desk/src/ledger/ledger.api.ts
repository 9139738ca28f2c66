import type { CallInput, Reply } from '@sauda/contract/call'
import { ledgerCalls, ledgerRules } from '@sauda/contract/ledger'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, sendIdempotent } from '../shell/api.ts'
import { queryClient } from '../shell/query-client.ts'

export type Books = Reply<typeof ledgerCalls.books>
export type Entry = Reply<typeof ledgerCalls.entries>['entries'][number]
export type Adjustment = Reply<typeof ledgerCalls.adjustments>['adjustments'][number]
export type NewAdjustment = CallInput<typeof ledgerCalls.requestAdjustment>['body']

/** Checked anew each time it is asked for. */
export function useBooks() {
  return useQuery({
    queryKey: ['ledger', 'books'],
    queryFn: ({ signal }) => callApi(ledgerCalls.books, {}, signal),
  })
}

/** A client's entries, newest first, a page at a time. */
export function useEntries(clientId: string) {
  return useInfiniteQuery({
    queryKey: ['client', clientId, 'entries'],
    queryFn: ({ pageParam, signal }) =>
      callApi(ledgerCalls.entries, { params: { clientId }, query: { before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries }) => (entries.length < ledgerRules.pageRows ? undefined : entries.at(-1)?.id),
  })
}

export function useAdjustments(enabled = true) {
  return useQuery({
    queryKey: ['ledger', 'adjustments'],
    queryFn: ({ signal }) => callApi(ledgerCalls.adjustments, {}, signal),
    enabled,
  })
}

const refresh = (clientId: string) => {
  for (const queryKey of [['ledger'], ['client', clientId]]) void queryClient.invalidateQueries({ queryKey })
}

export function useRequestAdjustment(clientId: string) {
  return useMutation({
    mutationFn: (body: NewAdjustment) => sendIdempotent(ledgerCalls.requestAdjustment, { body }),
    onSettled: () => refresh(clientId),
  })
}

export type AdjustmentVerdict = 'approve' | 'reject'

/** Books it, or refuses it or takes it back. */
export function useDecideAdjustment({ _id, clientId }: Pick<Adjustment, '_id' | 'clientId'>) {
  return useMutation({
    mutationFn: (verdict: AdjustmentVerdict) => {
      const params = { adjustmentId: _id }
      return verdict === 'approve'
        ? sendIdempotent(ledgerCalls.approveAdjustment, { params })
        : sendIdempotent(ledgerCalls.rejectAdjustment, { params })
    },
    onSettled: () => refresh(clientId),
  })
}
