import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { costOf, declined, type Loan, loanErrors, type LoanTerms, repaidFromLoan } from '@sauda/contract/money/loan'
import { gstFormOf } from '@sauda/contract/money/gst'
import { mayBorrow } from '@sauda/contract/client/kyc'
import { formatRupees, paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { findClient, lockClient } from '../../core/ledger/client.sql.ts'
import { heldForTrades } from '../../core/ledger/clearing.ts'
import { freeOf, lockedFigures, post } from '../../core/ledger/ledger.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentClient } from '../../platform/mount.ts'
import { sha256 } from '../../platform/secret.ts'
import { recordChange } from '../../core/queue/claim.ts'
import { acceptedMail, closedMail } from './loan.mail.ts'
import { firstFromOwn, gstOfFee, type Owed, owedOn, type PaidDay, splitPayment } from './loan.interest.ts'
import { loanAccepted, loanRepaid } from './loan.postings.ts'
import {
  acceptLoan,
  clientLoans,
  findLoan,
  insertLoan,
  insertRepayment,
  type LoanRow,
  lockLoan,
  paidDays,
  reduceLoan,
  rejectLoan,
  type RepaymentRow,
  sumPrincipal,
} from './loan.sql.ts'
import { dueFrom, withFeeGst } from './loan.terms.ts'

export async function loansOf(sql: Sql, clientId: string): Promise<Loan[]> {
  const rows = await clientLoans(sql, clientId)
  const paid = await paymentsOf(sql, rows)
  return rows.map((row) => viewOf(row, paid.get(row.id) ?? []))
}

/** Unpaid principal, in paise. */
export const owedPrincipal = async (sql: Sql, clientId: string): Promise<bigint> =>
  (await sumPrincipal(sql, clientId))?.owed ?? 0n

export const readLoan = async (sql: Sql, id: string): Promise<Loan> => viewOne(sql, await requireRow(findLoan(sql, id)))

/** Locked. Not found if the loan is another client's. */
async function ownLoan(tx: Tx, id: string, clientId: string): Promise<LoanRow> {
  const row = await requireRow(lockLoan(tx, id))
  if (row.client_id !== clientId) throw new AppError(commonErrors.notFound)
  return row
}

/** Throws while lending is off: then no loan is requested, offered or accepted. */
export function requireLending({ config }: Pick<AppContext, 'config'>): void {
  if (!config.lending) throw new AppError(loanErrors.lendingOff)
}

/** One open loan per client, enforced by the database. */
export async function requestLoan(context: AppContext, tx: Tx, client: CurrentClient, ip: string): Promise<Loan> {
  requireLending(context)
  const id = newId()
  if ((await insertLoan(tx, id, client.id)) === 0) throw new AppError(loanErrors.open)
  const after = { loanId: id, status: 'pending' }
  await recordOwn(context, tx, { client, ip }, { action: 'loan.request', after })
  return readLoan(tx, id)
}

type OwnCommand = { readonly client: CurrentClient; readonly ip: string }
type LoanCommand = OwnCommand & { readonly loanId: string }

/** Dated from today; the amount becomes the client's unused loan. */
export async function accept(context: AppContext, tx: Tx, command: LoanCommand): Promise<Loan> {
  const { client, loanId } = command
  const row = await ownLoan(tx, loanId, client.id)
  if (row.status !== 'admin_approved' || row.terms === null) throw new AppError(loanErrors.notOffered)
  requireLending(context)
  const borrower = await requireRow(lockClient(tx, client.id))
  // A verification may be revoked while the request is on its way.
  if (!mayBorrow(borrower.kyc_status)) throw new AppError(commonErrors.notVerified)
  const terms = withFeeGst(
    dueFrom(row.terms, row.today),
    gstFormOf(context.config.gstin, borrower.gst_state),
    row.today,
  )
  const principal = paiseOf(terms.amount)
  await acceptLoan(tx, loanId, { terms, principal })
  await post(tx, loanAccepted(row, principal), loanErrors.notOffered)
  await recordOwn(context, tx, command, {
    action: 'loan.accept',
    before: { loanId, status: 'admin_approved' },
    after: { loanId, status: 'approved', ...termsForAudit(terms) },
  })
  await context.mail(tx, acceptedMail(context.config, borrower, terms))
  await context.notifyScreens(tx, { clientId: client.id }, 'wallet')
  return readLoan(tx, loanId)
}

export async function decline(context: AppContext, tx: Tx, command: LoanCommand): Promise<Loan> {
  const { client, loanId } = command
  const row = await ownLoan(tx, loanId, client.id)
  if (row.status !== 'admin_approved') throw new AppError(loanErrors.notOffered)
  await rejectLoan(tx, loanId, { reason: declined, operatorId: null })
  await recordOwn(context, tx, command, {
    action: 'loan.decline',
    before: { loanId, status: 'admin_approved' },
    after: { loanId, status: 'rejected' },
  })
  return readLoan(tx, loanId)
}

/**
 * Pays part or all of a running loan (docs/decisions/0020-loan-terms.md), in paise. Interest and fee come from the
 * balance; principal from the unused loan first, then from the balance.
 */
export async function repay(context: AppContext, tx: Tx, command: LoanCommand & { readonly amount: bigint }) {
  const { client, loanId, amount } = command
  if (amount === 0n) throw new AppError(loanErrors.amountNeeded)
  const row = await ownLoan(tx, loanId, client.id)
  const paid = (await paymentsOf(tx, [row])).get(loanId) ?? []
  const owed = row.status === 'approved' ? owedNow(row, paid) : undefined
  if (!owed || !row.terms) throw new AppError(loanErrors.notRunning)
  if (amount > owed.payoff) throw new AppError(loanErrors.tooMuch)

  const { loan: unused, cash } = await lockedFigures(tx, client.id)
  const split = splitPayment(owed, amount)
  const part: RepaymentRow = {
    ...split,
    gst: gstOfFee({ terms: row.terms, paid }, split.fee),
    returned: repaidFromLoan(amount, { principal: owed.principal, firstFromOwn: firstFromOwn(owed) }, unused),
  }
  if (amount - part.returned > freeOf(cash, await heldForTrades(tx, client.id)))
    throw new AppError(loanErrors.insufficient)
  const closes = amount === owed.payoff
  const repaymentId = newId()
  await insertRepayment(tx, repaymentId, loanId, row.today, part)
  await reduceLoan(tx, loanId, { principal: part.principal, closes })
  await post(tx, loanRepaid(client.id, repaymentId, part), loanErrors.insufficient)
  const before = row.principal ?? 0n
  await recordOwn(context, tx, command, {
    action: closes ? 'loan.close' : 'loan.repay',
    before: { loanId, status: 'approved', principal: rupeesOf(before) },
    after: {
      loanId,
      status: closes ? 'closed' : 'approved',
      principal: rupeesOf(before - part.principal),
      interestPaid: rupeesOf(part.interest),
      feePaid: rupeesOf(part.fee),
      ...(part.gst > 0n && { gst: rupeesOf(part.gst) }),
      principalPaid: rupeesOf(part.principal),
      fromUnusedLoan: rupeesOf(part.returned),
    },
  })
  await context.notifyScreens(tx, { clientId: client.id }, 'wallet')
  if (closes) {
    const amounts = { disbursed: paiseOf(row.terms.amount), paid: totalPaid(paid) + amount }
    await context.mail(tx, closedMail(await requireRow(findClient(tx, client.id)), amounts))
  }
  return { message: repaymentMessage(part, closes), loan: await readLoan(tx, loanId) }
}

function repaymentMessage({ interest, fee, principal, returned }: RepaymentRow, closes: boolean): string {
  const own = interest + fee + principal - returned
  const parts = [
    own > 0n ? `${formatRupees(own)} from your balance` : '',
    returned > 0n ? `${formatRupees(returned)} from unused loan money` : '',
  ].filter((part) => part !== '')
  return `${closes ? 'Loan paid off' : 'Payment received'}: ${parts.join(' and ')}.`
}

/** The terms for an audit row, without the schedule: the hash of the terms as shown covers it. */
export const termsForAudit = (terms: LoanTerms) => ({
  ...terms,
  schedule: undefined,
  termsSha256: sha256(JSON.stringify(terms)).toString('hex'),
})

type LoanChange = { readonly action: string; readonly before?: object; readonly after: object }

const recordOwn = (context: AppContext, tx: Tx, { client, ip }: OwnCommand, change: LoanChange) =>
  recordChange(context, tx, 'loan', { by: { client, ip }, clientId: client.id, ...change })

/** Daily payments by loan. */
async function paymentsOf(sql: Sql, rows: readonly LoanRow[]): Promise<Map<string, PaidDay[]>> {
  const accepted = rows.filter((row) => row.accepted_on !== null).map((row) => row.id)
  const paid = accepted.length > 0 ? await paidDays(sql, accepted) : []
  return Map.groupBy(paid, (row) => row.loan_id)
}

const owedNow = (row: LoanRow, paid: readonly PaidDay[]): Owed | undefined =>
  row.terms && row.accepted_on !== null
    ? owedOn({ terms: row.terms, acceptedOn: row.accepted_on, paid }, row.today)
    : undefined

const totalPaid = (paid: readonly PaidDay[]): bigint =>
  paid.reduce((sum, day) => sum + day.interest + day.fee + day.principal, 0n)

function viewOf(row: LoanRow, paid: readonly PaidDay[]): Loan {
  const owed = owedNow(row, paid)
  const terms = row.terms && (row.accepted_on === null ? dueFrom(row.terms, row.today) : row.terms)
  return {
    _id: row.id,
    status: row.status,
    userAccepted: row.accepted_on !== null,
    total: terms?.totalPayable ?? 0,
    createdAt: row.created_at.toISOString(),
    ...(terms && { terms, cost: costOf(terms) }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(owed && {
      outstanding: rupeesOf(owed.outstanding),
      left: owed.left.map(rupeesOf),
      principal: rupeesOf(owed.principal),
      firstFromOwn: rupeesOf(firstFromOwn(owed)),
      payoff: rupeesOf(owed.payoff),
      repaid: rupeesOf(totalPaid(paid)),
      ...(owed.next && { next: { dueDate: owed.next.dueDate, amount: rupeesOf(owed.next.amount) } }),
    }),
  }
}

export const viewOne = async (sql: Sql, row: LoanRow): Promise<Loan> =>
  viewOf(row, (await paymentsOf(sql, [row])).get(row.id) ?? [])
