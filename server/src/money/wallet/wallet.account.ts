import { bankAccountErrors } from '@sauda/contract/banking/bank-account-choice'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { WalletContext } from '../../app-context.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { type BankBooking, bookingOfLine, onlyBooking } from '../../core/ledger/bank-account.ts'
import type { Tx } from '../../platform/db.ts'
import type { LockedRow } from './wallet.sql.ts'

type Named = { readonly lineId?: string; readonly bankAccountId?: string | undefined }

/**
 * The account and day of the movement: those of the bank line, if it is known; else of a deposit the account that the operator
 * names, or the only one, and of a withdrawal the account it was to be paid from.
 */
export async function bookingOfRequest(
  { config }: Pick<WalletContext, 'config'>,
  tx: Tx,
  { type, bookings, accounts, broker_bank_id: asked, first_approval_by }: LockedRow,
  { lineId, bankAccountId }: Named,
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
  const ofAccount = (id: string | null) =>
    onlyBooking(
      lines.filter(({ accountId }) => accountId === id),
      id,
    )
  if (first_approval_by !== null) {
    if (bankAccountId !== undefined && bankAccountId !== asked) throw new AppError(bankAccountErrors.ofFirst)
    return ofAccount(asked)
  }
  if (bankAccountId === undefined) {
    if (accounts.length > 1 && !isSingle({ config })) throw new AppError(bankAccountErrors.needed)
    return ofAccount(asked)
  }
  if (!accounts.some(({ _id }) => _id === bankAccountId)) throw new AppError(commonErrors.notFound)
  return ofAccount(bankAccountId)
}
