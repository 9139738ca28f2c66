import { parseRupees } from '@sauda/contract/platform/amount-text'
import { serialize } from 'node:v8'
import {
  type ClientImportColumn,
  clientImportColumns,
  clientImportErrors,
  clientImportRules,
  importedClient,
  optionalImportColumns,
} from '@sauda/contract/client/client-import'
import { clientTextErrors } from '@sauda/contract/platform/client-text'
import { decimalOf } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { moneyRules } from '@sauda/contract/platform/money'
import { clientTextFault } from '../../core/mail/text-rules.ts'
import * as z from 'zod/mini'
import { csvText } from '../../platform/csv.ts'
import { type Format, readTable, rounded, type RowOf, text } from '../../platform/format.ts'
import { dayInIndia, dayIn } from '../../platform/india.ts'

export type FileClient = {
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly executive: string
  /** ISO date of the verification by the broker; empty if the client has yet to send documents. */
  readonly kycDate: string
  /** Paise. */
  readonly balance: bigint
  readonly ucc: string
  readonly demat: string
  /** Stated on contract notes. */
  readonly address: string
  /** ISO date of the consent to contract notes by e-mail; empty without one. */
  readonly noteConsentOn: string
  readonly bank: { readonly holder: string; readonly number: string; readonly ifsc: string } | undefined
}
export type FilePosition = {
  readonly stock: string
  readonly quantity: bigint
  readonly unitCost: bigint
  readonly purchasedOn: string
}
export type FileLine = {
  readonly line: number
  readonly record: 'client' | 'position' | 'other'
  /** In capitals, as in the file if it is not a PAN. */
  readonly pan: string
  readonly title: string
  readonly detail: string
  readonly problems: string[]
  /** Undefined if there are problems. */
  readonly client?: FileClient | undefined
  readonly position?: FilePosition | undefined
}

const allColumns = [...clientImportColumns, ...optionalImportColumns]
type Cells = Readonly<Record<ClientImportColumn, string>>

/** Lines per serialised batch. */
const batch = 500

/** To be called in a thread of its own; the lines are serialised, because copying them takes the receiver a while. */
type SentFile = {
  readonly count: number
  readonly batches: readonly Uint8Array[]
  readonly unused: readonly string[]
}

export function readFile(sent: Uint8Array): SentFile {
  const { lines, unused } = readLines(Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength))
  const batches: Uint8Array[] = []
  for (let at = 0; at < lines.length; at += batch) batches.push(serialize(lines.slice(at, at + batch)))
  return { count: lines.length, batches, unused }
}

const row = z.object(
  Object.fromEntries(allColumns.map((name) => [name, text])) as Record<ClientImportColumn, typeof text>,
)

/** `moved`: the lines with a cell beyond the columns. */
const clientFile = (moved: Set<number>): Format<typeof row> => ({
  row,
  spelled: (name) => name.toLowerCase().replaceAll(/[\s_-]+/g, '_'),
  // Every column is named exactly once, or not at all where it may be left out.
  isHeader: (places, names) =>
    clientImportColumns.every((name) => places[name] >= 0) &&
    allColumns.every((name) => names.lastIndexOf(name) === places[name]),
  headerRows: 5,
  cells({ line, cells }, _header, places) {
    const known = Object.values(places).filter((at) => at >= 0)
    if (cells.some((written, at) => written !== '' && at >= known.length && !known.includes(at))) moved.add(line)
    return cells
  },
  errors: { columns: clientImportErrors.columns, noRows: clientImportErrors.noLines },
})

function readLines(bytes: Buffer) {
  const moved = new Set<number>()
  const { rows, unused } = readTable(csvText(bytes), clientFile(moved))
  if (rows.length > clientImportRules.lines) throw new AppError(clientImportErrors.long)
  const lines = rows.map((each) => lineOf(each, moved.has(each.line)))
  compareLines(lines)
  return { lines, unused }
}

/** A spreadsheet would run it. */
const formula = /^[=+\-@|]/

function lineOf({ line, ...named }: RowOf<typeof row>, isMoved: boolean): FileLine {
  const problems: string[] = []
  for (const name of allColumns)
    if (name !== 'mobile' && formula.test(named[name]))
      problems.push(`${name} may not begin with ${named[name].slice(0, 1)}`)
  if (isMoved) problems.push('The line has more cells than the file has columns. Put values with commas into quotes')
  const record = named.record.toLowerCase()
  const pan = checked(importedClient.pan, named.pan, problems) ?? named.pan.slice(0, 20)
  const common = { line, pan, problems }
  if (record === 'client') return { ...common, ...clientOf(named, problems) }
  if (record === 'position') return { ...common, ...positionOf(named, problems) }
  problems.push('record must be client or position')
  return { ...common, record: 'other', title: named.record.slice(0, 100), detail: '' }
}

/** The value, or undefined with what is wrong added to the problems. */
function checked<Schema extends z.ZodMiniType>(schema: Schema, cell: string, problems: string[]) {
  const result = schema.safeParse(cell)
  if (result.success) return result.data
  problems.push(result.error.issues[0]?.message ?? 'This value cannot be read')
  return undefined
}

function clientOf(cells: Cells, problems: string[]) {
  const name = checked(importedClient.name, cells.name.replaceAll(/\s+/g, ' '), problems)
  const email = checked(importedClient.email, cells.email, problems)
  const mobile = digitsOf('mobile', cells, problems)
  const executive = checked(importedClient.executive, cells.executive || 'Self', problems)
  for (const column of ['name', 'executive', 'account_holder', 'address'] as const) {
    const fault = clientTextFault(cells[column])
    if (fault) problems.push(clientTextErrors[fault](`The column ${column}`).message)
  }
  const kycDate = cells.kyc_date === '' ? '' : pastDay(cells.kyc_date, 'kyc_date', problems)
  const balance = rupeesIn(cells, problems)
  const bank = bankOf(cells, problems)
  const [ucc, demat] = (['ucc', 'demat'] as const).map((column) => {
    if (!rounded.test(cells[column])) return checked(importedClient[column], cells[column], problems) ?? ''
    problems.push(
      `${column} was rounded by a spreadsheet: ${cells[column]}. Format the column as text and enter it again`,
    )
    return ''
  })
  const noteDelivery = noteDeliveryOf(cells, problems)
  if (cells.stock !== '' || cells.quantity !== '' || cells.unit_cost !== '' || cells.purchase_date !== '')
    problems.push('A client’s line has no position. Put each position into a line of its own')
  const client =
    problems.length === 0 && name && email && mobile && executive
      ? { name, email, mobile, executive, kycDate, balance, bank, ucc: ucc ?? '', demat: demat ?? '', ...noteDelivery }
      : undefined
  return { record: 'client', title: cells.name.slice(0, 100), detail: cells.email.slice(0, 254), client } as const
}

/** A number that is no amount: what spreadsheets and address books write between its digits does not count. */
function digitsOf(column: 'mobile' | 'account_number', cells: Cells, problems: string[]): string | undefined {
  const cell = cells[column]
  if (!rounded.test(cell)) return checked(importedClient[column], cell.replaceAll(/[\s'’-]/g, ''), problems)
  problems.push(`${column} was rounded by a spreadsheet: ${cell}. Format the column as text and enter the number again`)
  return undefined
}

function noteDeliveryOf(cells: Cells, problems: string[]): Pick<FileClient, 'address' | 'noteConsentOn'> {
  const faults: string[] = []
  const address = checked(importedClient.address, cells.address.replaceAll(/\s+/g, ' '), faults) ?? ''
  problems.push(...faults.map((fault) => `address: ${fault}`))
  const consent = cells.ecn_consent_date
  return { address, noteConsentOn: consent === '' ? '' : pastDay(consent, 'ecn_consent_date', problems) }
}

/** All three cells, or none. */
function bankOf(cells: Cells, problems: string[]): FileClient['bank'] {
  if (cells.account_holder === '' && cells.account_number === '' && cells.ifsc === '') return undefined
  const holder = checked(importedClient.account_holder, cells.account_holder, problems)
  const number = digitsOf('account_number', cells, problems)
  const ifsc = checked(importedClient.ifsc, cells.ifsc, problems)
  return holder && number && ifsc ? { holder, number, ifsc } : undefined
}

function positionOf(cells: Cells, problems: string[]) {
  const [quantityCell, costCell] = [ungrouped('quantity', cells, problems), ungrouped('unit_cost', cells, problems)]
  const [quantity, unitCost] = [decimalOf(quantityCell ?? ''), decimalOf(costCell ?? '')]
  if (cells.stock === '') problems.push('Enter the stock')
  if (!quantity && quantityCell !== undefined) problems.push('Enter a quantity above zero with at most 8 decimals')
  if (!unitCost && costCell !== undefined)
    problems.push('Enter the cost per unit in rupees, above zero and with at most 8 decimals')
  const purchasedOn = pastDay(cells.purchase_date, 'purchase_date', problems)
  const detail = `${cells.quantity} at ${cells.unit_cost}, bought ${purchasedOn || cells.purchase_date}`.slice(0, 200)
  const position =
    problems.length === 0 && quantity && unitCost ? { stock: cells.stock, quantity, unitCost, purchasedOn } : undefined
  return { record: 'position', title: cells.stock.slice(0, 100), detail, position } as const
}

function pastDay(cell: string, column: ClientImportColumn, problems: string[]): string {
  const day = dayIn(cell)
  if (day === undefined || day < '1900-01-01')
    problems.push(`${column} must be a date such as 2024-03-31 or 31/03/2024`)
  else if (day > dayInIndia(new Date())) problems.push(`${column} is in the future`)
  return day ?? ''
}

/** Digits with commas between thousands, as in India or elsewhere. */
const grouped = /^(?:₹ ?)?[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/

/** Without the commas between thousands. Undefined, with a problem, for any other comma: it would be a decimal comma. */
function ungrouped(column: ClientImportColumn, cells: Cells, problems: string[]): string | undefined {
  const cell = cells[column].slice(0, 40)
  if (!cell.includes(',') || grouped.test(cell)) return cell.replaceAll(',', '')
  problems.push(
    `${column} has a comma where a decimal point is expected. Write 2945.30, with or without commas between thousands`,
  )
  return undefined
}

const amount = /^(?:₹ ?)?(\d{1,12}(?:\.\d{1,2})?)$/

function rupeesIn(cells: Cells, problems: string[]): bigint {
  const isNegative = /^-|^\(.*\)$/.test(cells.balance)
  const cell = isNegative ? cells.balance : ungrouped('balance', cells, problems)
  if (cell === '' || cell === undefined) return 0n
  const [, whole] = amount.exec(cell) ?? []
  if (whole === undefined) {
    problems.push(
      isNegative
        ? 'The opening balance is below zero. A debit balance has to be recovered before the import'
        : 'balance must be an amount in rupees with at most two decimals',
    )
    return 0n
  }
  const paise = parseRupees(whole)
  if (paise > BigInt(moneyRules.maximumRupees) * 100n) problems.push('balance may be at most ₹1,00,00,00,000')
  return paise
}

/** Errors found only by comparing lines: each PAN, e-mail address and mobile number once, and a client for each position. */
function compareLines(lines: readonly FileLine[]): void {
  const clients = lines.filter(({ record }) => record === 'client')
  const firstWith = (what: string, valueOf: (line: FileLine) => string | undefined) => {
    const first = new Map<string, number>()
    for (const each of clients) {
      const value = valueOf(each)
      if (!value) continue
      const earlier = first.get(value)
      if (earlier === undefined) first.set(value, each.line)
      else each.problems.push(`Line ${earlier} has the same ${what}`)
    }
    return first
  }
  const pans = firstWith('PAN', ({ pan }) => pan)
  firstWith('e-mail address', ({ detail }) => detail.toLowerCase())
  firstWith('mobile number', ({ client }) => client?.mobile)
  firstWith('UCC', ({ client }) => client?.ucc.toUpperCase())
  for (const { record, pan, problems } of lines)
    if (record === 'position' && !pans.has(pan)) problems.push('No client in this file has this PAN')
}
