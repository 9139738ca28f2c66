import { loanCalls, loanErrors, loanRules, type LoanTerms } from '@sauda/contract/money/loan'
import { gstFormOf } from '@sauda/contract/money/gst'
import { mayBorrow } from '@sauda/contract/client/kyc'
import { formatRupees, paiseOf, rupeesText } from '@sauda/contract/platform/money'
import type { Reply } from '@sauda/contract/platform/call'
import { alreadyDecided, commonErrors, AppError } from '@sauda/contract/platform/error'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { loanReasons, requireApprover } from '../../core/approval/approval.policy.ts'
import { carryOut, locked, type Plan, planHandler, propose, type Reading } from '../../core/approval/plan.ts'
import { type ProposalHandler, secondOf } from '../../core/approval/proposal.ts'
import { clientShown, factsOf } from '../../core/approval/review.ts'
import { breaksUnique, requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { changeNotices, claimOf, decisionOf, endClaim, recordChange } from '../../core/queue/claim.ts'
import { offerMail, rejectedMail } from './loan.mail.ts'
import { findLoan, lockLoan, offerLoan, rejectLoan, today, type LoanRow } from './loan.sql.ts'
import { termsOf, type Offer, withFeeGst } from './loan.terms.ts'
import { readLoan, requireLending, termsForAudit, viewOne } from './loan.ts'
import { findClient, lockClient, requireUnblocked } from '../../core/ledger/client.sql.ts'

type DeskCommand = { readonly operator: CurrentOperator; readonly loanId: string; readonly ip: string }

export async function deskLoan(sql: Sql, loanId: string): Promise<Reply<typeof loanCalls.deskLoan>> {
  const row = await requireRow(findLoan(sql, loanId))
  const client = await requireRow(findClient(sql, row.client_id))
  return {
    ...(await viewOne(sql, row)),
    clientId: row.client_id,
    clientName: client.name,
    saudaId: client.sauda_id,
    ...(await claimOf(sql, 'loan', loanId)),
    ...decisionOf(row),
  }
}

/** `loanId` names the client. */
export async function preview(
  context: Pick<AppContext, 'config'>,
  sql: Sql,
  { loanId, ...offer }: Offer & { readonly loanId?: string | undefined },
): Promise<LoanTerms> {
  requireOffer(offer)
  const loan = loanId === undefined ? undefined : await requireRow(findLoan(sql, loanId))
  const client = loan && (await findClient(sql, loan.client_id))
  return termsToday(context, sql, offer, client?.gst_state)
}

function requireOffer({ amount, fee }: Offer): void {
  if (amount < paiseOf(loanRules.minimumRupees)) throw new AppError(loanErrors.offerAmount)
  if (fee > amount) throw new AppError(loanErrors.offerFee)
}

/** `gstState`: of the client; decides the GST in the fee. */
async function termsToday(
  { config }: Pick<AppContext, 'config'>,
  sql: Sql,
  offer: Offer,
  gstState: string | null | undefined,
): Promise<LoanTerms> {
  const day = (await requireRow(today(sql))).today
  return withFeeGst(termsOf(offer, day), gstFormOf(config.gstin, gstState), day)
}

export async function offer(
  context: AppContext,
  tx: Tx,
  command: DeskCommand,
  input: Offer,
  /** The body of the call, as it was sent. */
  body: Payload<'loan.offer'>['offer'],
): Promise<Reply<typeof loanCalls.offer>> {
  const { loanId, operator, ip } = command
  const plan = await offerPlan(context, locked(tx), command, input)
  const { clientId, summary } = plan
  await requireApprover(context, tx, { operator, clientId, right: 'loan.offer', summary })
  const reasons = await loanReasons(context, tx, { clientId, amount: input.amount })
  const request = { kind: 'loan.offer' as const, payload: { loanId, offer: body }, operator, ip }
  const result = await propose(context, tx, request, { ...plan, reasons }).catch((error: unknown) => {
    throw breaksUnique(error, 'proposal_loan_key') ? new AppError(loanErrors.offerWaits) : error
  })
  return { ...(await readLoan(tx, loanId)), ...secondOf(result) }
}

const about = ({ id, client_id: clientId }: LoanRow) => ({ clientId, topic: 'loan' as const, id })

/** At once, by one operator. */
export const makeOffer = async (context: AppContext, tx: Tx, command: DeskCommand, input: Offer) =>
  carryOut(context, tx, command, await offerPlan(context, locked(tx), command, input))

/** Throws unless the loan may be offered now. No money moves before the client accepts. */
async function offerPlan(
  context: AppContext,
  { sql, tx }: Reading,
  { operator, loanId }: Pick<DeskCommand, 'operator' | 'loanId'>,
  input: Offer,
) {
  requireOffer(input)
  const row = await requireRow(tx ? lockLoan(tx, loanId) : findLoan(sql, loanId))
  if (row.status !== 'pending') throw decisionError(row)
  requireLending(context)
  const { client_id: clientId } = row
  const client = await requireRow(tx ? lockClient(tx, clientId) : findClient(sql, clientId))
  requireUnblocked(client)
  if (!mayBorrow(client.kyc_status)) throw new AppError(commonErrors.notVerified)
  const terms = await termsToday(context, sql, input, client.gst_state)
  return {
    clientId,
    summary: `Offer a loan of ${formatRupees(input.amount)} to ${client.name}`,
    reasons: [],
    review() {
      const { feeGst, aprPercent, totalPayable, schedule } = terms
      const rupees = (amount = 0) => rupeesText(amount)
      const facts = factsOf({
        Client: clientShown({ clientId, clientName: client.name, saudaId: client.sauda_id }),
        ...(feeGst !== undefined && { 'GST included in the fee': rupees(feeGst) }),
        'APR with the fee': `${aprPercent}%`,
        'Total to pay': rupees(totalPayable),
        'First instalment, with the fee': rupees(schedule[0]?.amount),
        'Last instalment': rupees(schedule.at(-1)?.amount),
        'Before acceptance': 'No money moves. The client sees these terms and may accept them.',
      })
      return { evidence: [{ type: 'facts', id: row.status, title: 'Terms for the client', facts }] }
    },
    async write(written) {
      await offerLoan(written, loanId, { terms, operatorId: operator.id })
      await endClaim(written, 'loan', loanId)
    },
    audit: () => ({
      action: 'loan.offer',
      subjectId: clientId,
      before: { loanId, status: 'pending' },
      after: { loanId, status: 'admin_approved', ...termsForAudit(terms) },
    }),
    notices: changeNotices('loan', { clientId, id: loanId }),
    mails: () => [[offerMail(context.config, client, terms), about(row)]],
  } satisfies Plan
}

export const offerProposal = (context: AppContext): ProposalHandler<'loan.offer'> =>
  planHandler(context, (_, { loanId, offer: body }, { operator }, reading) =>
    offerPlan(context, reading, { operator, loanId }, loanCalls.offer.body.parse(body)),
  )

/** Rejects a request, or cancels an offer not yet accepted. */
export async function reject(context: AppContext, tx: Tx, { operator, loanId, ip }: DeskCommand, reason: string) {
  const row = await requireRow(lockLoan(tx, loanId))
  if (row.status !== 'pending' && row.status !== 'admin_approved') throw decisionError(row)
  await rejectLoan(tx, loanId, { reason, operatorId: operator.id })
  await endClaim(tx, 'loan', loanId)
  await recordChange(context, tx, 'loan', {
    by: { operator, ip },
    action: 'loan.reject',
    clientId: row.client_id,
    before: { loanId, status: row.status },
    after: { loanId, status: 'rejected', reason },
  })
  const client = await requireRow(findClient(tx, row.client_id))
  await context.inform(
    tx,
    rejectedMail(context.config, client, { reason, wasOffer: row.status === 'admin_approved' }),
    about(row),
  )
  return readLoan(tx, loanId)
}

/** Names the operator who decided first, unless the client has accepted. */
function decisionError(row: LoanRow): AppError {
  const byOperator = row.status === 'admin_approved' || row.status === 'rejected'
  return new AppError(
    byOperator && row.decided_by_name !== null ? alreadyDecided(row.decided_by_name) : loanErrors.notWaiting,
  )
}
