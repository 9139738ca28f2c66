import { closingPriceErrors, type PriceFileReading } from '@sauda/contract/trading/closing-price'
import { decimalOf } from '@sauda/contract/platform/decimal'
import { untouchedFile } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { isIsin } from '@sauda/contract/trading/isin'
import { type Exchange, exchanges } from '@sauda/contract/trading/market'
import { checkHeader, type CsvRow, delimiterOf, readRows } from '../../platform/csv.ts'
import { dateText, dayIn } from '../../platform/india.ts'
import {
  cellCountFault,
  exchangeText,
  fileFault,
  lineFault,
  namedRight,
  rejectDerivatives,
  requireCashMarket,
  wholeRow,
  writtenDay,
} from '../market/imported-file.ts'

/** The closing price of a security in the file. Prices are decimals in text, as in the file. */
export type FilePrice = {
  readonly isin: string
  readonly symbol: string
  readonly series: string
  readonly close: string
  /** The highest and the lowest of the day. */
  readonly high: string
  readonly low: string
  /** The previous close according to the exchange; not adjusted for corporate actions. */
  readonly previous: string
  /** Units of trusts, gold bonds and other debt are used only where clients can hold them. */
  readonly isOther: boolean
}
export type PriceFileContent = {
  readonly exchange: Exchange
  readonly day: string
  /** Counts all series. */
  readonly rows: number
  readonly prices: readonly FilePrice[]
  readonly leftOut: readonly LeftOut[]
}
/** How many rows of the file are not used, and why. */
export type LeftOut = PriceFileReading['leftOut'][number]

const columns = [
  'TradDt',
  'Sgmt',
  'Src',
  'ISIN',
  'TckrSymb',
  'SctySrs',
  'HghPric',
  'LwPric',
  'ClsPric',
  'PrvsClsgPric',
  'TtlTradgVol',
] as const
type Cells = Readonly<Record<(typeof columns)[number], string>>

/** Shares and ETFs of NSE, the ordinary series first; others are debt and trusts. BSE names groups instead. */
const series: Readonly<Record<Exchange, readonly string[] | undefined>> = {
  NSE: ['EQ', 'BE', 'BZ', 'SM', 'ST'],
  BSE: undefined,
}
/** Groups of BSE with debt. */
const debtGroups = ['F', 'G']
/** Sessions of NSE beside the ordinary one, with prices of their own. */
const otherSessions = ['BL', 'T0', 'IL']
const leftOutReasons = {
  session: 'of block deals, T+0 or institutional deals',
  isin: 'without a valid ISIN',
  volume: 'not traded that day',
  series: 'of another series of the same security',
} as const

const isDay = (text: string): boolean => dayIn(text) === text

const namePattern = /^BhavCopy_(NSE|BSE)_CM_0_0_0_(\d{4})(\d{2})(\d{2})_F_0000/i

/** Reads the price file of an exchange (UDiFF, cash market). Throws an AppError that names the line. To be called in a child process. */
export function readPrices({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): PriceFileContent {
  const [, source = '', year, month, date] = namePattern.exec(name) ?? []
  rejectDerivatives(name)
  const exchange = exchanges.find((each) => each === source.toUpperCase())
  const day = `${year}-${month}-${date}`
  if (!exchange || !isDay(day)) throw new AppError(closingPriceErrors.name)
  const text = exchangeText(bytes)
  const delimiter = delimiterOf(text, 1, (cells) => placesOf(cells) !== undefined)
  if (delimiter === undefined) throw new AppError(closingPriceErrors.columns)
  const table = newTable(exchange, day)
  let places: readonly number[] | undefined
  let header: readonly string[] = []
  readRows(text, delimiter, ({ line, cells: written }) => {
    const cells = places ? wholeRow(line, written, tableOf(header)) : written
    if (!places) {
      checkHeader(line, cells)
      header = cells
      places = placesOf(cells)
    } else if (cells.some((cell) => cell !== '')) {
      if (Math.max(...places) >= cells.length) throw cellCountFault(line, cells.length, header.length)
      table.add({ line, cells: places.map((place) => cells[place] ?? '') })
    }
  })
  return table.finish()
}

function tableOf(header: readonly string[]) {
  const nameAt = header.indexOf('FinInstrmNm')
  const isRight = (cells: readonly string[]) => /^[\d.]*$/.test(cells[nameAt + 1] ?? '')
  return { columns: header.length, nameAt, isRight }
}

function placesOf(cells: readonly string[]): number[] | undefined {
  const places = columns.map((column) => cells.indexOf(column))
  return places.includes(-1) ? undefined : places
}

function newTable(exchange: Exchange, day: string) {
  const seen = new Map<string, number>()
  const best = new Map<string, { readonly rank: number; readonly volume: number; readonly price: FilePrice }>()
  let rows = 0
  const counts = new Map<string, number>()
  const leaveOut = (reason: keyof typeof leftOutReasons): void => {
    const sentence = leftOutReasons[reason]
    counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  }
  return {
    add({ line, cells }: CsvRow): void {
      rows += 1
      const written = Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Cells
      const row = { ...written, ISIN: written.ISIN.toUpperCase() }
      checkSource(line, row, { exchange, day })
      const rank = rankOf(exchange, row)
      if (rank < 0) return leaveOut('session')
      if (!isIsin(row.ISIN)) return leaveOut('isin')
      const key = `${row.ISIN} ${row.SctySrs}`
      const before = seen.get(key)
      if (before !== undefined)
        throw lineFault(line, `${row.TckrSymb}, series ${row.SctySrs}, is in line ${before} too.`)
      seen.set(key, line)
      const volume = Number(row.TtlTradgVol)
      // Not traded: it has no price of this day.
      if (volume === 0) return leaveOut('volume')
      checkPrices(line, row)
      const known = best.get(row.ISIN)
      if (known) leaveOut('series')
      if (known && (known.rank < rank || (known.rank === rank && known.volume >= volume))) return
      const { ISIN: isin, TckrSymb: symbol, SctySrs, ClsPric: close, HghPric: high, LwPric: low } = row
      best.set(isin, {
        rank,
        volume,
        price: {
          isin,
          symbol,
          series: SctySrs,
          close,
          high,
          low,
          previous: row.PrvsClsgPric,
          isOther: rank >= otherRank,
        },
      })
    },
    finish(): PriceFileContent {
      if (best.size === 0) throw new AppError(closingPriceErrors.noRows)
      const leftOut = [...counts].map(([reason, left]) => ({ reason, rows: left }))
      return { exchange, day, rows, prices: [...best.values()].map(({ price }) => price), leftOut }
    },
  }
}

type Expected = { readonly exchange: Exchange; readonly day: string }

function checkSource(line: number, { TradDt, Sgmt, Src }: Cells, { exchange, day }: Expected): void {
  requireCashMarket(line, Sgmt)
  if (Src !== exchange)
    throw lineFault(line, `it is of ${Src || 'no exchange'}, but the file is named for ${exchange}. ${namedRight}`)
  const found = writtenDay(line, 'TradDt', TradDt)
  if (found === day) return
  // On weekends and holidays the exchanges serve a copy of the last session under the day's name.
  throw fileFault(
    `The file is named for ${dateText(day)} but has the prices of ${dateText(found)} (line ${line}). On weekends and holidays the exchange serves a copy of the last session: choose the file of ${dateText(day)} once it is provided.`,
  )
}

const otherRank = 100

/** Lower is better; below 0 if the series is not taken. */
function rankOf(exchange: Exchange, { SctySrs }: Cells): number {
  const taken = series[exchange]
  if (!taken) return debtGroups.includes(SctySrs) ? otherRank : 0
  if (taken.includes(SctySrs)) return taken.indexOf(SctySrs)
  return otherSessions.includes(SctySrs) ? -1 : otherRank
}

function checkPrices(line: number, { TckrSymb, HghPric, LwPric, ClsPric, PrvsClsgPric }: Cells): void {
  const [high, low, close] = [HghPric, LwPric, ClsPric].map((text) => decimalOf(text))
  if (high === undefined || low === undefined || close === undefined || decimalOf(PrvsClsgPric || '0') === undefined)
    throw lineFault(line, `a price of ${TckrSymb} is not a plain number. ${untouchedFile}`)
  if (close === 0n) throw lineFault(line, `the closing price of ${TckrSymb} is 0.`)
  if (low > close || close > high)
    throw lineFault(line, `the closing price of ${TckrSymb}, ${ClsPric}, is not between ${LwPric} and ${HghPric}.`)
}
