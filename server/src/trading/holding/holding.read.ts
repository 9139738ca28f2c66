import { exchangeCsvErrors } from '@sauda/contract/platform/csv'
import { AppError } from '@sauda/contract/platform/error'
import { decimalOf } from '@sauda/contract/platform/decimal'
import { holdingErrors } from '@sauda/contract/trading/holding'
import * as z from 'zod/mini'
import { bufferOf } from '../../platform/called.ts'
import { type CsvRow, delimiterOf, readRows } from '../../platform/csv.ts'
import {
  capitals,
  cell,
  column,
  type Format,
  hasTable,
  type LeftOut,
  lettersOf,
  namesOr,
  readTable,
  text,
} from '../../platform/format.ts'
import { dayIn } from '../../platform/india.ts'
import { tableSource } from '../../platform/table-source.ts'
import { isinOf } from '../market/imported-file.ts'

/** The shares of one ISIN in a demat account. Units in hundred-millionths. */
export type FileHolding = {
  readonly line: number
  /** 16 characters, as clients have them. */
  readonly demat: string
  readonly isin: string
  readonly total: bigint
  readonly pledged: bigint
  readonly lockedIn: bigint
}
export type HoldingFile = {
  readonly day: string
  readonly rows: number
  readonly holdings: readonly FileHolding[]
  readonly leftOut: readonly LeftOut[]
  readonly unused: readonly string[]
}

/** Names of columns where the file has others than the usual ones, and the day where it does not say it. */
export type HoldingColumns = {
  readonly account?: string | undefined
  readonly isin?: string | undefined
  readonly quantity?: string | undefined
  readonly day?: string | undefined
}

/** Rows that may stand above the names of the columns. */
const headerRows = 30

/** Units as depositories write them (`1,25,000.000`); an empty cell is 0. */
const units = cell(
  (written) => {
    const value = decimalOf(written.replaceAll(',', '') || '0')
    return value !== undefined && value >= 0n && /^[\d,]*(?:\.\d+)?$/.test(written) ? value : undefined
  },
  (written) => `{column} is “${written.slice(0, 40)}”, which is not a number of units.`,
)

const names = {
  account:
    'BOID BOIDNO BENEFICIARYID BENEFICIARYACCOUNT BENEFICIARYACCOUNTNO DEMATACCOUNT DEMATACCOUNTNO DEMATACCOUNTNUMBER DEMATACNO DPIDCLIENTID DPIDBOID',
  dpId: 'DPID',
  clientId: 'CLIENTID',
  isin: 'ISIN ISINCODE ISINNO ISINNUMBER',
  quantity:
    'BALANCE TOTALBALANCE TOTAL TOTALQTY TOTALQUANTITY CURRENTBALANCE CURRENTBAL CURRBAL HOLDING HOLDINGS QUANTITY QTY NETBALANCE POSITION',
  free: 'FREE FREEBALANCE FREEBAL FREEQTY FREEQUANTITY',
  pledged: 'PLEDGED PLEDGE PLEDGEBALANCE PLEDGEDBALANCE PLEDGEBAL PLEDGEDQTY PLEDGEQTY',
  lockedIn: 'LOCKIN LOCKEDIN LOCKINBALANCE LOCKEDINBALANCE LOCKINBAL LOCKINQTY LOCKEDINQTY',
  day: 'DATE ASON ASONDATE ASOF HOLDINGDATE BALANCEDATE STATEMENTDATE POSITIONDATE',
} as const

const rowOf = (own: HoldingColumns) =>
  z.object({
    account: column(namesOr(own.account, names.account), text),
    dpId: column(names.dpId, capitals),
    clientId: column(names.clientId, text),
    isin: column(namesOr(own.isin, names.isin), capitals),
    quantity: column(namesOr(own.quantity, names.quantity), units),
    free: column(names.free, units),
    pledged: column(names.pledged, units),
    lockedIn: column(names.lockedIn, units),
    day: column(names.day, text),
  })

/** Where the file has one account only, it stands above the table. */
type Above = { readonly demat: string | undefined; readonly day: string | undefined }

const formatOf = (own: HoldingColumns, above: Above): Format<ReturnType<typeof rowOf>> => ({
  row: rowOf(own),
  spelled: lettersOf,
  optional: ['account', 'dpId', 'clientId', 'quantity', 'free', 'pledged', 'lockedIn', 'day'],
  // A column that the operator named must be there.
  isHeader: ({ account, isin, quantity, free }) =>
    isin >= 0 && (quantity >= 0 || (free >= 0 && !own.quantity)) && (account >= 0 || !own.account),
  headerRows,
  key: (row) => (!/\d/.test(row.isin) ? undefined : `${dematOf(row, above) ?? ''} ${row.isin}`),
  judge(row, before, places) {
    if (!/\d/.test(row.isin)) return { leftOut: 'without an ISIN, such as totals and notes' }
    if (isinOf(row.isin) === undefined) return { fault: `${row.isin} is not an ISIN.` }
    if (dematOf(row, above) === undefined) {
      if (places.account < 0 && places.clientId < 0) throw new AppError(holdingErrors.account)
      return { fault: 'the demat account is not one of NSDL (IN and 14 characters) or CDSL (16 digits).' }
    }
    if (before) return { fault: `${row.isin} of this demat account is in line ${before.line} too.` }
    const parts = row.free + row.pledged + row.lockedIn
    if (places.quantity >= 0 && parts > row.quantity)
      return { fault: `the parts of the balance of ${row.isin} are more than the balance.` }
    return undefined
  },
  errors: holdingErrors,
})

const joined = (written: string): string => written.toUpperCase().replace(/[\s/-]/g, '')
/** A demat account without spaces: DP ID and client ID of NSDL, or the BO ID of CDSL. */
const dematIn = (written: string): string | undefined => /^(?:IN[0-9A-Z]{6}\d{8}|\d{16})$/.exec(joined(written))?.[0]

type AccountCells = { readonly account: string; readonly dpId: string; readonly clientId: string }
/** Numbers lose their leading zeros in spreadsheets. */
const dematOf = ({ account, dpId, clientId }: AccountCells, above: Above): string | undefined =>
  dematIn(account) ??
  (dpId === '' ? undefined : dematIn(dpId + clientId.padStart(8, '0'))) ??
  (account === '' && dpId === '' ? above.demat : undefined)

/** The value that the found ones agree on; undefined where there is none, or several. */
function only(found: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = new Set(found.filter((each) => each !== undefined))
  return others.length === 0 ? first : undefined
}

/** The account and the day in the rows above the table. */
function readAbove(rows: readonly CsvRow[], format: Format<ReturnType<typeof rowOf>>): Above {
  const at = rows.slice(0, headerRows).findIndex((row) => hasTable([row], { ...format, headerRows: 1 }))
  const cells = rows.slice(0, Math.max(at, 0)).flatMap((row) => row.cells)
  const behind = (label: string) => {
    const place = cells.findIndex((each) => lettersOf(each) === label)
    return place < 0 ? '' : (cells[place + 1] ?? '')
  }
  const words = cells.flatMap((each) => [each, ...each.split(/\s+(?:as on|at)\s+|[:]\s+/i)])
  const account = dematIn(behind('DPID') + behind('CLIENTID').padStart(8, '0'))
  return {
    demat: only([...cells.map(dematIn), account]),
    day: only(words.map((each) => dayIn(each.trim()))),
  }
}

async function rowsIn(bytes: Buffer, format: Format<ReturnType<typeof rowOf>>): Promise<readonly CsvRow[]> {
  const content = await tableSource(bytes, format, exchangeCsvErrors)
  if (typeof content !== 'string') return content
  const delimiter = delimiterOf(content, headerRows, (cells) =>
    hasTable([{ line: 1, cells }], { ...format, headerRows: 1 }),
  )
  if (delimiter === undefined) throw new AppError(holdingErrors.columns)
  const rows: CsvRow[] = []
  readRows(content, delimiter, (row) => rows.push(row))
  return rows
}

type Given = { readonly bytes: Uint8Array; readonly saved?: readonly HoldingColumns[] } & HoldingColumns

/** Errors of a file that other names of columns may end. */
const namesMissing: readonly string[] = [holdingErrors.columns.message, holdingErrors.account.message]

/**
 * Throws an AppError that names the line. To be called by a `fileReader`. `saved`: names of columns of earlier files, tried where the file has
 * not the usual ones and none were entered; `columns` are those by which it was read.
 */
export async function readHoldings({ bytes, saved = [], ...own }: Given) {
  const choices = own.account || own.isin || own.quantity ? [] : saved
  let first: unknown
  for (const names of [{}, ...choices]) {
    const columns = { ...names, ...own }
    try {
      return { ...(await readBy(bytes, columns)), columns }
    } catch (error) {
      if (!(error instanceof AppError) || !namesMissing.includes(error.message)) throw error
      first ??= error
    }
  }
  throw first
}

async function readBy(bytes: Uint8Array, own: HoldingColumns): Promise<HoldingFile> {
  const bare = formatOf(own, { demat: undefined, day: undefined })
  const source = await rowsIn(bufferOf(bytes), bare)
  const above = readAbove(source, bare)
  const { count, rows, leftOut, unused } = readTable(source, formatOf(own, above))
  const days = new Set(rows.map(({ day }) => (day === '' ? above.day : dayIn(day))))
  if (days.size > 1) throw new AppError(holdingErrors.days)
  const [found] = days
  const day = found ?? own.day
  if (day === undefined) throw new AppError(holdingErrors.day)
  if (own.day !== undefined && own.day !== day) throw new AppError(holdingErrors.otherDay)
  const holdings = rows.map((row) => ({
    line: row.line,
    demat: dematOf(row, above) ?? '',
    isin: row.isin,
    // Without a column of the balance it is the sum of its parts.
    total: row.quantity > 0n ? row.quantity : row.free + row.pledged + row.lockedIn,
    pledged: row.pledged,
    lockedIn: row.lockedIn,
  }))
  return { day, rows: count, holdings, leftOut, unused }
}
