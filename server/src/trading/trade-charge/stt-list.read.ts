import type { Exchange } from '@sauda/contract/trading/market'
import { sttClassErrors, type SttListReading } from '@sauda/contract/trading/stt-class'
import * as z from 'zod/mini'
import { capitals, cell, column, type Format, lettersOf, readTable } from '../../platform/format.ts'
import { exchangeText, isinOf, namedBy } from '../market/imported-file.ts'

const row = z.object({
  isin: column(
    'ISIN ISINNUMBER ISINNO ISINCODE',
    cell(
      (written) => (written === '' ? '' : isinOf(written)),
      (written) => `“${written.toUpperCase().slice(0, 40)}” is not an ISIN.`,
    ),
  ),
  symbol: column('SYMBOL TCKRSYMB SECURITYID SCRIPID', capitals),
  indicator: column('STTINDICATOR STTIND STTFLAG STTAPPLICABILITY STTAPPLICABLE STTAPPLICABLEYN STT', capitals),
})

/** A row of a list. `isin` is empty where the list names only the symbol; `indicator` where every security is exempt. */
export type SttLine = z.output<typeof row> & { readonly line: number }
export type SttList = Pick<SttListReading, 'kind' | 'day'> & {
  readonly exchange: Exchange
  readonly lines: readonly SttLine[]
  readonly unused: readonly string[]
}

/** Lists of securities with their STT: those of the exempt ones, and those in which a column says how each one is charged. */
const sttList = (needsIndicator: boolean): Format<typeof row> => ({
  row,
  spelled: lettersOf,
  isHeader: ({ isin, symbol, indicator }) => (isin >= 0 || symbol >= 0) && (indicator >= 0 || !needsIndicator),
  key: ({ isin, symbol }) => isin || `symbol ${symbol}`,
  judge({ isin, symbol, indicator }, before, places) {
    if (isin === '' && symbol === '') return { fault: 'it names neither an ISIN nor a symbol.' }
    if (places.indicator >= 0 && indicator === '') return { fault: 'it does not say how STT is charged.' }
    if (before && before.indicator !== indicator)
      return { fault: `${isin || symbol} is “${indicator}”, but “${before.indicator}” in line ${before.line}.` }
    return before && { leftOut: 'of another series of the same security' }
  },
  errors: sttClassErrors,
})

const namePattern = /^(?:(?<source>NSE|BSE)_)?C_STT(?<indicated>_IND)?_(?<date>\d{2})(?<month>\d{2})(?<year>\d{4})/i

/** Throws an AppError that names the line. To be called in a child process. */
export function readSttList({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): SttList {
  const { exchange, day, groups } = namedBy(name, namePattern, sttClassErrors.name)
  const { places, rows: lines, unused } = readTable(exchangeText(bytes), sttList(groups['indicated'] !== undefined))
  return { exchange, day, kind: places.indicator >= 0 ? 'indicator' : 'exempt', lines, unused }
}
