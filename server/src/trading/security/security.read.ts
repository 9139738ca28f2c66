import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { isIsin } from '@sauda/contract/trading/isin'
import { type Exchange } from '@sauda/contract/trading/market'
import { securityErrors } from '@sauda/contract/trading/security'
import { unpacked } from '../../platform/archive.ts'
import { bufferOf } from '../../platform/called.ts'
import { checkHeader, csvText, delimiterOf, readRows } from '../../platform/csv.ts'
import { dayIn } from '../../platform/india.ts'
import { lineFault } from '../market/imported-file.ts'

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
}
export type SymbolChange = Readonly<Record<'from' | 'to' | 'day', string>>
export type MasterFile = {
  readonly exchange: Exchange
  /** Empty where neither name nor content has it. */
  readonly day: string
  /** Counts all series. */
  readonly rows: number
} & (
  | { readonly kind: 'listing'; readonly securities: readonly Listed[] }
  | { readonly kind: 'symbols'; readonly changes: readonly SymbolChange[] }
)

type Columns = Readonly<Record<'isin' | 'symbol' | 'series' | 'name', string>> &
  Partial<Readonly<Record<'token' | 'lot' | 'tick' | 'status', string>>>

/** EQUITY_L of NSE, the security file of both exchanges, and the list of scrips of BSE. */
const layouts: readonly Columns[] = [
  { isin: 'ISIN NUMBER', symbol: 'SYMBOL', series: 'SERIES', name: 'NAME OF COMPANY', lot: 'MARKET LOT' },
  {
    isin: 'ISIN',
    symbol: 'TckrSymb',
    series: 'SctySrs',
    name: 'FinInstrmNm',
    token: 'FinInstrmId',
    lot: 'NewBrdLotQty',
    tick: 'BidIntrvl',
    status: 'SctyStsNrmlMkt',
  },
  { isin: 'ISIN_NUMBER', symbol: 'scrip_id', series: 'GROUP', name: 'Scrip_Name', token: 'SCRIP_CD', status: 'Status' },
]
/** The ordinary series of NSE first; others are debt or T+0. */
const series = ['EQ', 'BE', 'BZ', 'SM', 'ST']
/** In the status column of each layout. */
const suspended = ['3', 'Suspended']

const layoutOf = (cells: readonly string[]) =>
  layouts.find((columns) => Object.values(columns).every((column) => cells.includes(column)))

/** Throws an AppError that names the line. To be called in a child process. */
export function readMaster({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): MasterFile {
  const text = csvText(unpacked(bufferOf(bytes), securityErrors))
  return /symbol_?change/i.test(name) ? readChanges(text) : readList(name, text)
}

function readList(name: string, text: string): MasterFile {
  const delimiter = delimiterOf(text, 1, (cells) => layoutOf(cells) !== undefined)
  if (delimiter === undefined) throw new AppError(securityErrors.columns)
  const [, named = '', date = '', month = '', year = ''] =
    /(NSE|BSE)_CM_security_(\d{2})(\d{2})(\d{4})/i.exec(name) ?? []
  let columns: Columns | undefined
  let header: readonly string[] = []
  let rows = 0
  const lines = new Map<string, number>()
  const best = new Map<string, Listed & { readonly rank: number }>()
  let exchange: Exchange = named.toUpperCase() === 'BSE' ? 'BSE' : 'NSE'
  readRows(text, delimiter, ({ line, cells }) => {
    if (!columns) {
      checkHeader(line, cells)
      columns = layoutOf(cells)
      header = cells
      if (columns?.isin === 'ISIN_NUMBER') exchange = 'BSE'
      if (columns?.isin === 'ISIN' && named === '') throw new AppError(securityErrors.columns)
      return
    }
    if (cells.every((cell) => cell === '')) return
    rows += 1
    const own = columns
    const cell = (column: keyof Columns) =>
      own[column] === undefined ? '' : (cells[header.indexOf(own[column])] ?? '')
    const listed = listedOf(line, cell)
    const rank = exchange === 'NSE' ? series.indexOf(listed.series) : 0
    if (rank < 0 || !isIsin(listed.isin)) return
    const key = `${listed.isin} ${listed.series}`
    const before = lines.get(key)
    if (before !== undefined)
      throw lineFault(line, `${listed.symbol}, series ${listed.series}, is in line ${before} too.`)
    lines.set(key, line)
    if (rank <= (best.get(listed.isin)?.rank ?? rank)) best.set(listed.isin, { ...listed, rank })
  })
  if (best.size === 0) throw new AppError(securityErrors.noRows)
  const day = dayIn(`${year}-${month}-${date}`) ?? ''
  return { kind: 'listing', exchange, day, rows, securities: [...best.values()] }
}

/** Far more than an exchange writes. */
const mostCharacters = 200

function checkLengths(line: number, cells: readonly string[]): void {
  if (cells.some((cell) => cell.length > mostCharacters))
    throw lineFault(line, `a cell has more than ${mostCharacters} characters. Download the file again.`)
}

function listedOf(line: number, cell: (column: keyof Columns) => string): Listed {
  const [symbol, paise, lot] = [cell('symbol'), cell('tick'), cell('lot')]
  const tick = decimalOf(paise || '0')
  if (tick === undefined || !/^\d{0,9}$/.test(lot))
    throw lineFault(line, `the tick or lot of ${symbol} is not a plain number. Download the file again.`)
  if (symbol === '') throw lineFault(line, 'it has no symbol.')
  checkLengths(line, [symbol, cell('series'), cell('name'), cell('token')])
  return {
    isin: cell('isin'),
    symbol,
    series: cell('series'),
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
    const [, from = '', to = '', date = ''] = cells
    if (cells.every((cell) => cell === '')) return
    checkLengths(line, cells)
    const day = dayIn(date)
    if (cells.length !== 4 || day === undefined || from === '' || to === '')
      throw lineFault(
        line,
        'expected company, old symbol, new symbol and a date, such as 20-NOV-2026, and nothing else.',
      )
    if (from !== to) changes.push({ from, to, day })
  })
  if (changes.length === 0) throw new AppError(securityErrors.noRows)
  return { kind: 'symbols', exchange: 'NSE', day: '', rows: changes.length, changes }
}
