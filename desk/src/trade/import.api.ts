import { tradeFileCalls } from '@sauda/contract/trade-file'
import { useMutation } from '@tanstack/react-query'
import { askOnce } from '../shell/ask-once.ts'
import { ask } from '../shell/api.ts'
import { refreshTrades } from './trade.api.ts'

/** What each line of a file would do. */
export function usePreviewImport() {
  return useMutation({ mutationFn: (csv: string) => ask(tradeFileCalls.preview, { body: { csv } }) })
}

/** Every line of a file, or none. */
export function useBookImport() {
  return useMutation({
    mutationFn: (csv: string) => askOnce(tradeFileCalls.book, { body: { csv } }),
    onSettled: () => refreshTrades(),
  })
}
