import { formatCount } from '@sauda/contract/platform/decimal'
import {
  type BankDay,
  type BankDayItem,
  type BankDayItemKind,
  bankDayItemKinds,
  type BankDayPoint,
  bankDayRules,
} from '@sauda/contract/money/bank-day'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { addDays } from '../../platform/india.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { sha256 } from '../../platform/secret.ts'
import { type Unmatched, unmatched } from './bank-day.compare.sql.ts'
import {
  type Account,
  type Close,
  closeBefore,
  movementsOf,
  type Movements,
  pendingRequests,
  transitBalance,
} from './bank-day.sql.ts'
import { type StatementEnd, startOf, statementOf } from './bank-day.statement.ts'

/** Figures of an open day, in paise. */
export type DayFigures = Movements & {
  readonly from: string
  readonly opening: bigint
  readonly closing: bigint
  readonly bankClosing: bigint | undefined
  readonly items: readonly BankDayItem[]
  readonly points: readonly BankDayPoint[]
  readonly firstOn: string | null
  readonly lineIds: readonly string[]
  readonly causeIds: readonly string[]
  readonly entered?: BankDay['entered']
  readonly balanceEntry?: BankDay['balanceEntry']
}

export const earliestDay = '-infinity'

/** The figures since the last closed day, and the items in which books and statement differ. */
export async function figuresOf(sql: Sql, account: Account, day: string): Promise<DayFigures> {
  const last = await closeBefore(sql, account.id, day)
  const after = last?.day ?? earliestDay
  const { first = null, ...sums } = { ...(await movementsOf(sql, account.id, after, day)) }
  const { receipts = 0n, payouts = 0n, opened = 0n } = sums
  // Once a day is signed off, an opening balance changes the next one.
  const opening = last?.closing ?? opened
  const exceptions = (sums.exceptions ?? 0n) + (last ? opened : 0n)
  const closing = opening + receipts - payouts + exceptions
  const statement = await statementOf(sql, account, { after, day, last })
  const { points, firstOn, ...compared } = await compare(sql, { account, day, after, last, closing, statement })
  const pending = [...(await transferPoint(sql, day)), ...(await pendingOf(sql, account, day))]
  return {
    from: last ? addDays(last.day, 1) : (first ?? day),
    opening,
    receipts,
    payouts,
    exceptions,
    closing,
    bankClosing: statement.closing,
    ...(statement.entered && { entered: statement.entered }),
    ...(statement.balanceEntry && { balanceEntry: statement.balanceEntry }),
    firstOn,
    ...compared,
    points: [...statement.points, ...points, ...pending],
  }
}

type Comparison = {
  readonly account: Account
  readonly day: string
  readonly after: string
  readonly last: Close | undefined
  readonly closing: bigint
  readonly statement: StatementEnd
}

async function compare(sql: Sql, { account, day, after, last, closing, statement }: Comparison) {
  const { firstOn, closing: bankClosing } = statement
  const nothing = { items: [], points: [], firstOn, lineIds: [], causeIds: [] }
  if (firstOn === null) return nothing
  const { lineIds = [], causeIds = [], firstOn: firstOnThen = null } = { ...last?.openPoints }
  const signedAt = last?.closedAt ?? null
  const before = { accountId: account.id, day, after, signedAt, lineIds, causeIds, firstOn, firstOnThen }
  const rows = await unmatched(sql, before, bankDayRules.items + 1)
  if (rows.length > bankDayRules.items) {
    const text = `More than ${formatCount(bankDayRules.items)} entries are in the bank or in the books only. Match them first.`
    return { ...nothing, points: [{ text, blocks: true }] }
  }
  const { begins = 0n, booked, opening } = await startOf(sql, account.id, firstOn, day)
  const start = begins - booked
  const startText =
    opening === null
      ? 'Not in the books'
      : `The first statement begins with ${formatRupees(begins)}, the books have ${formatRupees(booked)}`
  const items = [
    ...(start === 0n ? [] : [itemOf('before', { day: firstOn, paise: start, text: startText })]),
    ...rows.map(openItem),
  ].toSorted((a, b) => bankDayItemKinds.indexOf(a.kind) - bankDayItemKinds.indexOf(b.kind))
  const explained = rows.reduce((sum, { bank, books }) => sum + bank - books, closing + start)
  const points: BankDayPoint[] = []
  if (bankClosing !== undefined && bankClosing !== explained) {
    const text = `${formatRupees(bankClosing - explained)} between the books and the statement is not explained by any entry.`
    points.push({ text, blocks: true, page: 'import' })
  }
  return {
    items,
    points,
    firstOn,
    lineIds: rows.flatMap(({ lineId }) => lineId ?? []),
    causeIds: rows.flatMap(({ causeId }) => causeId ?? []),
  }
}

type ItemInput = Pick<BankDayItem, 'day' | 'text' | 'lineId' | 'payment'> & { readonly paise: bigint }
const itemOf = (kind: BankDayItemKind, { paise, ...item }: ItemInput): BankDayItem => ({
  kind,
  amount: rupeesOf(paise),
  ...item,
})

function openItem(row: Unmatched): BankDayItem {
  const paise = row.bank - row.books
  const { lineId, paymentId, paymentKind, day } = row
  const inBank = paise > 0n ? 'bankReceipt' : 'bankPayment'
  const inBooks = paise > 0n ? 'bookPayment' : 'bookReceipt'
  return itemOf(row.bank === 0n ? inBooks : inBank, {
    paise,
    day,
    text: textOf(row),
    ...(lineId !== null && { lineId }),
    ...(paymentId !== null && paymentKind !== null && { payment: { _id: paymentId, kind: paymentKind } }),
  })
}

function textOf({ text, note, elsewhere, paymentName, client, bank, books, lineId }: Unmatched): string {
  const payment = paymentName === null ? [] : [client === null ? paymentName : `${paymentName} of ${client}`]
  const differs =
    lineId !== null && bank !== 0n && books !== 0n
      ? [`${formatRupees(bank)} in the bank, ${formatRupees(books)} in the books`]
      : []
  return [
    ...(bank === 0n ? payment : []),
    ...(text === null || text === '' ? [] : [text]),
    ...(bank === 0n ? [] : payment),
    ...differs,
    ...(elsewhere === null ? [] : [`in the statement of ${elsewhere}`]),
    ...(note === null ? [] : [`closed with the note “${note}”`]),
  ].join(', ')
}

async function pendingOf(sql: Sql, account: Account, day: string): Promise<BankDayPoint[]> {
  const rows = await pendingRequests(sql, account, day, bankDayRules.requests)
  return rows.map(({ kind, id, name, client, amount, batch }) => ({
    text:
      batch === null
        ? `${name} of ${client}, ${formatRupees(amount)}, is pending.`
        : `${name} of ${client}, ${formatRupees(amount)}, in ${batch} is not confirmed by the bank.`,
    blocks: false,
    payment: { _id: id, kind },
  }))
}

/** One side of a transfer between bank accounts may be booked on an earlier day than the other. */
async function transferPoint(sql: Sql, day: string): Promise<BankDayPoint[]> {
  const { amount } = await requireRow(transitBalance(sql, day))
  if (amount === 0n) return []
  const text =
    amount > 0n
      ? `${formatRupees(amount)} transferred between bank accounts is not booked as received.`
      : `${formatRupees(-amount)} transferred between bank accounts is not booked as sent.`
  return [{ text, blocks: false, page: 'import' }]
}

/** Changes with every figure and item that is signed off. */
export function versionOf({ opening, receipts, payouts, exceptions, closing, bankClosing, items }: DayFigures): string {
  const figures = [opening, receipts, payouts, exceptions, closing, bankClosing ?? '']
  const entries = items.map(({ kind, day, amount, lineId, payment, text }) => [
    kind,
    day,
    amount,
    lineId ?? payment?._id ?? text,
  ])
  return sha256(JSON.stringify([figures.map(String), entries])).toString('hex')
}
