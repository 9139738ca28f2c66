import { decimalRupees } from '@sauda/contract/money'
import { stringify } from 'csv-stringify/browser/esm/sync'
import { sortableDateTime } from '@sauda/web/date-time'
import type { Entry } from './ledger.api.ts'
import { changesOf, entryLabel } from './ledger.text.ts'

const columns = ['Entry', 'Date & Time (IST)', 'Details', 'Reason', 'Figure', 'In (₹)', 'Out (₹)']

/** One line for each figure an entry changed, in rupees. No cell can start a formula. */
export function statementCsv(entries: readonly Entry[]): string {
  const lines = entries.flatMap((entry) =>
    changesOf(entry).map(({ figure, paise }) => [
      entry.id,
      sortableDateTime(entry.at),
      entryLabel(entry),
      entry.reason,
      figure,
      paise > 0n ? decimalRupees(paise) : '',
      paise < 0n ? decimalRupees(-paise) : '',
    ]),
  )
  return stringify([columns, ...lines], { bom: true, escape_formulas: true })
}
