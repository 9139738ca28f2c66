import { exchangeFileCalls } from '@sauda/contract/trading/exchange-file'
import { useMutation } from '@tanstack/react-query'
import { uploadCsv, useCall, useChange } from '../../shell/api.ts'
import type { SentFile } from '../../shell/import-file.tsx'

export const useExchangeFiles = () => useCall(exchangeFileCalls.list, {})

export const useFileTrades = (fileId: string) => useCall(exchangeFileCalls.trades, { params: { fileId } })

export type Query = Record<string, string>

export const usePreviewTrades = (query: Query) =>
  useMutation({ mutationFn: (sent: SentFile) => uploadCsv(exchangeFileCalls.preview, { ...sent, query }) })

export const useImportTrades = (query: Query) =>
  useChange((sent: SentFile) => uploadCsv(exchangeFileCalls.importFile, { ...sent, query }))
