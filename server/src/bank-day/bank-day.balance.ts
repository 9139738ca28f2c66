import { bankDayErrors, balanceDiffers, type bankDayCalls } from '@sauda/contract/bank-day'
import type { Body, Reply } from '@sauda/contract/call'
import { AppError } from '@sauda/contract/error'
import { decimalRupees } from '@sauda/contract/money'
import type { BankDayContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import { addDays } from '../platform/india.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { enteredBalance, insertBalance, sumOfLines } from './bank-day.balance.sql.ts'
import { lineRange } from './bank-day.compare.sql.ts'
import { everBefore } from './bank-day.figures.ts'
import { closeBefore, lockAccount } from './bank-day.sql.ts'
import { type BooksState, getDay, isClosed, requirePast } from './bank-day.ts'

type EnterCommand = Body<typeof bankDayCalls.enterBalance> & {
  readonly bankAccountId: string
  readonly operator: CurrentOperator
  readonly ip: string
  readonly books: BooksState
}

/** Accepts the closing balance of a statement without running balances, if its lines lead to it. */
export async function enterBalance(
  context: BankDayContext,
  tx: Tx,
  { bankAccountId, day, opening: typed, closing, operator, ip, books }: EnterCommand,
): Promise<Reply<typeof bankDayCalls.enterBalance>> {
  requirePast(day)
  const account = await requireRow(lockAccount(tx, bankAccountId))
  if (isClosed(account, day)) throw new AppError(bankDayErrors.closed)
  const last = await closeBefore(tx, account.id, day)
  const after = last?.day ?? everBefore
  const { first = null, withoutBalance = 0 } = { ...(await lineRange(tx, account.id, after, day)) }
  if (first === null || withoutBalance === 0) throw new AppError(bankDayErrors.balanceKnown)
  const opening = last?.bankClosing ?? typed
  if (opening === undefined) throw new AppError(bankDayErrors.openingNeeded)
  const expected = opening + (await sumOfLines(tx, account.id, after, day))
  if (closing !== expected) throw new AppError(balanceDiffers(opening, expected))
  const before = await enteredBalance(tx, account.id, day)
  if (before?.opening === opening && before.closing === closing) return getDay(tx, account.id, day, books)
  const firstOn = last ? addDays(last.day, 1) : first
  const balance = { accountId: account.id, firstOn, day, opening, closing }
  await insertBalance(tx, { id: newId(), ...balance, operatorId: operator.id })
  await context.audit(tx, {
    actor: operatorActor(operator),
    action: 'bank-day.balance',
    subjectId: account.id,
    after: {
      bankAccount: account.name,
      from: firstOn,
      day,
      opening: decimalRupees(opening),
      closing: decimalRupees(closing),
    },
    ip,
  })
  await context.notifyScreens(tx, 'desk', 'broker-bank', account.id)
  return getDay(tx, account.id, day, books)
}
