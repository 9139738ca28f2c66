import { decimalRupees, formatRupees } from '@sauda/contract/platform/money'
import type { CsvRow } from '../../platform/csv.ts'
import { addDays } from '../../platform/india.ts'
import type { Period } from './reconciliation.above.ts'
import { amountIn } from './reconciliation.cells.ts'
import { isLeftOut, rejectRow } from './reconciliation.rows.ts'
import { isRupees } from './reconciliation.words.ts'

/** message: statements that are no tables (OFX, camt.053, MT940), as the rows of one, so that the same rules apply. */

export type Entry = {
  readonly line: number
  /** ISO; undefined if the file names none. */
  readonly day: string | undefined
  /** Cr or Dr as the file says it; empty if only the sign of the amount does. */
  readonly mark: string
  readonly amount: string
  /** Empty for that of the statement. */
  readonly currency: string
  /** Empty where the format has only entries that are booked. */
  readonly status: string
  readonly text: string
  readonly references: readonly string[]
  /** The number under which the bank stores the entry, which is not that of the payment. */
  readonly id: string
}

/** `line`: of the file; `paise`: negative if overdrawn. */
export type Balance = { readonly line: number; readonly day: string | undefined; readonly paise: bigint }

export type Message = {
  readonly line: number
  readonly account: string
  readonly currency: string
  readonly opening: Balance | undefined
  readonly closing: Balance | undefined
  readonly period: Period | undefined
  readonly entries: readonly Entry[]
}

type Column = readonly [name: string, of: (entry: Entry) => string]

const columnsOf = (entries: readonly Entry[]): Column[] => {
  const references = Math.max(1, ...entries.map((entry) => entry.references.length))
  const all: Column[] = [
    ['Date', ({ day }) => day ?? ''],
    ['Narration', ({ text }) => text],
    ...Array.from({ length: references }, (_, at): Column => [
      `Reference ${at + 1}`,
      (entry) => entry.references[at] ?? '',
    ]),
    ['Cr/Dr', ({ mark }) => mark],
    ['Amount', ({ amount }) => amount],
    ['Status', ({ status }) => status],
    ['Entry identifier', ({ id }) => id],
  ]
  return all.filter(([name, of]) => !optional.includes(name) || entries.some((entry) => of(entry) !== ''))
}
const optional: readonly string[] = ['Cr/Dr', 'Status', 'Entry identifier']

/** All statements of a file, which must be of one account and follow on from each other. */
export function messageRows(messages: readonly Message[]): CsvRow[] {
  const [first] = messages
  const last = messages.at(-1)
  if (!first || !last) return []
  for (const [at, message] of messages.entries()) {
    checkCurrency(message)
    const before = messages[at - 1]
    if (before) checkFollows(before, message)
  }
  const isProven = messages.every(({ opening, closing }) => opening && closing)
  const entries = messages.flatMap((message) => withBalances(message, isProven))
  const used = columnsOf(entries.map(({ entry }) => entry))
  const header = [...used.map(([name]) => name), ...(isProven ? ['Balance'] : [])]
  const beside = (words: string, balance: Balance | undefined): CsvRow[] =>
    balance ? [{ line: balance.line, cells: header.map((name) => besideCell(name, words, balance)) }] : []
  const period = coveredDays(messages)
  return [
    { line: first.line, cells: ['Account No.', first.account] },
    ...(period ? [{ line: first.line, cells: [`Period from ${period.from} to ${period.to}`] }] : []),
    { line: first.line, cells: header },
    ...beside('Opening Balance', first.opening),
    ...entries.map(({ entry, balance }) => ({
      line: entry.line,
      cells: [...used.map(([, of]) => of(entry)), ...(isProven ? [balance] : [])],
    })),
    ...beside('Closing Balance', last.closing),
  ]
}

const besideCell = (name: string, words: string, { paise }: Balance): string =>
  name === 'Narration' ? words : name === 'Balance' ? decimalRupees(paise) : ''

function checkCurrency({ line, currency, entries }: Message): void {
  const isOther = (code: string) => code !== '' && !isRupees(code)
  if (isOther(currency))
    rejectRow({ line }, `it says that the statement is in ${currency.slice(0, 20)}, not in rupees.`)
  const odd = entries.find((entry) => isOther(entry.currency))
  if (odd) rejectRow(odd, `its amount is in ${odd.currency.slice(0, 20)}, not in rupees.`)
}

function checkFollows(before: Message, { line, account, opening }: Message): void {
  if (account !== before.account)
    rejectRow(
      { line },
      `this statement is of the account ending in ${account.slice(-4)}, and the one before of the account ending in ${before.account.slice(-4)}. Import the statement of each account by itself.`,
    )
  const { closing } = before
  if (opening && closing && opening.paise !== closing.paise)
    rejectRow(
      { line: opening.line },
      `the opening balance does not follow from the statement before: ${formatRupees(closing.paise)} expected. A statement may be missing. Download them again.`,
    )
}

const isBooked = (entry: Entry): boolean => entry.status === '' || !isLeftOut(entry, entry.status)

/**
 * The entries, oldest first, each with the balance after it. The file states only the balances at both ends, which prove those
 * between them.
 */
function withBalances({ entries, opening, closing }: Message, isProven: boolean) {
  // What is not booked yet may have no day.
  const dated = entries.map((entry) => ({ ...entry, day: entry.day ?? (isBooked(entry) ? undefined : closing?.day) }))
  const ordered = dated.toSorted((a, b) => ((a.day ?? '') < (b.day ?? '') ? -1 : a.day === b.day ? 0 : 1))
  let paise = opening?.paise ?? 0n
  const all = ordered.map((entry) => {
    if (isBooked(entry)) paise += signedPaise(entry)
    return { entry, balance: isBooked(entry) ? decimalRupees(paise) : '' }
  })
  if (isProven && closing && closing.paise !== paise)
    rejectRow(
      { line: closing.line },
      `the closing balance does not follow from the opening balance and the entries: ${formatRupees(paise)} expected. An entry may be missing. Download the statement again.`,
    )
  return all
}

/** Amounts that cannot be read are refused with their line by the reader of tables. */
function signedPaise({ line, amount, mark }: Entry): bigint {
  const read = amountIn(amount)
  if (read === undefined || typeof read === 'string') return rejectRow({ line }, read ?? 'it has no amount.')
  const isDebit = mark === '' ? read.sign === '-' : mark === 'Dr'
  return isDebit ? -read.paise : read.paise
}

/** An opening balance may have the date of the last day that the statement before covers. */
function coveredDays(messages: readonly Message[]): Period | undefined {
  const days = messages.flatMap(({ period, opening, closing, entries }) => {
    if (period) return [period.from, period.to]
    if (opening?.day === undefined || closing?.day === undefined) return []
    const first = entries.flatMap((entry) => (isBooked(entry) ? (entry.day ?? []) : [])).toSorted()[0]
    const next = opening.day < closing.day ? addDays(opening.day, 1) : closing.day
    return [first !== undefined && first < next ? first : next, closing.day]
  })
  const ordered = days.toSorted()
  const [from, to] = [ordered[0], ordered.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** Texts of which none is part of another one before it. */
export function joinedText(parts: readonly string[]): string {
  const texts: string[] = []
  for (const part of parts.map((each) => each.replace(/\s+/g, ' ').trim()))
    if (part !== '' && !texts.some((text) => text.includes(part))) texts.push(part)
  return texts.join(' ')
}
