import { tradeFileCalls } from '@sauda/contract/trade-file'
import { useMutation } from '@tanstack/react-query'
import { callApi, sendIdempotent } from '../shell/api.ts'
import { refreshTrades } from './trade.api.ts'

export function usePreviewImport() {
  return useMutation({ mutationFn: (csv: string) => callApi(tradeFileCalls.preview, { body: { csv } }) })
}

export function useBookImport() {
  return useMutation({
    mutationFn: (csv: string) => sendIdempotent(tradeFileCalls.book, { body: { csv } }),
    onSettled: () => refreshTrades(),
  })
}
