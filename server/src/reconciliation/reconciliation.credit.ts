import { AppError, commonErrors } from '@sauda/contract/error'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import { reconciliationErrors } from '@sauda/contract/reconciliation'
import type { ReconciliationContext } from '../app-context.ts'
import { runOrPropose, requireSecondOperator, type ProposalHandler, waiting } from '../approval/proposal.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { approveLine, type Approvals } from './reconciliation.approve.ts'
import { describeCredit } from './reconciliation.describe.ts'
import { findClientName, findPendingDecision, lockLine } from './reconciliation.match.sql.ts'
import { line } from './reconciliation.ts'

type Credit = { readonly lineId: string; readonly clientId: string; readonly reason: string }
type CreditCommand = Credit & { readonly operator: CurrentOperator; readonly ip: string }
/** Never alone (settled, section 11). */
export async function proposeCredit(
  context: ReconciliationContext,
  approvals: Approvals,
  tx: Tx,
  { lineId, clientId, reason, operator, ip }: CreditCommand,
) {
  const payload: Credit = { lineId, clientId, reason }
  const change = { kind: 'receipt.credit' as const, payload, operator, ip }
  if (await findPendingDecision(tx, lineId)) throw new AppError(reconciliationErrors.creditRequested)
  const result = await runOrPropose(context, tx, change, async () => {
    const { paymentId, paise, bankReference } = await addDeposit(approvals, tx, payload)
    const { name } = await requireRow(findClientName(tx, clientId))
    const summary = `Credit ${formatRupees(paise)}, received ${bankReference === undefined ? 'without a reference' : `under ${bankReference}`}, to ${name}: ${reason}`
    const reasons = ['The credit of an unidentified receipt always needs a second operator']
    await requireSecondOperator(context, tx, { operator, ip }, { clientId, summary, reasons })
    await approveLine(context, approvals, tx, { lineId, paymentId, operator, ip })
  })
  return 'done' in result ? {} : waiting(result.proposal)
}

/** Carries out what a second operator has approved. */
export const creditProposal = (
  context: ReconciliationContext,
  approvals: Approvals,
): ProposalHandler<'receipt.credit'> => ({
  describe: describeCredit,
  async carryOut(tx, { lineId, ...credit }, { operator, requestedBy, ip }) {
    const { paymentId } = await addDeposit(approvals, tx, { lineId, ...credit }, requestedBy)
    await approveLine(context, approvals, tx, { lineId, paymentId, operator, ip })
  },
})

/** The receipt becomes a deposit of the client, to be approved from this line as any other. */
async function addDeposit(approvals: Approvals, tx: Tx, { lineId, clientId }: Credit, requestedBy?: string) {
  if (!(await lockLine(tx, lineId))) throw new AppError(commonErrors.notFound)
  const { state, exception, reference, amount } = await line(tx, lineId)
  if (state !== 'exception' || exception !== 'unasked') throw new AppError(reconciliationErrors.notUnidentified)
  const receipt = { clientId, paise: paiseOf(amount), bankReference: reference, requestedBy }
  return { ...receipt, paymentId: await approvals.addReceipt(tx, receipt) }
}
