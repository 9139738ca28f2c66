import { loanRefusals, loanRules } from '@sauda/contract/loan'
import type { Loan, loanCalls, LoanTerms } from '@sauda/contract/loan'
import { paiseOf } from '@sauda/contract/money'
import type { QueueItem } from '@sauda/contract/operator'
import type { Reply } from '@sauda/contract/call'
import { alreadyDecided, commonRefusals, Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import type { Sql, Tx } from '../platform/db.ts'
import type { OperatorAtKeyboard } from '../platform/mount.ts'
import { sha256 } from '../platform/secret.ts'
import { offerMail, refusedMail } from './loan.mail.ts'
import { findClaim, findClient, findLoan, lockLoan, offerLoan, rejectLoan, removeClaim } from './loan.sql.ts'
import { today, waitingLoans } from './loan.sql.ts'
import type { LoanRow } from './loan.sql.ts'
import { termsOf } from './loan.terms.ts'
import type { Offer } from './loan.terms.ts'
import { existing, loanNow, tell, termsForAudit } from './loan.ts'
import { viewOne } from './loan.view.ts'

type AtDesk = { readonly operator: OperatorAtKeyboard; readonly loanId: string; readonly ip: string }

const most = 500

/** Requests that wait for an offer, longest first. */
export async function loanQueue(sql: Sql): Promise<QueueItem[]> {
  return (await waitingLoans(sql, most)).map((row) => ({
    kind: 'loan',
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    since: row.created_at.toISOString(),
  }))
}

export async function deskLoan(sql: Sql, loanId: string): Promise<Reply<typeof loanCalls.deskLoan>> {
  const row = await existing(findLoan(sql, loanId))
  const client = await existing(findClient(sql, row.client_id))
  const takenBy = (await findClaim(sql, loanId))?.operator_name
  return {
    ...(await viewOne(sql, row)),
    clientId: row.client_id,
    clientName: client.name,
    saudaId: client.sauda_id,
    ...(takenBy !== undefined && { takenBy }),
    ...(row.decided_by_name !== null && { decidedBy: row.decided_by_name }),
  }
}

/** What the offer would say, accepted today. */
export async function preview(sql: Sql, offer: Offer): Promise<LoanTerms> {
  if (offer.amount < paiseOf(loanRules.minimumRupees)) throw new Refusal(loanRefusals.offerAmount)
  if (offer.fee > offer.amount) throw new Refusal(loanRefusals.offerFee)
  return termsOf(offer, (await existing(today(sql))).today)
}

export async function offer(house: House, tx: Tx, { operator, loanId, ip }: AtDesk, wanted: Offer): Promise<Loan> {
  const terms = await preview(tx, wanted)
  const row = await existing(lockLoan(tx, loanId))
  if (row.status !== 'pending') throw lost(row)
  const client = await existing(findClient(tx, row.client_id))
  if (client.frozen) throw new Refusal(commonRefusals.loginFrozen)
  const kept = JSON.stringify(terms)
  await offerLoan(tx, loanId, { terms: kept, operatorId: operator.id })
  await removeClaim(tx, loanId)
  await house.audit(tx, {
    actor: { kind: 'operator', id: operator.id, name: operator.name },
    action: 'loan.offer',
    subjectId: row.client_id,
    before: { loanId, status: 'pending' },
    after: { loanId, status: 'admin_approved', ...termsForAudit(terms), termsSha256: sha256(kept).toString('hex') },
    ip,
  })
  await house.mail(tx, offerMail(house.config, client, terms))
  await tell(house, tx, row.client_id)
  return loanNow(tx, loanId)
}

/** Refuses a request, or takes back an offer that was not accepted. */
export async function reject(house: House, tx: Tx, { operator, loanId, ip }: AtDesk, reason: string): Promise<Loan> {
  const row = await existing(lockLoan(tx, loanId))
  if (row.status !== 'pending' && row.status !== 'admin_approved') throw lost(row)
  await rejectLoan(tx, loanId, { reason, operatorId: operator.id })
  await removeClaim(tx, loanId)
  await house.audit(tx, {
    actor: { kind: 'operator', id: operator.id, name: operator.name },
    action: 'loan.reject',
    subjectId: row.client_id,
    before: { loanId, status: row.status },
    after: { loanId, status: 'rejected', reason },
    ip,
  })
  const client = await existing(findClient(tx, row.client_id))
  await house.mail(tx, refusedMail(house.config, client, { reason, wasOffer: row.status === 'admin_approved' }))
  await tell(house, tx, row.client_id)
  return loanNow(tx, loanId)
}

/** Who came second is told who was first; once the client accepted, it is no operator's to decide. */
function lost(row: LoanRow): Refusal {
  const byOperator = row.status === 'admin_approved' || row.status === 'rejected'
  return new Refusal(
    byOperator && row.decided_by_name !== null ? alreadyDecided(row.decided_by_name) : loanRefusals.notWaiting,
  )
}
