import { normalizeReference } from '@sauda/contract/money/reference'
import { requireRow, type Sql } from '../../platform/db.ts'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { BankReversal } from '@sauda/contract/money/bank-reversal'
import {
  type BankBooking,
  bookingsColumn,
  bookingsOfReference,
  findBookingOfLine,
  reversalColumn,
  type ReversalRow,
} from './bank-account.sql.ts'

export { type BankBooking, bookingsColumn, reversalColumn, type ReversalRow }

/** The reversal of a request by the bank, for its views. */
export const reversedOf = (row: ReversalRow | null | undefined): { reversed?: BankReversal } =>
  row
    ? {
        reversed: {
          on: row.on,
          bookedAt: new Date(row.bookedAt).toISOString(),
          amount: rupeesOf(BigInt(row.paise)),
          ...(row.paidDues !== null && { paidDues: rupeesOf(BigInt(row.paidDues)) }),
          reason: row.reason,
        },
      }
    : {}

type BankPayment = {
  /** Set if it is known. */
  readonly lineId?: string | undefined
  readonly direction: 'credit' | 'debit'
  /** The bank's reference. */
  readonly reference: string | null
  readonly paise: bigint
  /** The account of the request or payout, if there is no bank line; by default the account that receives. */
  readonly accountId?: string | null | undefined
}

/** Account and day of a payment's bank line, found by its id or as the only one with this reference and amount. */
export async function bookingOf(sql: Sql, payment: BankPayment): Promise<BankBooking | undefined> {
  const { lineId, direction, reference, paise, accountId } = payment
  if (lineId !== undefined) return bookingOfLine(sql, lineId)
  const named = { reference: normalizeReference(reference ?? ''), direction, paise }
  return onlyBooking(await bookingsOfReference(sql, named), accountId)
}

export const bookingOfLine = (sql: Sql, lineId: string) => requireRow(findBookingOfLine(sql, lineId))

/** The booking among the bank lines with a payment's reference and amount; without exactly one, the account `accountId`. */
export function onlyBooking(lines: readonly BankBooking[], accountId?: string | null): BankBooking | undefined {
  const [line, ...others] = lines
  if (line && others.length === 0) return line
  return accountId ? { accountId } : undefined
}
