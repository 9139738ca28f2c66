import { loanErrors, type Loan } from '@sauda/contract/loan'
import { formatRupees, paiseOf, rupeesOf } from '@sauda/contract/money'
import { AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { LoanContext } from '../app-context.ts'
import { lockedFigures, post } from '../ledger/ledger.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import type { CurrentClient } from '../platform/mount.ts'
import { closedMail } from './loan.mail.ts'
import { splitPayment } from './loan.owed.ts'
import { loanRepaid } from './loan.postings.ts'
import { findClient, insertRepayment, reduceLoan, type LoanRow, type RepaymentRow } from './loan.sql.ts'
import { readLoan, ownLoan, notifyLoans } from './loan.ts'
import { owedNow, totalPaid, paymentsOf } from './loan.ts'

type RepayCommand = {
  readonly client: CurrentClient
  readonly loanId: string
  /** Paise. */
  readonly amount: bigint
  readonly ip: string
}

/**
 * Pays part or all of a running loan (docs/decisions/0020-loan-terms.md). Interest and fee come from the balance;
 * principal from the unused loan first, then from the balance.
 */
export async function repay(
  context: LoanContext,
  tx: Tx,
  { client, loanId, amount, ip }: RepayCommand,
): Promise<{ message: string; loan: Loan }> {
  if (amount === 0n) throw new AppError(loanErrors.amountNeeded)
  const row = await ownLoan(tx, loanId, client.id)
  const paid = (await paymentsOf(tx, [row])).get(loanId) ?? []
  const owed = row.status === 'approved' ? owedNow(row, paid) : undefined
  if (!owed) throw new AppError(loanErrors.notRunning)
  if (amount > owed.payoff) throw new AppError(loanErrors.tooMuch)

  const unused = (await lockedFigures(tx, client.id)).loan
  const split = splitPayment(owed, amount)
  const part: RepaymentRow = { ...split, returned: split.principal < unused ? split.principal : unused }
  const closes = amount === owed.payoff
  const repaymentId = uuidv7()
  await insertRepayment(tx, repaymentId, loanId, row.today, part)
  await reduceLoan(tx, loanId, { principal: part.principal, closes })
  await post(tx, loanRepaid(client.id, repaymentId, part), loanErrors.insufficient)
  await record(context, tx, { client, row, part, closes, ip })
  if (closes) await mailClosed(context, tx, row, totalPaid(paid) + amount)
  return { message: repaymentMessage(part, closes), loan: await readLoan(tx, loanId) }
}

type Repayment = { client: CurrentClient; row: LoanRow; part: RepaymentRow; closes: boolean; ip: string }

async function record(context: LoanContext, tx: Tx, { client, row, part, closes, ip }: Repayment) {
  const before = row.principal ?? 0n
  await context.audit(tx, {
    actor: { kind: 'client', id: client.id, name: client.name },
    action: closes ? 'loan.close' : 'loan.repay',
    subjectId: client.id,
    before: { loanId: row.id, status: 'approved', principal: rupeesOf(before) },
    after: {
      loanId: row.id,
      status: closes ? 'closed' : 'approved',
      principal: rupeesOf(before - part.principal),
      interestPaid: rupeesOf(part.interest),
      feePaid: rupeesOf(part.fee),
      principalPaid: rupeesOf(part.principal),
      fromUnusedLoan: rupeesOf(part.returned),
    },
    ip,
  })
  await notifyLoans(context, tx, client.id)
  await context.notifyScreens(tx, { clientId: client.id }, 'wallet')
}

async function mailClosed(context: LoanContext, tx: Tx, row: LoanRow, paid: bigint) {
  const client = await requireRow(findClient(tx, row.client_id))
  await context.mail(tx, closedMail(client, { disbursed: paiseOf(row.terms?.amount ?? 0), paid }))
}

function repaymentMessage({ interest, fee, principal, returned }: RepaymentRow, closes: boolean): string {
  const own = interest + fee + principal - returned
  const parts = [
    own > 0n ? `${formatRupees(own)} from your balance` : '',
    returned > 0n ? `${formatRupees(returned)} from unused loan money` : '',
  ].filter((part) => part !== '')
  return `${closes ? 'Loan paid off' : 'Payment received'}: ${parts.join(' and ')}.`
}
