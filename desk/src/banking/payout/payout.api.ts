import { calendarCalls, type CalendarEntry } from '@sauda/contract/core/calendar'
import type { Body, Reply } from '@sauda/contract/platform/call'
import { payoutCalls } from '@sauda/contract/banking/payout'
import { settlementCalls } from '@sauda/contract/banking/settlement'
import { downloadBlob } from '@sauda/ui/dom'
import { useMutation } from '@tanstack/react-query'
import {
  callApi,
  fetchFile,
  sendIdempotent,
  sendLong,
  uploadCsv,
  useCall,
  useChange,
  usePages,
} from '../../shell/api.ts'

export type Batch = Reply<typeof payoutCalls.batch>
export type Answers = Reply<typeof payoutCalls.preview>

export const useCandidates = () => useCall(payoutCalls.candidates, {})
export const useBatches = () => useCall(payoutCalls.list, {})
export const useBatch = (batchId: string) => useCall(payoutCalls.batch, { params: { batchId } })
export const useLayouts = () => useCall(payoutCalls.layouts, {})

export const useCreateBatch = () =>
  useChange((body: { bankId: string; withdrawals: string[] }) => sendIdempotent(payoutCalls.create, { body }))

export const useLeaveOut = (batchId: string) =>
  useChange((withdrawals: readonly string[]) =>
    sendIdempotent(payoutCalls.leaveOut, { params: { batchId }, body: { withdrawals: [...withdrawals] } }),
  )

export const useDownload = (batchId: string) =>
  useChange(async () => {
    const { name, blob } = await fetchFile(payoutCalls.file, { params: { batchId } })
    downloadBlob(name, blob)
    return name
  })

export const usePreviewAnswer = (batchId: string) =>
  useMutation({ mutationFn: (file: File) => uploadCsv(payoutCalls.preview, { file, params: { batchId } }) })

/** Repeating an import changes nothing. */
export const useImportAnswer = (batchId: string) =>
  useChange((file: File) => uploadCsv(payoutCalls.importAnswer, { file, params: { batchId } }))

export const useCalendar = (year: string) => useCall(calendarCalls.list, { query: { year } })

export const useRemoveDay = () =>
  useChange(({ day, kind }: CalendarEntry) => callApi(calendarCalls.remove, { body: { day, kind } }))

export const useSettlements = (day: string | undefined) =>
  usePages(settlementCalls.list, { query: { day } }, { by: 'after', nextOf: ({ next }) => next })

export const useSettle = () =>
  useChange((body: Body<typeof settlementCalls.settle>) => sendLong(settlementCalls.settle, { body }))
