import type { CallInput, Reply } from '@sauda/contract/call'
import { ledgerCalls, ledgerRules } from '@sauda/contract/ledger'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, invalidate, sendIdempotent } from '../shell/api.ts'

export type Books = Reply<typeof ledgerCalls.books>
export type Entry = Reply<typeof ledgerCalls.entries>['entries'][number]
export type Adjustment = Reply<typeof ledgerCalls.adjustments>['adjustments'][number]
export type NewAdjustment = CallInput<typeof ledgerCalls.requestAdjustment>['body']

/** Every read checks all balances again. */
export const useBooks = () => useQuery(callQuery(['ledger', 'books'], ledgerCalls.books, {}))

export const useEntries = (clientId: string) =>
  useInfiniteQuery({
    queryKey: ['client', clientId, 'entries'],
    queryFn: ({ pageParam, signal }) =>
      callApi(ledgerCalls.entries, { params: { clientId }, query: { before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries }) => (entries.length < ledgerRules.pageRows ? undefined : entries.at(-1)?.id),
  })

export const useAdjustments = (enabled = true) =>
  useQuery({ ...callQuery(['ledger', 'adjustments'], ledgerCalls.adjustments, {}), enabled })

export const useRequestAdjustment = (clientId: string) =>
  useMutation({
    mutationFn: (body: NewAdjustment) => sendIdempotent(ledgerCalls.requestAdjustment, { body }),
    onSettled: () => {
      void invalidate(['ledger'], ['queue'], ['client', clientId])
    },
  })

export const useAdjustment = (adjustmentId: string) =>
  useQuery(callQuery(['ledger', 'adjustment', adjustmentId], ledgerCalls.adjustment, { params: { adjustmentId } }))

export const decideAdjustment = (adjustmentId: string, approve: boolean) =>
  sendIdempotent(approve ? ledgerCalls.approveAdjustment : ledgerCalls.rejectAdjustment, { params: { adjustmentId } })
