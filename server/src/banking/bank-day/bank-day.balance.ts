import {
  balanceDiffers,
  type bankDayCalls,
  bankDayErrors,
  balanceOfFile,
  confirmedByImporter,
} from '@sauda/contract/banking/bank-day'
import type { Body, Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees } from '@sauda/contract/platform/money'
import { isSingle, unlessWaived } from '../../core/approval/waive.ts'
import type { AppContext } from '../../app-context.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { confirmStatements, type Waiting, waitingStatements } from '../../core/ledger/bank-statement.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { addDays, dateText } from '../../platform/india.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { enteredBalance, insertBalance, lineRange, sumOfLines } from './bank-day.compare.sql.ts'
import { earliestDay } from './bank-day.figures.ts'
import { type Account, type Close, closeBefore, lockAccount } from './bank-day.sql.ts'
import { type BooksState, getDay, isClosed, requirePast } from './bank-day.ts'

type EnterCommand = Body<typeof bankDayCalls.enterBalance> & {
  readonly bankAccountId: string
  readonly operator: CurrentOperator
  readonly ip: string
  readonly books: BooksState
}

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
