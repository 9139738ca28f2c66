import { type BankDay, bankDayErrors, type bankDayCalls, type BankDayPoint } from '@sauda/contract/banking/bank-day'
import type { Query, Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import type { healthCalls } from '@sauda/contract/broker/health'
import { rupeesOf } from '@sauda/contract/platform/money'
import { findPendingAbout } from '../../core/approval/proposal.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'
import { type DayFigures, earliestDay, figuresOf, versionOf } from './bank-day.figures.ts'
import { type Account, type Close, closeOf, daysOf, everyAccount, findAccount, movementsOf } from './bank-day.sql.ts'

/** Result of the last check of the books. */
export type BooksState = Reply<typeof healthCalls.health>['books']

export const pendingClose = (sql: Sql, bankAccountId: string) =>
  findPendingAbout(sql, ['bank-day.close'], { bankAccountId })

export async function listDays(
  sql: Sql,
  query: Query<typeof bankDayCalls.list>,
): Promise<Reply<typeof bankDayCalls.list>> {
  const { id, name, closedThrough } = await requireRow(findAccount(sql, query.bankAccountId))
  const today = dayInIndia(new Date())
  const month = query.month ?? today.slice(0, 7)
  const [first, end] = [`${month}-01`, lastOf(month)]
  const request = await pendingClose(sql, id)
  const days = await daysOf(sql, id, first, end < today ? end : today)
  return {
    bankAccountId: id,
    bankAccountName: name,
    month,
    ...(closedThrough !== null && { closedThrough }),
    days: days.map(({ day, lines, unbooked, received, paid, receipts, payouts, exceptions, bankClosing }) => ({
      day,
      lines,
      state:
        closedThrough !== null && day <= closedThrough ? 'closed' : request?.payload.day === day ? 'requested' : 'open',
      receipts: rupeesOf(receipts),
      payouts: rupeesOf(payouts),
      exceptions: rupeesOf(exceptions),
      ...(bankClosing !== null && { bankClosing: rupeesOf(bankClosing) }),
      ...(unbooked > 0 && { unbooked: { lines: unbooked, received: rupeesOf(received), paid: rupeesOf(paid) } }),
    })),
  }
}

function lastOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** The statement as signed off, or as of now. */
export async function getDay(sql: Sql, bankAccountId: string, day: string, books: BooksState): Promise<BankDay> {
  requirePast(day)
  const account = await requireRow(findAccount(sql, bankAccountId))
  const close = isClosed(account, day) ? await closeOf(sql, account.id, day) : undefined
  const name = { bankAccountId: account.id, bankAccountName: account.name, day }
  if (close) return { ...name, ...closedDay(close, day) }
  const figures = await figuresOf(sql, account, day)
  const request = await pendingClose(sql, account.id)
  const isRequested = request?.payload.day === day
  return {
    ...name,
    from: figures.from,
    state: isRequested ? 'requested' : 'open',
    ...amountsOf(figures),
    items: [...figures.items],
    points: [...booksPoint(books), ...figures.points],
    version: versionOf(figures),
    ...(figures.balanceEntry && { balanceEntry: figures.balanceEntry }),
    ...(figures.entered && { entered: figures.entered }),
    ...(isRequested && {
      proposalId: request.id,
      requestedBy: request.requested_by_name,
      requestedById: request.requested_by,
    }),
  }
}

/** Up to `day`, of the accounts on which something was booked or imported since their last sign-off. */
export async function unsignedDays(sql: Sql, day: string) {
  const days: { account: string; from: string; days: number }[] = []
  for (const { id, name, closedThrough } of await everyAccount(sql)) {
    const first = (await movementsOf(sql, id, closedThrough ?? earliestDay, day))?.first ?? null
    if (first === null) continue
    const from = closedThrough === null ? first : addDays(closedThrough, 1)
    days.push({ account: name, from, days: 1 + (Date.parse(day) - Date.parse(from)) / 86_400_000 })
  }
  return days
}

export const isClosed = ({ closedThrough }: Account, day: string): boolean =>
  closedThrough !== null && day <= closedThrough

export function requirePast(day: string): void {
  if (day > dayInIndia(new Date())) throw new AppError(bankDayErrors.future)
}

function closedDay(close: Close, day: string) {
  const { openPoints, requestedBy, closedBy, closedAt, ...figures } = close
  return {
    from: openPoints.from,
    state: 'closed' as const,
    ...(close.day !== day && { closedWith: close.day }),
    ...amountsOf(figures),
    items: [...openPoints.items],
    points: [...openPoints.points],
    version: '',
    ...(openPoints.entered && { entered: openPoints.entered }),
    requestedBy,
    closedBy,
    closedAt: closedAt.toISOString(),
  }
}

const amountsOf = (
  figures: Pick<DayFigures, 'opening' | 'receipts' | 'payouts' | 'exceptions' | 'closing' | 'bankClosing'>,
) => ({
  opening: rupeesOf(figures.opening),
  receipts: rupeesOf(figures.receipts),
  payouts: rupeesOf(figures.payouts),
  exceptions: rupeesOf(figures.exceptions),
  closing: rupeesOf(figures.closing),
  ...(figures.bankClosing !== undefined && { bankClosing: rupeesOf(figures.bankClosing) }),
})

const booksPoint = (books: BooksState): BankDayPoint[] =>
  books === 'unbalanced' ? [{ text: bankDayErrors.unbalanced.message, blocks: true, page: 'books' }] : []
