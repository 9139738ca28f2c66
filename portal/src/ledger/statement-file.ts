import { decimalRupees } from '@sauda/contract/money'
import { stringify } from 'csv-stringify/browser/esm/sync'
import { sortableDateTime } from '@sauda/web/date-time'
import type { Entry } from './ledger.api.ts'
import { changesOf, whatWords } from './statement-words.ts'

const columns = ['Entry', 'Date & Time (IST)', 'What', 'Reason', 'Figure', 'In (₹)', 'Out (₹)']

/**
 * The statement as a spreadsheet opens it: a line for every figure an entry changed, amounts in rupees. In and Out keep a
 * sum from needing a minus, and no cell can begin a formula.
 */
export function statementFile(entries: readonly Entry[]): string {
  const lines = entries.flatMap((entry) =>
    changesOf(entry).map(({ figure, paise }) => [
      entry.id,
      sortableDateTime(entry.at),
      whatWords(entry),
      entry.reason,
      figure,
      paise > 0n ? decimalRupees(paise) : '',
      paise < 0n ? decimalRupees(-paise) : '',
    ]),
  )
  return stringify([columns, ...lines], { bom: true, escape_formulas: true })
}
