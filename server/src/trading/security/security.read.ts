import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { isIsin } from '@sauda/contract/trading/isin'
import { type Exchange } from '@sauda/contract/trading/market'
import { securityErrors } from '@sauda/contract/trading/security'
import * as z from 'zod/mini'
import {
  capitals,
  cell,
  column,
  type Format,
  type LeftOut,
  leftOutBy,
  lettersOf,
  lineFault,
  readTable,
  type RowOf,
  text,
} from '../../platform/format.ts'
import { dayIn } from '../../platform/india.ts'
import { exchangeText, fileFault, wholeRow } from '../market/imported-file.ts'

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
  readonly skipped: readonly LeftOut[]
  readonly unused: readonly string[]
} & (
  | { readonly kind: 'listing'; readonly securities: readonly Listed[] }
  | { readonly kind: 'symbols'; readonly changes: readonly SymbolChange[] }
)

const row = z.object({
  isin: column('ISINNUMBER ISIN ISINNO', capitals),
  symbol: column('SYMBOL TCKRSYMB SCRIPID SECURITYID', text),
  series: column('SERIES SCTYSRS GROUP', text),
  name: column('NAMEOFCOMPANY FININSTRMNM SCRIPNAME SECURITYNAME', text),
  token: column('FININSTRMID SCRIPCD SECURITYCODE', text),
  lot: column('MARKETLOT NEWBRDLOTQTY', text),
  /** Paise. */
  tick: column('BIDINTRVL', text),
  status: column('SCTYSTSNRMLMKT STATUS', text),
  deleted: column('DELFLG', text),
  underlying: column('UNDERLYING', text),
})
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
  const written = exchangeText(bytes)
  if (/symbol_?change/i.test(name)) return readChanges(written)
  const [, other] = otherLists.find(([pattern]) => pattern.test(name)) ?? []
  if (other !== undefined)
    throw fileFault(
      `This is ${other}. Nothing was imported. Choose a list of shares, SME shares, ETFs, REITs or InvITs.`,
    )
  return readList(name, written, series)
}

/** `series`: those of NSE that are recorded, as under Codes. */
type SentMaster = { readonly name: string; readonly bytes: Uint8Array; readonly series: readonly string[] }

/** Lists of securities, unless it is a security file of an exchange without its name. */
const listing = (isNamed: boolean): Format<typeof row> => ({
  row,
  spelled: lettersOf,
  isHeader: ({ isin, symbol, name, series, underlying }, names) =>
    // Without a series it is the list of ETFs.
    Math.min(isin, symbol, name, Math.max(series, underlying)) >= 0 && (isNamed || !names.includes('TCKRSYMB')),
  cells: (written, header, { name: nameAt, isin }) =>
    wholeRow(written, {
      columns: header.length,
      least: 0,
      nameAt,
      isRight: (cells) => isIsin((cells[isin] ?? '').toUpperCase()),
    }),
  judge({ line, symbol, series, name, token, tick, lot, underlying }) {
    if (decimalOf(tick || '0') === undefined || !/^\d{0,9}$/.test(lot))
      return { fault: `the tick or lot of ${symbol} is not a plain number. Download the file again.` }
    if (symbol === '') return { fault: 'it has no symbol.' }
    checkLengths(line, [symbol, series, name, token, underlying])
    return undefined
  },
  errors: securityErrors,
})

function readList(name: string, written: string, codes: readonly string[]): MasterFile {
  const [, named = '', date = '', month = '', year = ''] =
    /(NSE|BSE)_CM_security_(\d{2})(\d{2})(\d{4})/i.exec(name) ?? []
  const { places, rows, unused } = readTable(written, listing(named !== ''))
  // The lists of BSE that are not named for it have its scrip codes.
  const isBse = named.toUpperCase() === 'BSE' || (named === '' && places.token >= 0)
  // Lists of REITs and InvITs name no series.
  const trust = /^REIT/i.test(name) ? 'RR' : /^INVIT/i.test(name) ? 'IV' : ''
  const isEtf = places.underlying >= 0
  const ranks = [...ordinary, trust, ...codes]
  const all = rows.map((each) => {
    const series = each.series || trust || (isEtf ? 'EQ' : '')
    const rank = isBse ? 0 : series === '' ? -1 : Math.min(ranks.indexOf(series), ordinary.length)
    return { ...each, series, isEtf, rank, isEnded: each.deleted === 'Y' || ended.includes(each.status) }
  })
  const listed = all.filter(({ rank, isin }) => rank >= 0 && isIsin(isin))
  const kept = [...Map.groupBy(listed, ({ isin, series }) => `${isin} ${series}`).values()].map(oneOf)
  const best = [...Map.groupBy(kept, ({ isin }) => isin).values()].flatMap(
    (own) => own.toSorted((one, other) => one.rank - other.rank || other.line - one.line)[0] ?? [],
  )
  const skipped = leftOutBy([
    ...Array<string>(listed.length - kept.length).fill('Deleted or delisted beside another row of the same security'),
    ...Array<string>(kept.length - best.length).fill('Another series of the same ISIN counts'),
    ...all.flatMap(({ rank, series, isin }) =>
      rank < 0 ? `Series ${series || 'not named'}, which is not under Codes` : isIsin(isin) ? [] : 'No valid ISIN',
    ),
  ])
  if (best.length === 0)
    throw fileFault([`${securityErrors.noRows.message} that can be used.`, ...skipped.map(skippedText)].join(' '))
  const exchange = isBse ? 'BSE' : 'NSE'
  const day = dayIn(`${year}-${month}-${date}`) ?? ''
  return { kind: 'listing', day, exchange, rows: rows.length, skipped, unused, securities: best.map(listedOf) }
}

type Ranked = RowOf<typeof row> & { readonly isEtf: boolean; readonly rank: number; readonly isEnded: boolean }

/** The row to use among those of one security and series: the one that is not ended. */
function oneOf(rows: readonly Ranked[]): Ranked {
  const [first, again] = rows.filter(({ isEnded }) => !isEnded)
  if (first && again)
    throw lineFault(again.line, `${again.symbol}, series ${again.series}, is in line ${first.line} too.`)
  return first ?? (rows[0] as Ranked)
}

const skippedText = ({ reason, rows }: LeftOut): string => `${reason}: ${rows} ${rows === 1 ? 'row' : 'rows'}.`

/** Far more than an exchange writes. */
const mostCharacters = 200

function checkLengths(line: number, cells: readonly string[]): void {
  if (cells.some((each) => each.length > mostCharacters))
    throw lineFault(line, `a cell has more than ${mostCharacters} characters. Download the file again.`)
}

function listedOf({
  isin,
  symbol,
  series,
  name,
  token,
  lot,
  status,
  isEtf,
  underlying,
  isEnded,
  ...rest
}: Ranked): Listed {
  const tick = decimalOf(rest.tick || '0') ?? 0n
  return {
    isin,
    symbol,
    series,
    token,
    isEtf,
    underlying,
    name: name || symbol,
    lot: Number(lot) > 0 ? lot : '',
    tick: tick > 0n ? decimalText(tick / 100n) : '',
    suspended: isEnded || suspended.includes(status) ? 'true' : status === '' ? '' : 'false',
  }
}

const changeFault = 'expected company, old symbol, new symbol and a date, such as 20-NOV-2026, and nothing else.'
const filled = cell(
  (written) => written || undefined,
  () => changeFault,
)
const changeRow = z.object({ company: text, from: filled, to: filled, day: cell(dayIn, () => changeFault) })

/** The changed symbols of NSE. The columns are not named. */
const symbolChanges: Format<typeof changeRow> = {
  row: changeRow,
  places: { company: 0, from: 1, to: 2, day: 3 },
  cells({ line, cells }) {
    checkLengths(line, cells)
    const isRight = ([, , , date = '']: readonly string[]) => dayIn(date) !== undefined
    return wholeRow({ line, cells }, { columns: 4, least: 0, nameAt: 0, isRight })
  },
  judge: ({ from, to }) => (from === to ? { leftOut: 'The symbol stays' } : undefined),
  errors: securityErrors,
}

function readChanges(written: string): MasterFile {
  const { rows } = readTable(written, symbolChanges)
  if (rows.length === 0) throw new AppError(securityErrors.noRows)
  return { kind: 'symbols', exchange: 'NSE', day: '', rows: rows.length, skipped: [], unused: [], changes: rows }
}
