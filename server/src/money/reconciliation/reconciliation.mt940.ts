import { statementFileErrors } from '@sauda/contract/money/statement-file'
import { AppError } from '@sauda/contract/platform/error'
import { dayIn } from '../../platform/india.ts'
import { amountIn } from './reconciliation.cells.ts'
import { type Balance, type Entry, joinedText, type Message } from './reconciliation.message.ts'
import { rejectRow } from './reconciliation.rows.ts'

/** mt940: statements as SWIFT messages. */

type Field = { readonly tag: string; readonly line: number; readonly values: string[] }

/** The width at which a bank breaks a text, within a word too. */
const width = 65

export function readMt940(text: string): Message[] {
  const fields = fieldsIn(text)
  const other = fields.find(({ tag }) => ['34F', '13D', '90C', '90D'].includes(tag))
  if (other) throw new AppError(statementFileErrors.mt942)
  const starts = fields.flatMap(({ tag }, at) => (tag === '20' ? [at] : []))
  if (starts[0] !== 0) throw new AppError(statementFileErrors.noStatement)
  return starts.map((start, at) => messageOf(fields.slice(start, starts[at + 1])))
}

function fieldsIn(text: string): Field[] {
  const fields: Field[] = []
  for (const [at, raw] of text.split('\n').entries()) {
    // The blocks around a message, of which the fourth is its text.
    const content = raw.replace(/^\{1:.*?\{4:/, '').trimEnd()
    if (content === '' || content === '-' || /^(?:-\}|\{)/.test(content)) continue
    const [, tag, value = ''] = /^:(\d{2}[A-Z]?|NS):(.*)$/.exec(content) ?? []
    if (tag !== undefined) fields.push({ tag, line: at + 1, values: [value] })
    else if (fields.length > 0) fields.at(-1)?.values.push(content)
    else rejectRow({ line: at + 1 }, 'it stands before the first field of the MT940 message.')
  }
  return fields
}

function messageOf(fields: readonly Field[]): Message {
  const [first] = fields
  const line = first?.line ?? 1
  const entries: Entry[] = []
  let opening: Balance | undefined
  let closing: Balance | undefined
  let [account, currency] = ['', '']
  for (const [at, field] of fields.entries()) {
    const { tag, values } = field
    if (tag === '25' || tag === '25P') account = accountOf(field)
    else if (tag === '61') entries.push(entryOf(field, detailsBelow(fields, at)))
    else if (/^6[02][FM]$/.test(tag)) {
      const read = balanceOf(field)
      if (currency !== '' && currency !== read.currency)
        rejectRow(field, 'its currency is not that of the other balances.')
      currency = read.currency
      if (tag.startsWith('60')) opening = read.balance
      else closing = read.balance
    } else if (!['20', '21', '28', '28C', '64', '65', '86', 'NS'].includes(tag))
      rejectRow(field, `the field :${tag}: ${values[0]?.slice(0, 30)} is not one of an MT940 statement.`)
  }
  if (account === '') rejectRow({ line }, 'the message names no account (field :25:).')
  if (!opening || !closing)
    rejectRow({ line }, 'the message has no opening or no closing balance (fields :60F: and :62F:).')
  return { line, account, currency, opening, closing, period: undefined, entries }
}

/** `HDFCINBB/50200012345678`, `50200012345678INR`. */
function accountOf(field: Field): string {
  const runs = field.values[0]?.match(/[X*\d]{4,}/g) ?? []
  const [number] = runs.toSorted((a, b) => b.length - a.length)
  return number ?? rejectRow(field, 'the number of the account cannot be read.')
}

function detailsBelow(fields: readonly Field[], at: number): string {
  const next = fields.slice(at + 1)
  const end = next.findIndex(({ tag }) => tag !== '86' && tag !== 'NS')
  return next
    .slice(0, end < 0 ? undefined : end)
    .map(({ values }) => unwrapped(values))
    .join(' ')
}

const unwrapped = (values: readonly string[]): string =>
  values
    .map((value, at) => (at < values.length - 1 && value.length < width ? `${value} ` : value))
    .join('')
    // A structured text: `166?00TRANSFER?20RENT`.
    .replace(/^\d{3}\?\d\d.*/s, (text) => text.replace(/\?\d\d/g, ' '))

const entryForm = /^(\d{6})(\d{4})?(R?[CD]|E[CD])[A-Z]?(\d{1,13}[.,]\d{0,2})[A-Z][A-Z\d]{3}(.*)$/

function entryOf(field: Field, details: string): Entry {
  const [value = '', ...more] = field.values
  const [, valued = '', booked, mark = '', amount = '', rest = ''] = entryForm.exec(value) ?? []
  const day = booked === undefined ? dayOf(valued) : bookedDay(valued, booked)
  if (mark === '' || day === undefined) rejectRow(field, `the entry :61: ${value.slice(0, 60)} cannot be read.`)
  const [reference = '', bankReference = ''] = rest.split('//')
  // A reversal of a credit is a debit.
  const isCredit = mark.startsWith('R') ? mark === 'RD' : mark.endsWith('C')
  return {
    line: field.line,
    day,
    mark: isCredit ? 'Cr' : 'Dr',
    amount: decimal(amount),
    currency: '',
    status: mark.startsWith('E') ? 'pending' : '',
    text: joinedText([details, unwrapped(more)]),
    references: [reference, bankReference].filter((each) => each !== '' && each !== 'NONREF'),
    id: '',
  }
}

const decimal = (amount: string): string => amount.replace(',', '.').replace(/\.$/, '')
const dayOf = (digits: string): string | undefined => dayIn(digits.replace(/^(\d\d)(\d\d)(\d\d)$/, '20$1-$2-$3'))

/** The day of booking has no year: it is the one next to the value date. */
function bookedDay(valued: string, booked: string): string | undefined {
  const value = dayOf(valued)
  if (value === undefined) return undefined
  const year = Number(valued.slice(0, 2))
  const days = [year - 1, year, year + 1].flatMap((each) => dayOf(`${String(each).padStart(2, '0')}${booked}`) ?? [])
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(value))
  return days.toSorted((a, b) => distance(a) - distance(b))[0]
}

function balanceOf(field: Field): { readonly currency: string; readonly balance: Balance } {
  const [value = ''] = field.values
  const [, mark, date = '', currency = '', amount = ''] =
    /^([CD])(\d{6})([A-Z]{3})(\d{1,13}[.,]\d{0,2})$/.exec(value.trim()) ?? []
  const [day, read] = [dayOf(date), amountIn(decimal(amount))]
  if (day === undefined || typeof read !== 'object')
    return rejectRow(field, `the balance :${field.tag}: ${value.slice(0, 60)} cannot be read.`)
  return { currency, balance: { line: field.line, day, paise: mark === 'D' ? -read.paise : read.paise } }
}
