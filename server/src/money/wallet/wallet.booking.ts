import { bankAccountErrors } from '@sauda/contract/money/broker-bank'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { type BankBooking, bookingOfLine, onlyBooking } from '../../core/ledger/bank-account.ts'
import type { Tx } from '../../platform/db.ts'
import type { LockedRow } from './wallet.sql.ts'

/**
 * The account and day of the movement: those of the bank line, if it is known; else of a deposit the account that the operator
 * names, or else the one that receives deposits, and of a withdrawal the account it was to be paid from.
 */
export async function bookingOfRequest(
  tx: Tx,
  { type, bookings, accounts, broker_bank_id: asked, first_approval_by }: LockedRow,
  { lineId, bankAccountId }: { readonly lineId?: string | undefined; readonly bankAccountId?: string | undefined },
): Promise<BankBooking | undefined> {
  if (lineId !== undefined) return bookingOfLine(tx, lineId)
  const lines = bookings ?? []
  if (type !== 'added') {
    if (bankAccountId !== undefined) throw new AppError(bankAccountErrors.ofWithdrawal)
    return onlyBooking(lines, asked)
  }
  const [line, ...others] = lines
  if (line && others.length === 0) {
    if (bankAccountId !== undefined && bankAccountId !== line.accountId) throw new AppError(bankAccountErrors.ofLine)
    return line
  }
  const linesOf = (id: string | null) => lines.filter(({ accountId }) => accountId === id)
  const ofAccount = (id: string | null) => onlyBooking(linesOf(id), id)
  if (first_approval_by !== null) {
    if (bankAccountId !== undefined && bankAccountId !== asked) throw new AppError(bankAccountErrors.ofFirst)
    return ofAccount(asked)
  }
  if (bankAccountId !== undefined && !accounts.some(({ _id }) => _id === bankAccountId))
    throw new AppError(commonErrors.notFound)
  return ofAccount(bankAccountId ?? asked)
}
