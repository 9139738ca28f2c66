import { type ReportName, reportCalls } from '@sauda/contract/report'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery, fetchFile } from '../shell/api.ts'
import type { Range } from '../shell/range.tsx'

/** Another range keeps the figures of the last one until its own have loaded. */
export const useReport = (report: ReportName, range: Range) =>
  useQuery({
    ...callQuery(['report', report, range], reportCalls.report, { params: { report }, query: range }),
    placeholderData: keepPreviousData,
  })

export const loadReportFile = (report: ReportName, range: Range, format: 'csv' | 'xlsx' | 'pdf') =>
  fetchFile(reportCalls.file, { params: { report }, query: { ...range, format } })
