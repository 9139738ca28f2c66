import type { Query } from '@sauda/contract/platform/call'
import { commonErrors } from '@sauda/contract/platform/error'
import { reportCalls, type ReportName, reportNames } from '@sauda/contract/books/report'
import type { RouteContext } from '../../app-context.ts'
import { type ExportContext, recordExport } from '../../core/approval/export.ts'
import { brokerOf } from '../../core/pdf/pdf.pages.ts'
import { wholeFile } from '../../platform/mount.ts'
import { tableFileTypes } from '../../platform/table-files.ts'
import { inThread } from '../../platform/thread.ts'
import { readReport } from './report.ts'
import type * as work from './report.thread.ts'

const files = inThread<typeof work>(new URL('./report.thread.ts', import.meta.url), commonErrors.tooMuchWork)
const types = { ...tableFileTypes, pdf: 'application/pdf' }

export function reportRoutes(context: RouteContext & ExportContext) {
  const { mount, db, config } = context
  const read = (name: ReportName, range: Query<typeof reportCalls.report>) =>
    readReport({ reader: db.historyReader(), settings: config }, name, range)

  mount(reportCalls.report, ({ params, query }) => read(params.report as ReportName, query))
  mount(reportCalls.file, async ({ params, query, operator, ip }) => {
    const name = params.report as ReportName
    const report = await read(name, query)
    await recordExport(context, {
      operator,
      ip,
      what: `Report “${reportNames[name]}” of ${query.from} to ${query.to}`,
      clients: new Set(report.rows.flatMap(({ clientId }) => clientId ?? [])).size,
      action: 'report.export',
      after: { report: name, ...query },
    })
    const bytes = await files('file', { name, query, report, broker: brokerOf(config) })
    return wholeFile(`report-${name}-${query.from}-to-${query.to}.${query.format}`, types[query.format], bytes)
  })
}
