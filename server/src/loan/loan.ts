import { AppError, commonErrors } from '@sauda/contract/error'
import { declined, type Loan, loanErrors, type LoanTerms } from '@sauda/contract/loan'
import { paiseOf, rupeesOf } from '@sauda/contract/money'
import { v7 as uuidv7 } from 'uuid'
import type { LoanContext } from '../app-context.ts'
import { post } from '../ledger/ledger.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import type { CurrentClient } from '../platform/mount.ts'
import { sha256 } from '../platform/secret.ts'
import { acceptedMail } from './loan.mail.ts'
import { type Owed, owedOn, type PaidDay } from './loan.owed.ts'
import { loanAccepted } from './loan.postings.ts'
import {
  acceptLoan,
  clientLoans,
  declineLoan,
  findClient,
  findLoan,
  insertLoan,
  type LoanRow,
  lockLoan,
  paidDays,
  sumPrincipal,
} from './loan.sql.ts'
import { dueFrom } from './loan.terms.ts'

export async function loansOf(sql: Sql, clientId: string): Promise<Loan[]> {
  const rows = await clientLoans(sql, clientId)
  const paid = await paymentsOf(sql, rows)
  return rows.map((row) => viewOf(row, paid.get(row.id) ?? []))
}

/** Unpaid principal, in paise. */
export async function owedPrincipal(sql: Sql, clientId: string): Promise<bigint> {
  return (await sumPrincipal(sql, clientId))?.owed ?? 0n
}

export async function readLoan(sql: Sql, id: string): Promise<Loan> {
  return viewOne(sql, await requireRow(findLoan(sql, id)))
}

/** Locked. Not found if the loan is another client's. */
export async function ownLoan(tx: Tx, id: string, clientId: string): Promise<LoanRow> {
  const row = await requireRow(lockLoan(tx, id))
  if (row.client_id !== clientId) throw new AppError(commonErrors.notFound)
  return row
}

export async function notifyLoans(
  { notifyScreens }: Pick<LoanContext, 'notifyScreens'>,
  tx: Tx,
  clientId: string,
): Promise<void> {
  await notifyScreens(tx, { clientId }, 'loan')
  await notifyScreens(tx, 'desk', 'queue')
  await notifyScreens(tx, 'desk', 'client', clientId)
}

/** One open loan per client, enforced by the database. */
export async function requestLoan(context: LoanContext, tx: Tx, client: CurrentClient, ip: string): Promise<Loan> {
  const id = uuidv7()
  if ((await insertLoan(tx, id, client.id)) === 0) throw new AppError(loanErrors.open)
  await context.audit(tx, {
    actor: { kind: 'client', id: client.id, name: client.name },
    action: 'loan.request',
    subjectId: client.id,
    after: { loanId: id, status: 'pending' },
    ip,
  })
  await notifyLoans(context, tx, client.id)
  return readLoan(tx, id)
}

type LoanCommand = { readonly client: CurrentClient; readonly loanId: string; readonly ip: string }

/** Dated from today; the amount becomes the client's unused loan. */
export async function accept(context: LoanContext, tx: Tx, { client, loanId, ip }: LoanCommand): Promise<Loan> {
  const row = await ownLoan(tx, loanId, client.id)
  if (row.status !== 'admin_approved' || row.terms === null) throw new AppError(loanErrors.notOffered)
  const terms = dueFrom(row.terms, row.today)
  const json = JSON.stringify(terms)
  const principal = paiseOf(terms.amount)
  await acceptLoan(tx, loanId, { terms: json, principal })
  await post(tx, loanAccepted(row, principal), loanErrors.notOffered)
  await context.audit(tx, {
    actor: { kind: 'client', id: client.id, name: client.name },
    action: 'loan.accept',
    subjectId: client.id,
    before: { loanId, status: 'admin_approved' },
    after: { loanId, status: 'approved', ...termsForAudit(terms), termsSha256: sha256(json).toString('hex') },
    ip,
  })
  await context.mail(tx, acceptedMail(context.config, await requireRow(findClient(tx, client.id)), terms))
  await notifyLoans(context, tx, client.id)
  await context.notifyScreens(tx, { clientId: client.id }, 'wallet')
  return readLoan(tx, loanId)
}

export async function decline(context: LoanContext, tx: Tx, { client, loanId, ip }: LoanCommand): Promise<Loan> {
  const row = await ownLoan(tx, loanId, client.id)
  if (row.status !== 'admin_approved') throw new AppError(loanErrors.notOffered)
  await declineLoan(tx, loanId, declined)
  await context.audit(tx, {
    actor: { kind: 'client', id: client.id, name: client.name },
    action: 'loan.decline',
    subjectId: client.id,
    before: { loanId, status: 'admin_approved' },
    after: { loanId, status: 'rejected' },
    ip,
  })
  await notifyLoans(context, tx, client.id)
  return readLoan(tx, loanId)
}

/** Without the schedule; its hash is stored with the terms. */
export function termsForAudit({ amount, ratePercent, months, fee, aprPercent, totalPayable }: LoanTerms) {
  return { amount, ratePercent, months, fee, aprPercent, totalPayable }
}

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

export function totalPaid(paid: readonly PaidDay[]): bigint {
  return paid.reduce((sum, day) => sum + day.interest + day.fee + day.principal, 0n)
}

function viewOf(row: LoanRow, paid: readonly PaidDay[]): Loan {
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
      repaid: rupeesOf(totalPaid(paid)),
      ...(owed.next && { next: { dueDate: owed.next.dueDate, amount: rupeesOf(owed.next.amount) } }),
    }),
  }
}

export async function viewOne(sql: Sql, row: LoanRow): Promise<Loan> {
  return viewOf(row, (await paymentsOf(sql, [row])).get(row.id) ?? [])
}
