import { commonErrors } from '@sauda/contract/platform/error'
import { taxCalls, type TaxReport } from '@sauda/contract/books/tax'
import type { AppContext } from '../../app/app-context.ts'
import { wholeFile } from '../../platform/mount.ts'
import { tableFileTypes } from '../../platform/csv.ts'
import { inThread } from '../../platform/thread.ts'
import type { TaxSheets } from './tax.sheets.ts'
import type * as work from './tax.ts'

/** The client of the report. */
export type Taxpayer = (clientId: string) => Promise<TaxSheets['client']>

const open = () => inThread<typeof work>(new URL('./tax.ts', import.meta.url), commonErrors.tooMuchWork)
/** A report does not wait for a workbook, which takes longer, nor the page of a stock for either. */
const [reports, files, stocks] = [open(), open(), open()]

/** Returns the report for other documents. */
export function taxRoutes(
  { mount, db, config }: AppContext,
  taxpayer: Taxpayer,
): (clientId: string, year: string) => Promise<TaxReport> {
  const inputOf = (clientId: string) => ({ connection: db.historyReader().connection, clientId })
  const report = (clientId: string, year: string | undefined) => reports('report', { ...inputOf(clientId), year })
  mount(taxCalls.report, ({ client, query }) => report(client.id, query.year))
  mount(taxCalls.stock, ({ client, query }) => stocks('stock', { ...inputOf(client.id), query }))
  mount(taxCalls.exits, ({ client, query }) => reports('exits', { ...inputOf(client.id), query }))
  mount(taxCalls.sales, ({ client, query }) => reports('sales', { ...inputOf(client.id), query }))
  mount(taxCalls.file, async ({ client: { id: clientId }, query }) => {
    const { name, saudaId, panNumber } = await taxpayer(clientId)
    const client = { name, saudaId, panNumber }
    const broker = config.legalName || config.brandName
    const { year, bytes } = await files('file', { ...inputOf(clientId), client, broker, query })
    return wholeFile(`tax-pnl-${saudaId}-${year}.${query.format}`, tableFileTypes[query.format], bytes)
  })
  return report
}
