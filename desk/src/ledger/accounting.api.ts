import { accountingCalls } from '@sauda/contract/accounting'
import type { Reply } from '@sauda/contract/call'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery, fetchFile, type OnPercent } from '../shell/api.ts'
import type { Range } from '../shell/range.tsx'

export type Totals = Reply<typeof accountingCalls.totals>
export type JournalFormat = 'csv' | 'xlsx' | 'xml'

/** Another range keeps the totals of the last one until its own have loaded. */
export const useTotals = (range: Range) =>
  useQuery({
    ...callQuery(['accounting', range], accountingCalls.totals, { query: range }),
    placeholderData: keepPreviousData,
  })

export const loadJournal = (range: Range, format: JournalFormat, onPercent: OnPercent) =>
  fetchFile(accountingCalls.journal, { query: { ...range, format } }, onPercent)
