import { csvOf, workbookOf } from '../platform/table-files.ts'
import { exitRows, schedule112aRows, summaryRows, type TaxSheets } from './tax.sheets.ts'

const wide = Array.from({ length: 12 }, () => 16)

export const fileOf = (sheets: TaxSheets, format: 'csv' | 'xlsx'): Uint8Array | Promise<Uint8Array> =>
  format === 'csv'
    ? csvOf([...summaryRows(sheets), [], ...exitRows(sheets)])
    : workbookOf([
        { name: 'Summary', rows: summaryRows(sheets), widths: [46, 32, ...wide] },
        { name: 'Tradewise Exits', rows: exitRows(sheets), widths: [24, ...wide] },
        { name: 'Schedule 112A', rows: schedule112aRows(sheets), widths: wide },
      ])
