import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { isIsin } from '@sauda/contract/trading/isin'
import { type Exchange } from '@sauda/contract/trading/market'
import { securityErrors } from '@sauda/contract/trading/security'
import { checkHeader, delimiterOf, readRows } from '../../platform/csv.ts'
import { dayIn } from '../../platform/india.ts'
import { exchangeText, fileFault, lineFault, placesIn, wholeRow } from '../market/imported-file.ts'

/** A security in a list. Empty cells are unknown. */
export type Listed = {
  readonly isin: string
  readonly symbol: string
  readonly series: string
  readonly name: string
  readonly token: string
  readonly lot: string
  /** Rupees. */
  readonly tick: string
  readonly suspended: '' | 'true' | 'false'
  /** In a list of ETFs. */
  readonly isEtf: boolean
  /** What an ETF holds; empty in other lists. */
  readonly underlying: string
}
export type SymbolChange = Readonly<Record<'from' | 'to' | 'day', string>>
export type MasterFile = {
  readonly exchange: Exchange
  /** Empty where neither name nor content has it. */
  readonly day: string
  /** Counts all series. */
  readonly rows: number
  /** Rows that are not used, by reason. */
  readonly skipped: readonly Skipped[]
} & (
  | { readonly kind: 'listing'; readonly securities: readonly Listed[] }
  | { readonly kind: 'symbols'; readonly changes: readonly SymbolChange[] }
)

export type Skipped = { readonly reason: string; readonly rows: number }

const spellings = {
  isin: ['ISINNUMBER', 'ISIN', 'ISINNO'],
  symbol: ['SYMBOL', 'TCKRSYMB', 'SCRIPID', 'SECURITYID'],
  series: ['SERIES', 'SCTYSRS', 'GROUP'],
  name: ['NAMEOFCOMPANY', 'FININSTRMNM', 'SCRIPNAME', 'SECURITYNAME'],
  token: ['FININSTRMID', 'SCRIPCD', 'SECURITYCODE'],
  lot: ['MARKETLOT', 'NEWBRDLOTQTY'],
  tick: ['BIDINTRVL'],
  status: ['SCTYSTSNRMLMKT', 'STATUS'],
  deleted: ['DELFLG'],
  underlying: ['UNDERLYING'],
} as const
type Column = keyof typeof spellings
type Places = Readonly<Record<Column, number>>

function listPlaces(cells: readonly string[]): Places | undefined {
  const places = placesIn(spellings, cells)
  const isList = places.isin >= 0 && places.symbol >= 0 && places.name >= 0
  // Without a series it is the list of ETFs.
  return isList && (places.series >= 0 || places.underlying >= 0) ? places : undefined
}

/** The ordinary series of NSE first; others count once they are under Codes, as do those of REITs and InvITs in their lists. */
const ordinary = ['EQ', 'BE', 'BZ', 'SM', 'ST']
/** In the status column of each layout. */
const suspended = ['3', 'Suspended']
const ended = ['Delisted', 'Deleted', 'De-listed']

/** Lists of the exchanges that are something else, by their names. */
const otherLists: readonly (readonly [name: RegExp, what: string])[] = [
  [/^IDR/i, 'the list of Indian depository receipts, which are not held here'],
  [/^mf_|^MF[_.]|mutual/i, 'the list of units of mutual funds, which are not traded as shares or ETFs'],
  [/^DEBT|bonds?[_.]/i, 'a list of debt securities'],
  [/^WARRANT/i, 'the list of warrants'],
  [/^PREF/i, 'the list of preference shares'],
  [/^namechange/i, 'the list of changed company names, which follow with the next list of securities'],
  [/^sec_list/i, 'the list of price bands, which are not checked here'],
]

/** Throws an AppError that names the line. To be called in a child process. */
export function readMaster({ name, bytes, series }: SentMaster): MasterFile {
  const text = exchangeText(bytes)
  if (/symbol_?change/i.test(name)) return readChanges(text)
  const [, other] = otherLists.find(([pattern]) => pattern.test(name)) ?? []
  if (other !== undefined)
    throw fileFault(
      `This is ${other}. Nothing was imported: lists of shares, SME shares, ETFs, REITs and InvITs are read.`,
    )
  return readList(name, text, series)
}

/** `series`: those of NSE that are recorded, as under Codes. */
type SentMaster = { readonly name: string; readonly bytes: Uint8Array; readonly series: readonly string[] }

function readList(name: string, text: string, known: readonly string[]): MasterFile {
  const delimiter = delimiterOf(text, 1, (cells) => listPlaces(cells) !== undefined)
  if (delimiter === undefined) throw new AppError(securityErrors.columns)
  const [, named = '', date = '', month = '', year = ''] =
    /(NSE|BSE)_CM_security_(\d{2})(\d{2})(\d{4})/i.exec(name) ?? []
  const trust = /^REIT/i.test(name) ? 'RR' : /^INVIT/i.test(name) ? 'IV' : ''
  let table: ReturnType<typeof newList> | undefined
  readRows(text, delimiter, ({ line, cells }) => {
    if (table) {
      if (cells.some((cell) => cell !== '')) table.add(line, wholeRow(line, cells, table))
      return
    }
    checkHeader(line, cells)
    const places = listPlaces(cells) as Places
    if (cells.includes('TckrSymb') && named === '') throw new AppError(securityErrors.columns)
    // The lists of BSE that are not named for it have its scrip codes.
    const isBse = named.toUpperCase() === 'BSE' || (named === '' && places.token >= 0)
    table = newList({
      places,
      exchange: isBse ? 'BSE' : 'NSE',
      known: trust === '' ? known : [...known, trust],
      trust,
      columns: cells.length,
    })
  })
  const day = dayIn(`${year}-${month}-${date}`) ?? ''
  if (!table) throw new AppError(securityErrors.noRows)
  return { kind: 'listing', day, ...table.finish() }
}

type List = {
  readonly places: Places
  readonly exchange: Exchange
  readonly known: readonly string[]
  /** The series of a list of REITs or InvITs that names none. */
  readonly trust: string
  /** The number of columns in the first row. */
  readonly columns: number
}

function newList({ places, exchange, known, trust, columns }: List) {
  let rows = 0
  const lines = new Map<string, { readonly line: number; readonly isEnded: boolean }>()
  const best = new Map<string, Listed & { readonly rank: number }>()
  const skipped = new Map<string, number>()
  const skip = (reason: string) => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1)
  const rankOf = (series: string) =>
    exchange === 'BSE'
      ? 0
      : ordinary.includes(series)
        ? ordinary.indexOf(series)
        : known.includes(series)
          ? ordinary.length
          : -1
  return {
    columns,
    nameAt: places.name,
    isRight: (cells: readonly string[]) => isIsin((cells[places.isin] ?? '').toUpperCase()),
    add(line: number, cells: readonly string[]): void {
      rows += 1
      const cell = (column: Column) => cells[places[column]] ?? ''
      const series = cell('series') || trust || (places.underlying >= 0 ? 'EQ' : '')
      const listed = listedOf(line, cell, { series, isEtf: places.underlying >= 0 })
      const rank = rankOf(series)
      if (rank < 0) return skip(`Series ${series || 'not named'}, which is not under Codes`)
      if (!isIsin(listed.isin)) return skip('No valid ISIN')
      const isEnded = cell('deleted') === 'Y' || ended.includes(cell('status'))
      const key = `${listed.isin} ${series}`
      const before = lines.get(key)
      if (before && !before.isEnded && !isEnded)
        throw lineFault(line, `${listed.symbol}, series ${series}, is in line ${before.line} too.`)
      if (before) skip('Deleted or delisted beside another row of the same security')
      if (before && isEnded) return
      lines.set(key, { line, isEnded })
      const other = best.get(listed.isin)
      if (other && other.series !== series) skip('Another series of the same ISIN counts')
      if (rank <= (other?.rank ?? rank))
        best.set(listed.isin, { ...listed, ...(isEnded && { suspended: 'true' as const }), rank })
    },
    finish() {
      if (best.size === 0)
        throw fileFault(
          [`${securityErrors.noRows.message} that can be used.`, ...reasonsIn(skipped).map(skippedText)].join(' '),
        )
      return { exchange, rows, skipped: reasonsIn(skipped), securities: [...best.values()] }
    },
  }
}

const reasonsIn = (skipped: ReadonlyMap<string, number>): Skipped[] =>
  [...skipped].map(([reason, rows]) => ({ reason, rows }))
const skippedText = ({ reason, rows }: Skipped): string => `${reason}: ${rows} ${rows === 1 ? 'row' : 'rows'}.`

/** Far more than an exchange writes. */
const mostCharacters = 200

function checkLengths(line: number, cells: readonly string[]): void {
  if (cells.some((cell) => cell.length > mostCharacters))
    throw lineFault(line, `a cell has more than ${mostCharacters} characters. Download the file again.`)
}

function listedOf(
  line: number,
  cell: (column: Column) => string,
  { series, isEtf }: Pick<Listed, 'series' | 'isEtf'>,
): Listed {
  const [symbol, paise, lot] = [cell('symbol'), cell('tick'), cell('lot')]
  const tick = decimalOf(paise || '0')
  if (tick === undefined || !/^\d{0,9}$/.test(lot))
    throw lineFault(line, `the tick or lot of ${symbol} is not a plain number. Download the file again.`)
  if (symbol === '') throw lineFault(line, 'it has no symbol.')
  checkLengths(line, [symbol, series, cell('name'), cell('token'), cell('underlying')])
  return {
    isin: cell('isin').toUpperCase(),
    symbol,
    series,
    isEtf,
    underlying: cell('underlying'),
    name: cell('name') || symbol,
    token: cell('token'),
    lot: Number(lot) > 0 ? lot : '',
    // The exchanges write it in paise.
    tick: tick > 0n ? decimalText(tick / 100n) : '',
    suspended: cell('status') === '' ? '' : suspended.includes(cell('status')) ? 'true' : 'false',
  }
}

function readChanges(text: string): MasterFile {
  const changes: SymbolChange[] = []
  readRows(text, ',', ({ line, cells }) => {
    if (cells.every((cell) => cell === '')) return
    checkLengths(line, cells)
    const row = wholeRow(line, cells, {
      columns: 4,
      nameAt: 0,
      isRight: ([, , , date = '']) => dayIn(date) !== undefined,
    })
    const [, from = '', to = '', date = ''] = row
    const day = dayIn(date)
    if (row.length !== 4 || day === undefined || from === '' || to === '')
      throw lineFault(
        line,
        'expected company, old symbol, new symbol and a date, such as 20-NOV-2026, and nothing else.',
      )
    if (from !== to) changes.push({ from, to, day })
  })
  if (changes.length === 0) throw new AppError(securityErrors.noRows)
  return { kind: 'symbols', exchange: 'NSE', day: '', rows: changes.length, skipped: [], changes }
}
