import type { StatementLayout } from '@sauda/contract/money/statement-layout'
import { meaningOf, type Meaning } from './reconciliation.words.ts'

/** Indices into a row's cells. */
export type Columns = {
  readonly header: readonly string[]
  readonly date: number
  readonly text: readonly number[]
  readonly reference: readonly number[]
  /** Cr or Dr of the amount. */
  readonly type: number | undefined
  readonly balance: number | undefined
  /** Cr or Dr of the balance, where a second column has it. */
  readonly balanceType: number | undefined
  readonly status: number | undefined
  readonly currency: number | undefined
  readonly account: number | undefined
} & (
  | { readonly withdrawal: number; readonly deposit: number }
  /** One column of amounts; Cr or Dr is in `type` or in the amount itself. */
  | { readonly amount: number }
)

const comparable = (cells: readonly string[]): string => cells.join('|').replace(/\|+$/, '')
export const isSameHeader = (one: readonly string[], other: readonly string[]): boolean =>
  comparable(one) === comparable(other)

/** Undefined unless the row is the header of a layout, or names enough columns itself. */
export function columnsOf(cells: readonly string[], layouts: readonly StatementLayout[]): Columns | undefined {
  const found = cells.map(meaningOf)
  const all = (meaning: Meaning) => found.flatMap((each, index) => (each === meaning ? [index] : []))
  const first = (meaning: Meaning) => all(meaning)[0]
  const about = { status: first('status'), currency: first('currency'), account: first('account') }
  const layout = layouts.find(({ header }) => isSameHeader(header, cells))
  if (layout) return columnsOfLayout(layout, about)
  const date = first('date') ?? first('value date')
  const [text, reference] = [all('text'), all('reference')]
  if (date === undefined || text.length + reference.length === 0) return undefined
  const [withdrawal, deposit, amount, balance] = [
    first('withdrawal'),
    first('deposit'),
    first('amount'),
    first('balance'),
  ]
  const types = all('type')
  const rest = { header: cells, date, text, reference, balance, ...about }
  if (withdrawal !== undefined && deposit !== undefined) {
    // Where the amounts need no Cr or Dr, one beside the balance is the balance's.
    const ofBalance = types.find((at) => balance !== undefined && at > balance)
    const type = types.find((at) => at !== ofBalance)
    return { ...rest, withdrawal, deposit, type, balanceType: first('balance type') ?? ofBalance }
  }
  const balanceType = first('balance type') ?? types[1]
  return amount === undefined ? undefined : { ...rest, amount, type: types[0], balanceType }
}

function columnsOfLayout(
  layout: StatementLayout,
  about: Pick<Columns, 'status' | 'currency' | 'account'>,
): Columns | undefined {
  const { header, date, text, reference, type, balance, balanceType, amount, withdrawal, deposit } = layout
  const chosen: (number | undefined)[] = Object.values(layout).filter((at) => typeof at === 'number')
  const other = (at: number | undefined) => (chosen.includes(at) ? undefined : at)
  const rest = {
    header,
    date,
    text: [text],
    reference: reference === undefined ? [] : [reference],
    type,
    balance,
    balanceType,
    status: other(about.status),
    currency: other(about.currency),
    account: other(about.account),
  }
  if (amount !== undefined) return { ...rest, amount }
  return withdrawal === undefined || deposit === undefined ? undefined : { ...rest, withdrawal, deposit }
}

export const amountColumns = (columns: Columns): number[] =>
  'amount' in columns ? [columns.amount] : [columns.withdrawal, columns.deposit]

/** The columns used, for the operator to check before importing. */
export function readAs(columns: Columns): { header: string; readAs: string; at: number }[] {
  const amounts =
    'amount' in columns ? { Amount: columns.amount } : { 'Paid out': columns.withdrawal, Received: columns.deposit }
  const { date, text, reference, type, balance, balanceType, status, currency, account } = columns
  const used = {
    Date: date,
    Text: text,
    Reference: reference,
    ...amounts,
    'Received or paid': type,
    Balance: balance,
    'Cr or Dr of the balance': balanceType,
    Status: status,
    Currency: currency,
    Account: account,
  }
  return Object.entries(used).flatMap(([readAs, places]) =>
    [places ?? []].flat().map((at) => ({ header: columns.header[at] ?? '', readAs, at })),
  )
}
