import { tradeFileCalls } from '@sauda/contract/trade-file'
import { useMutation } from '@tanstack/react-query'
import { callApi, sendIdempotent } from '../shell/api.ts'
import { refreshTrades } from './trade.api.ts'

/** What each line of a file would do. */
export function usePreviewImport() {
  return useMutation({ mutationFn: (csv: string) => callApi(tradeFileCalls.preview, { body: { csv } }) })
}

/** Every line of a file, or none. */
export function useBookImport() {
  return useMutation({
    mutationFn: (csv: string) => sendIdempotent(tradeFileCalls.book, { body: { csv } }),
    onSettled: () => refreshTrades(),
  })
}
