import type { Query } from '@sauda/contract/call'
import { commonErrors } from '@sauda/contract/error'
import { reportCalls, type ReportName } from '@sauda/contract/report'
import type { AppContext, RouteContext } from '../app-context.ts'
import { brokerOf } from '../pdf/pdf.pages.ts'
import { wholeFile } from '../platform/mount.ts'
import { tableFileTypes } from '../platform/table-files.ts'
import { inThread } from '../platform/thread.ts'
import { readReport } from './report.ts'
import type * as work from './report.thread.ts'

const files = inThread<typeof work>(new URL('./report.thread.ts', import.meta.url), commonErrors.tooMuchWork)
const types = { ...tableFileTypes, pdf: 'application/pdf' }

export function reportRoutes({ mount, db, config }: RouteContext & Pick<AppContext, 'config' | 'db'>) {
  const read = (name: ReportName, range: Query<typeof reportCalls.report>) =>
    readReport({ reader: db.historyReader(), settings: config }, name, range)

  mount(reportCalls.report, ({ params, query }) => read(params.report as ReportName, query))
  mount(reportCalls.file, async ({ params, query }) => {
    const name = params.report as ReportName
    const report = await read(name, query)
    const bytes = await files('file', { name, query, report, broker: brokerOf(config) })
    return wholeFile(`report-${name}-${query.from}-to-${query.to}.${query.format}`, types[query.format], bytes)
  })
}
