import type { Query, Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { type taxCalls, taxErrors, type TaxReport, taxRules } from '@sauda/contract/books/tax'
import { withConnection } from '../../platform/db.ts'
import type { Connection } from '../../platform/pool.ts'
import { type TaxSheets, exitRows, schedule112aRows, summaryRows } from './tax.sheets.ts'
import { exitView, taxExits, taxReport, taxSales, taxYear } from './tax.ts'
import { csvOf, workbookOf } from '../../platform/table-files.ts'

/** Runs in a thread of its own: a report of 100,000 trades takes seconds. */

type ClientInput = { readonly connection: Connection; readonly clientId: string }

export const report = ({
  connection,
  clientId,
  year,
}: ClientInput & { year: string | undefined }): Promise<TaxReport> =>
  withConnection(connection, (db) => taxReport(db, clientId, year))

export const exits = ({
  connection,
  clientId,
  query,
}: ClientInput & { query: Query<typeof taxCalls.exits> }): Promise<Reply<typeof taxCalls.exits>> =>
  withConnection(connection, (db) => taxExits(db, clientId, query))

export const sales = ({
  connection,
  clientId,
  query,
}: ClientInput & { query: Query<typeof taxCalls.sales> }): Promise<Reply<typeof taxCalls.sales>> =>
  withConnection(connection, (db) => taxSales(db, clientId, query))

type FileInput = ClientInput & Pick<TaxSheets, 'client' | 'broker'> & { readonly query: Query<typeof taxCalls.file> }

export async function file({ connection, clientId, client, broker, query: { year, format } }: FileInput) {
  const { report: of, exits: rows } = await withConnection(connection, (db) => taxYear(db, clientId, year))
  if (rows.length > taxRules.fileRows) throw new AppError(taxErrors.tooLarge)
  return { year: of.year, bytes: await fileOf({ report: of, exits: rows.map(exitView), client, broker }, format) }
}

const wide = Array.from({ length: 12 }, () => 16)

const fileOf = (sheets: TaxSheets, format: 'csv' | 'xlsx'): Uint8Array | Promise<Uint8Array> =>
  format === 'csv'
    ? csvOf([...summaryRows(sheets), [], ...exitRows(sheets)])
    : workbookOf([
        { name: 'Summary', rows: summaryRows(sheets), widths: [46, 32, ...wide] },
        { name: 'Tradewise Exits', rows: exitRows(sheets), widths: [24, ...wide] },
        { name: 'Schedule 112A', rows: schedule112aRows(sheets), widths: wide },
      ])
