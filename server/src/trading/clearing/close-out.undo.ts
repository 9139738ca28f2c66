import type { Payload } from '@sauda/contract/core/proposal'
import { AppError } from '@sauda/contract/platform/error'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { type clearingCalls, clearingErrors } from '@sauda/contract/trading/clearing'
import type { AppContext } from '../../app-context.ts'
import { type Executor, type ProposalHandlers, proposeUnlessWaived, secondOf } from '../../core/approval/proposal.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { reverseContract } from '../../core/ledger/clearing.ts'
import { composeMail, recipientOf } from '../../core/mail/mail.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { lockClients } from '../contract/contract.sql.ts'
import { markContractReversed, markReversed, takeFromLots, undoTrades } from '../contract/contract.undo.sql.ts'
import { findShortage } from './clearing.sql.ts'
import { bookedCloseOut, reopenShortage, repeatSales } from './close-out.sql.ts'

// The reversal of a close-out: its trades and entries are undone, the sales it replaced are booked as before, and the shortage is open again.

/** Throws an AppError if it cannot be reversed now. */
async function prepare(tx: Tx, clientId: string, shortageId: string) {
  await lockClients(tx, [clientId])
  const closed = await bookedCloseOut(tx, shortageId)
  if (!closed) throw new AppError(clearingErrors.notClosed)
  if (closed.isReleased) throw new AppError(clearingErrors.released)
  if (closed.isTradedSince) throw new AppError(clearingErrors.tradedSince)
  if (closed.isOpen) throw new AppError(clearingErrors.held)
  return closed
}

export async function requestReopen(
  context: AppContext,
  tx: Tx,
  { operator, ip, params: { shortageId }, body: { reason } }: RequestInput<typeof clearingCalls.reopenShortage>,
) {
  const { clientId } = await requireRow(findShortage(tx, shortageId))
  const { settlementId, amount } = await prepare(tx, clientId, shortageId)
  const payload = { clientId, settlementId, amount: rupeesOf(amount), reason, shortageId }
  const summary = `Reverse the close-out of the shortage of ${formatRupees(amount)} in ${settlementId}: ${reason}`
  const reasons = ['The reversal of a close-out always needs a second operator']
  const change = { kind: 'shortage.reopen' as const, payload, summary, clientId, reasons, operator, ip }
  const by = { operator, ip, requestedBy: operator.id }
  const result = await proposeUnlessWaived(context, tx, change, () => reopen(context, tx, payload, by))
  return { message: 'done' in result ? 'Close-out reversed' : 'Approval requested', ...secondOf(result) }
}

async function reopen(
  context: AppContext,
  tx: Tx,
  { shortageId, ...payload }: Payload<'shortage.reopen'>,
  by: Executor,
): Promise<void> {
  const { clientId } = payload
  const { contractId, made, replaced, settlementId, unusableUsed } = await prepare(tx, clientId, shortageId)
  const reason = `Close-out reversed: ${payload.reason}`
  await undoTrades(tx, made)
  await markReversed(tx, { tradeIds: made, reason, requestedBy: by.requestedBy, decidedBy: by.operator.id })
  await takeFromLots(tx, await repeatSales(tx, replaced, by.operator.id))
  const closed = { settlementId, unusable: unusableUsed }
  await reverseContract(tx, { clientId, noteId: contractId, reason, closed })
  await markContractReversed(tx, contractId)
  await reopenShortage(tx, shortageId)
  const after = { shortageId, ...payload }
  await recordByOperator(context, tx, by, { action: 'shortage.reopen', subjectId: clientId, after, topic: 'trade' })
  const mail = composeMail(await recipientOf(tx, clientId), 'A close-out was reversed', [
    `Its amounts and trades are booked back, and your orders are as before it. Reason: ${payload.reason}`,
  ])
  await context.inform(tx, mail, { clientId, topic: 'trade' })
  await context.notifyScreens(tx, { clientId }, 'wallet', undefined, ['desk', 'client', clientId])
}

export const reopenProposals = (context: AppContext): ProposalHandlers<'shortage.reopen'> => ({
  'shortage.reopen': {
    carryOut: (tx, payload, by) => reopen(context, tx, payload, by),
    describe: async (tx, { clientId, shortageId }) => {
      const { contractId, net, replaced } = await prepare(tx, clientId, shortageId)
      const label = net < 0n ? 'Returned to the client' : 'Taken back from the client'
      const facts = [
        { label, value: { text: formatRupees(net < 0n ? -net : net) } },
        { label: 'Sales booked as before', value: { text: String(replaced.length) } },
      ]
      return { evidence: [{ type: 'facts', id: contractId, title: 'Reversal of the close-out', facts }] }
    },
  },
})
