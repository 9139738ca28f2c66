import type { Reply } from '@sauda/contract/platform/call'
import { payoutCalls } from '@sauda/contract/money/payout'
import { downloadBlob } from '@sauda/ui/dom'
import { useMutation } from '@tanstack/react-query'
import { fetchFile, uploadCsv, useCall, useChange } from '../../shell/api.ts'

export type Batch = Reply<typeof payoutCalls.batch>
export type Answers = Reply<typeof payoutCalls.preview>

export const useBatch = (batchId: string) => useCall(payoutCalls.batch, { params: { batchId } })
export const useLayouts = () => useCall(payoutCalls.layouts, {})

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
