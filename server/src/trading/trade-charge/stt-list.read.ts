import { AppError } from '@sauda/contract/platform/error'
import { isIsin } from '@sauda/contract/trading/isin'
import type { Exchange } from '@sauda/contract/trading/market'
import { sttClassErrors, type SttListReading } from '@sauda/contract/trading/stt-class'
import { checkHeader, delimiterOf, readRows } from '../../platform/csv.ts'
import { dayIn } from '../../platform/india.ts'
import { exchangeText, lineFault, placesIn } from '../market/imported-file.ts'

/** A row of a list. `isin` is empty where the list names only the symbol; `indicator` where every security is exempt. */
export type SttLine = {
  readonly line: number
  readonly isin: string
  readonly symbol: string
  readonly indicator: string
}
export type SttList = Pick<SttListReading, 'kind' | 'exchange' | 'day'> & { readonly lines: readonly SttLine[] }

const spellings = {
  isin: ['ISIN', 'ISINNUMBER', 'ISINNO', 'ISINCODE'],
  symbol: ['SYMBOL', 'TCKRSYMB', 'SECURITYID', 'SCRIPID'],
  indicator: ['STTINDICATOR', 'STTIND', 'STTFLAG', 'STTAPPLICABILITY', 'STTAPPLICABLE', 'STTAPPLICABLEYN', 'STT'],
} as const
type Column = keyof typeof spellings

const isHeader = (cells: readonly string[]): boolean => {
  const { isin, symbol } = placesIn(spellings, cells)
  return isin >= 0 || symbol >= 0
}

const namePattern = /^(?:(NSE|BSE)_)?C_STT(_IND)?_(\d{2})(\d{2})(\d{4})/i

/** Reads an exchange's list of securities with their STT. Throws an AppError that names the line. To be called in a child process. */
export function readSttList({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): SttList {
  const [whole, source = 'NSE', indicated, date, month, year] = namePattern.exec(name) ?? []
  const day = dayIn(`${year}-${month}-${date}`)
  if (whole === undefined || day === undefined) throw new AppError(sttClassErrors.name)
  const text = exchangeText(bytes)
  const delimiter = delimiterOf(text, 1, isHeader)
  if (delimiter === undefined) throw new AppError(sttClassErrors.columns)
  const table = newTable(indicated !== undefined)
  readRows(text, delimiter, ({ line, cells }) => {
    if (cells.some((cell) => cell !== '')) table.add(line, cells)
  })
  return { exchange: source.toUpperCase() as Exchange, day, ...table.finish() }
}

function newTable(needsIndicator: boolean) {
  let places: Record<Column, number> | undefined
  const lines = new Map<string, SttLine>()
  return {
    add(line: number, cells: readonly string[]): void {
      if (!places) {
        checkHeader(line, cells)
        places = placesIn(spellings, cells)
        if (needsIndicator && places.indicator < 0) throw new AppError(sttClassErrors.columns)
        return
      }
      const at = places
      const cell = (column: Column) => (cells[at[column]] ?? '').toUpperCase()
      const row = { line, isin: cell('isin'), symbol: cell('symbol'), indicator: cell('indicator') }
      if (row.isin === '' && row.symbol === '') throw lineFault(line, 'it names neither an ISIN nor a symbol.')
      if (row.isin !== '' && !isIsin(row.isin)) throw lineFault(line, `“${row.isin.slice(0, 40)}” is not an ISIN.`)
      if (at.indicator >= 0 && row.indicator === '') throw lineFault(line, 'it does not say how STT is charged.')
      const key = row.isin || `symbol ${row.symbol}`
      const before = lines.get(key)
      // A security may be in several series.
      if (before && before.indicator !== row.indicator)
        throw lineFault(
          line,
          `${row.isin || row.symbol} is “${row.indicator}”, but “${before.indicator}” in line ${before.line}.`,
        )
      if (!before) lines.set(key, row)
    },
    finish(): Pick<SttList, 'kind' | 'lines'> {
      if (lines.size === 0) throw new AppError(sttClassErrors.noRows)
      const kind = (places?.indicator ?? -1) >= 0 ? 'indicator' : 'exempt'
      return { kind, lines: [...lines.values()] }
    },
  }
}
