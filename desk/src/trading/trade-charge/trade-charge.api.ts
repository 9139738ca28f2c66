import { levyFileCalls } from '@sauda/contract/trading/levy-file'
import { tradeChargeCalls } from '@sauda/contract/trading/trade-charge'
import { uploadCsv, useCall, useChange } from '../../shell/api.ts'
import type { SentFile } from '../../shell/import-file.tsx'

export const useTradeCharges = () => useCall(tradeChargeCalls.list, {})

export const useLevyFiles = () => useCall(levyFileCalls.list, {})

export const useDifferences = (fileId: string) => useCall(levyFileCalls.differences, { params: { fileId } })

export const useImportLevies = () => useChange((sent: SentFile) => uploadCsv(levyFileCalls.importFile, { ...sent }))
