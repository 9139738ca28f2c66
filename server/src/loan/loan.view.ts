import type { Loan } from '@sauda/contract/loan'
import { rupeesOf } from '@sauda/contract/money'
import type { Sql } from '../platform/db.ts'
import { owedOn } from './loan.owed.ts'
import type { Owed, PaidDay } from './loan.owed.ts'
import { paidDays } from './loan.sql.ts'
import type { LoanRow } from './loan.sql.ts'
import { dueFrom } from './loan.terms.ts'

/** Daily payments by loan. */
export async function paymentsOf(sql: Sql, rows: readonly LoanRow[]): Promise<Map<string, PaidDay[]>> {
  const accepted = rows.filter((row) => row.accepted_on !== null).map((row) => row.id)
  const paid = accepted.length > 0 ? await paidDays(sql, accepted) : []
  return Map.groupBy(paid, (row) => row.loan_id)
}

export function owedNow(row: LoanRow, paid: readonly PaidDay[]): Owed | undefined {
  return row.terms && row.accepted_on !== null
    ? owedOn({ terms: row.terms, acceptedOn: row.accepted_on, paid }, row.today)
    : undefined
}

export function paidInAll(paid: readonly PaidDay[]): bigint {
  return paid.reduce((sum, day) => sum + day.interest + day.fee + day.principal, 0n)
}

export function viewOf(row: LoanRow, paid: readonly PaidDay[]): Loan {
  const owed = owedNow(row, paid)
  const terms = row.terms && (row.accepted_on === null ? dueFrom(row.terms, row.today) : row.terms)
  return {
    _id: row.id,
    status: row.status,
    userAccepted: row.accepted_on !== null,
    total: terms?.totalPayable ?? 0,
    createdAt: row.created_at.toISOString(),
    ...(terms && { terms }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(owed && {
      outstanding: rupeesOf(owed.outstanding),
      principal: rupeesOf(owed.principal),
      payoff: rupeesOf(owed.payoff),
      repaid: rupeesOf(paidInAll(paid)),
      ...(owed.next && { next: { dueDate: owed.next.dueDate, amount: rupeesOf(owed.next.amount) } }),
    }),
  }
}

export async function viewOne(sql: Sql, row: LoanRow): Promise<Loan> {
  return viewOf(row, (await paymentsOf(sql, [row])).get(row.id) ?? [])
}
