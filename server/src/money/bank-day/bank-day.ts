import {
  type BankDay,
  bankDayErrors,
  type bankDayCalls,
  type BankDayPoint,
  balanceDiffers,
  balanceOfFile,
  confirmedByImporter,
} from '@sauda/contract/money/bank-day'
import type { Query, Reply, Body } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import type { healthCalls } from '@sauda/contract/broker/health'
import { rupeesOf, decimalRupees } from '@sauda/contract/platform/money'
import { type Decider, findPendingAbout } from '../../core/approval/proposal.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { addDays, dayInIndia, dateText, lastDayOf } from '../../platform/india.ts'
import { type DayFigures, earliestDay, figuresOf, versionOf } from './bank-day.figures.ts'
import {
  type Account,
  type Close,
  closeOf,
  daysOf,
  everyAccount,
  findAccount,
  movementsOf,
  closeBefore,
  lockAccount,
} from './bank-day.sql.ts'
import { isSingle, unlessWaived } from '../../core/approval/waive.ts'
import type { AppContext } from '../../app/app-context.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { confirmStatements, type Waiting, waitingStatements } from '../../core/ledger/bank-statement.sql.ts'
import { newId } from '../../platform/id.ts'
import { enteredBalance, insertBalance, lineRange, sumOfLines } from './bank-day.compare.sql.ts'

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
  const [first, end] = [`${month}-01`, lastDayOf(month)]
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
    points: [...booksPoint(books), ...(request && !isRequested ? [requestedPoint] : []), ...figures.points],
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

/** Another day of the account waits for its second operator. */
const requestedPoint: BankDayPoint = { text: bankDayErrors.requested.message, blocks: true }

type EnterCommand = Body<typeof bankDayCalls.enterBalance> &
  Decider & { readonly bankAccountId: string; readonly books: BooksState }

/**
 * Accepts the closing balance of the bank, if the imported lines lead to it, and confirms the statements up to the day that the
 * operator did not import. Without running balances, the lines since the last sign-off are added to the opening balance.
 */
export async function enterBalance(
  context: AppContext,
  tx: Tx,
  { bankAccountId, day, opening: typed, closing, operator, ip, books }: EnterCommand,
): Promise<Reply<typeof bankDayCalls.enterBalance>> {
  requirePast(day)
  const account = await requireRow(lockAccount(tx, bankAccountId))
  const waiting = await waitingStatements(tx, account.id, day)
  const confirmable = waiting.filter(({ importedBy }) => isSingle(context) || importedBy !== operator.id)
  const last = await closeBefore(tx, account.id, day)
  const range = await lineRange(tx, account.id, last?.day ?? earliestDay, day)
  const balance =
    range.withoutBalance === 0 && range.first !== null
      ? balanceOfRunning(waiting, confirmable, closing)
      : await balanceOfSum(tx, account, { day, last, first: range.begins, typed, closing })
  const firstOn = last ? addDays(last.day, 1) : (range.begins ?? day)
  const before = await enteredBalance(tx, account.id, day)
  const isKnown = before?.opening === balance.opening && before.closing === closing
  if (isKnown && confirmable.length === 0) return getDay(tx, account.id, day, books)
  await insertBalance(tx, {
    id: newId(),
    accountId: account.id,
    firstOn: firstOn < day ? firstOn : day,
    day,
    ...balance,
    operatorId: operator.id,
  })
  const confirmation = { accountId: account.id, statements: confirmable, operatorId: operator.id }
  const statements = confirmable.length === 0 ? [] : await confirmStatements(tx, confirmation)
  const summary = `Closing balance of ${account.name} on ${dateText(day)}, which confirms its statements`
  const own = confirmable.some(({ importedBy }) => importedBy === operator.id)
  const reasons = own ? ['An operator who did not import the statement must enter the bank’s balance'] : []
  await unlessWaived(context, tx, { operator, ip }, { summary, reasons })
  const balances = { opening: decimalRupees(balance.opening), closing: decimalRupees(closing) }
  const confirmed = statements.length > 0 && { confirmed: statements }
  const after = { bankAccount: account.name, from: firstOn, day, ...balances, ...confirmed }
  const recorded = { action: 'bank-day.balance', subjectId: account.id, after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'broker-bank', id: account.id })
  if (statements.length > 0) await context.notifyScreens(tx, 'desk', 'reconciliation')
  return getDay(tx, account.id, day, books)
}

/** The entered balance must be the one with which the last file up to the day ends. */
function balanceOfRunning(waiting: readonly Waiting[], confirmable: readonly Waiting[], entered: bigint) {
  const [file] = waiting
  if (!file || file.closing === null) throw new AppError(bankDayErrors.balanceKnown)
  if (confirmable.length === 0) throw new AppError(confirmedByImporter(file.fileName))
  if (entered !== file.closing) throw new AppError(balanceOfFile(file.fileName, file.closing, entered))
  return { opening: file.opening ?? file.closing, closing: entered }
}

type Summed = {
  readonly day: string
  readonly last: Close | undefined
  readonly first: string | null
  readonly typed: bigint | undefined
  readonly closing: bigint
}

async function balanceOfSum(tx: Tx, account: Account, { day, last, first, typed, closing }: Summed) {
  if (isClosed(account, day)) throw new AppError(bankDayErrors.closed)
  if (first === null) throw new AppError(bankDayErrors.balanceKnown)
  const opening = last?.bankClosing ?? typed
  if (opening === undefined) throw new AppError(bankDayErrors.openingNeeded)
  const expected = opening + (await sumOfLines(tx, account.id, last?.day ?? earliestDay, day))
  if (closing !== expected) throw new AppError(balanceDiffers(opening, expected))
  return { opening, closing }
}
