import { approvalCalls } from '@sauda/contract/approval'
import { calendarCalls, type CalendarEntry } from '@sauda/contract/calendar'
import type { Body, Reply } from '@sauda/contract/call'
import { payoutCalls } from '@sauda/contract/payout'
import type { PayoutLayout } from '@sauda/contract/payout-layout'
import { type RetentionReason, settlementCalls } from '@sauda/contract/settlement'
import { downloadBlob } from '@sauda/ui/dom'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { callApi, callQuery, fetchFile, invalidate, sendIdempotent, sendLong, uploadCsv } from '../shell/api.ts'

export type Batch = Reply<typeof payoutCalls.batch>
export type Answers = Reply<typeof payoutCalls.preview>

export const useCandidates = () => useQuery(callQuery(['payout', 'candidates'], payoutCalls.candidates, {}))
export const useBatches = () => useQuery(callQuery(['payout', 'batches'], payoutCalls.list, {}))
export const useBatch = (batchId: string) =>
  useQuery(callQuery(['payout', batchId], payoutCalls.batch, { params: { batchId } }))
export const useLayouts = () => useQuery(callQuery(['payout', 'layouts'], payoutCalls.layouts, {}))

const refresh = () => void invalidate(['payout'], ['queue'], ['wallet'], ['client'], ['proposal'])

export const useCreateBatch = () =>
  useMutation({
    mutationFn: (body: { bankId: string; withdrawals: string[] }) => sendIdempotent(payoutCalls.create, { body }),
    onSettled: refresh,
  })

/** Of the release or cancellation that waits for a second operator. */
export function useDecide(proposalId: string) {
  const shown = useQuery(callQuery(['proposal', proposalId], approvalCalls.proposal, { params: { proposalId } }))
  return useMutation({
    mutationFn: (verb: 'approve' | 'reject') =>
      verb === 'reject'
        ? sendLong(approvalCalls.reject, { params: { proposalId } })
        : sendLong(approvalCalls.approve, { params: { proposalId }, body: { version: shown.data?.version ?? '' } }),
    onSettled: refresh,
  })
}

export const useLeaveOut = (batchId: string) =>
  useMutation({
    mutationFn: (withdrawals: readonly string[]) =>
      sendIdempotent(payoutCalls.leaveOut, { params: { batchId }, body: { withdrawals: [...withdrawals] } }),
    onSettled: refresh,
  })

export const useChangeStop = (isStopped: boolean) =>
  useMutation({
    mutationFn: (reason: string) =>
      sendIdempotent(isStopped ? payoutCalls.resume : payoutCalls.stop, { body: { reason } }),
    onSettled: refresh,
  })

export const useCancelBatch = (batchId: string) =>
  useMutation({
    mutationFn: (body: { reason: string }) => sendIdempotent(payoutCalls.cancel, { params: { batchId }, body }),
    onSettled: refresh,
  })

export const useDownload = (batchId: string) =>
  useMutation({
    mutationFn: async () => {
      const { name, blob } = await fetchFile(payoutCalls.file, { params: { batchId } })
      downloadBlob(name, blob)
      return name
    },
    onSettled: refresh,
  })

export const usePreviewAnswer = (batchId: string) =>
  useMutation({ mutationFn: (file: File) => uploadCsv(payoutCalls.preview, { file, params: { batchId } }) })

/** Repeating an import changes nothing. */
export const useImportAnswer = (batchId: string) =>
  useMutation({
    mutationFn: (file: File) => uploadCsv(payoutCalls.importAnswer, { file, params: { batchId } }),
    onSettled: refresh,
  })

export const useSaveLayout = (bankId: string) =>
  useMutation({
    mutationFn: (body: PayoutLayout) => callApi(payoutCalls.saveLayout, { params: { bankId }, body }),
    onSettled: refresh,
  })

export const useCalendar = (year: string) =>
  useQuery(callQuery(['market', 'calendar', year], calendarCalls.list, { query: { year } }))

const refreshCalendar = () => void invalidate(['market'])

export const useAddDay = () =>
  useMutation({
    mutationFn: (body: CalendarEntry) => callApi(calendarCalls.add, { body }),
    onSettled: refreshCalendar,
  })

export const useRemoveDay = () =>
  useMutation({
    mutationFn: ({ day, kind }: CalendarEntry) => callApi(calendarCalls.remove, { body: { day, kind } }),
    onSettled: refreshCalendar,
  })

export const useSettlements = (day: string | undefined) =>
  useInfiniteQuery({
    queryKey: ['payout', 'settlements', day],
    queryFn: ({ pageParam, signal }) => callApi(settlementCalls.list, { query: { day, after: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })

type Retention = { day: string; clientId: string; amount: number; reason: RetentionReason }

export const useRetain = () =>
  useMutation({ mutationFn: (body: Retention) => sendIdempotent(settlementCalls.retain, { body }), onSettled: refresh })

export const useSettle = () =>
  useMutation({
    mutationFn: (body: Body<typeof settlementCalls.settle>) => sendLong(settlementCalls.settle, { body }),
    onSettled: refresh,
  })
