import { declined, loanErrors } from '@sauda/contract/loan'
import type { Loan, LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import { commonErrors, AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { LoanContext } from '../app-context.ts'
import { post } from '../ledger/ledger.ts'
import type { Sql, Tx } from '../platform/db.ts'
import type { CurrentClient } from '../platform/mount.ts'
import { sha256 } from '../platform/secret.ts'
import { acceptedMail } from './loan.mail.ts'
import { loanAccepted } from './loan.postings.ts'
import {
  acceptLoan,
  clientLoans,
  declineLoan,
  findClient,
  findLoan,
  insertLoan,
  lockLoan,
  sumPrincipal,
} from './loan.sql.ts'
import type { LoanRow } from './loan.sql.ts'
import { dueFrom } from './loan.terms.ts'
import { paymentsOf, viewOf, viewOne } from './loan.view.ts'

export async function loansOf(sql: Sql, clientId: string): Promise<Loan[]> {
  const rows = await clientLoans(sql, clientId)
  const paid = await paymentsOf(sql, rows)
  return rows.map((row) => viewOf(row, paid.get(row.id) ?? []))
}

/** Unpaid principal, in paise. */
export async function owedPrincipal(sql: Sql, clientId: string): Promise<bigint> {
  return (await sumPrincipal(sql, clientId))?.owed ?? 0n
}

export async function loanNow(sql: Sql, id: string): Promise<Loan> {
  return viewOne(sql, await existing(findLoan(sql, id)))
}

export async function existing<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found
  if (row === undefined) throw new AppError(commonErrors.notFound)
  return row
}

/** Locked. Not found if the loan is another client's. */
export async function ownLoan(tx: Tx, id: string, clientId: string): Promise<LoanRow> {
  const row = await existing(lockLoan(tx, id))
  if (row.client_id !== clientId) throw new AppError(commonErrors.notFound)
  return row
}

export async function tell(
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
  await tell(context, tx, client.id)
  return loanNow(tx, id)
}

type Answer = { readonly client: CurrentClient; readonly loanId: string; readonly ip: string }

/** Dated from today; the amount becomes the client's unused loan. */
export async function accept(context: LoanContext, tx: Tx, { client, loanId, ip }: Answer): Promise<Loan> {
  const row = await ownLoan(tx, loanId, client.id)
  if (row.status !== 'admin_approved' || row.terms === null) throw new AppError(loanErrors.notOffered)
  const terms = dueFrom(row.terms, row.today)
  const kept = JSON.stringify(terms)
  const principal = paiseOf(terms.amount)
  await acceptLoan(tx, loanId, { terms: kept, principal })
  await post(tx, loanAccepted(row, principal), loanErrors.notOffered)
  await context.audit(tx, {
    actor: { kind: 'client', id: client.id, name: client.name },
    action: 'loan.accept',
    subjectId: client.id,
    before: { loanId, status: 'admin_approved' },
    after: { loanId, status: 'approved', ...termsForAudit(terms), termsSha256: sha256(kept).toString('hex') },
    ip,
  })
  await context.mail(tx, acceptedMail(context.config, await existing(findClient(tx, client.id)), terms))
  await tell(context, tx, client.id)
  await context.notifyScreens(tx, { clientId: client.id }, 'wallet')
  return loanNow(tx, loanId)
}

export async function decline(context: LoanContext, tx: Tx, { client, loanId, ip }: Answer): Promise<Loan> {
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
  await tell(context, tx, client.id)
  return loanNow(tx, loanId)
}

/** Without the schedule; its hash is stored with the terms. */
export function termsForAudit({ amount, ratePercent, months, fee, aprPercent, totalPayable }: LoanTerms) {
  return { amount, ratePercent, months, fee, aprPercent, totalPayable }
}
