import { capitalize } from '@sauda/contract/platform/sentence'
import type { Body, Reply } from '@sauda/contract/platform/call'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import {
  afterDues,
  insufficientBalance,
  type ledgerCalls,
  ledgerErrors,
  ledgerRules,
  paysDues,
} from '@sauda/contract/core/ledger'
import { decimalRupees, formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { requireApprover } from '../approval/approval.policy.ts'
import { decideRequest } from '../approval/decision.ts'
import { lockLapsed, requireMaker } from '../approval/maker.ts'
import { amountBlock, buttonBlock, composeMail, contactLine } from '../mail/mail.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { claimOf, endClaim } from '../queue/claim.ts'
import { type AdjustmentRow, findAdjustment, insertAdjustment, selectAdjustments } from './adjustment.sql.ts'
import { heldForTrades } from './clearing.ts'
import { type Figures, figuresOf, freeOf, type Journal, lockedFigures, post, type Posting } from './ledger.ts'
import { newId } from '../../platform/id.ts'

type Operator = { readonly id: string; readonly name: string }
type DecideCommand = { readonly operator: Operator; readonly adjustmentId: string; readonly ip: string }

const legs = {
  credit: { from: 'adjustment', to: 'cash' },
  debit: { from: 'cash', to: 'adjustment' },
  cashback: { from: 'cashback_expense', to: 'cashback' },
} as const satisfies Record<AdjustmentRow['kind'], Omit<Posting, 'paise'>>

export const adjustments = async (sql: Sql) => ({
  adjustments: (await selectAdjustments(sql, ledgerRules.adjustmentRows)).map(view),
})

export const adjustment = async (sql: Sql, id: string): Promise<Reply<typeof ledgerCalls.adjustment>> => ({
  ...view(await requireRow(findAdjustment(sql, id))),
  ...(await claimOf(sql, 'adjustment', id)),
})

/** Books nothing; another operator must approve it. */
export async function requestAdjustment(
  { audit, notifyScreens }: AppContext,
  tx: Tx,
  { operator, body, ip }: { operator: Operator; body: Body<typeof ledgerCalls.requestAdjustment>; ip: string },
) {
  const { clientId, kind, amount, reason } = body
  if (amount === 0n) throw new AppError(ledgerErrors.amountNeeded)
  if (kind === 'debit') await checkBalance(tx, clientId, await figuresOf(tx, clientId), amount)
  const id = newId()
  const [, row] = await Promise.all([
    insertAdjustment(tx, id, operator.id, body),
    // No row if the client does not exist.
    requireRow(findAdjustment(tx, id)),
    audit(tx, {
      by: { operator, ip },
      action: 'ledger.ask',
      subjectId: clientId,
      after: { adjustmentId: id, kind, amount: decimalRupees(amount), reason, status: 'pending' },
    }),
    notifyScreens(tx, 'desk', 'ledger', id),
  ])
  return view(row)
}

/** Books the adjustment; the operator must not be the one who requested it. */
export async function approveAdjustment(context: AppContext, tx: Tx, command: DecideCommand) {
  const row = await decide(context, tx, command, 'approved')
  await requireMaker(context, tx, row.requestedById, 'adjustment')
  await requireApprover(context, tx, {
    operator: command.operator,
    makerId: row.requestedById,
    clientId: row.clientId,
    right: 'ledger.adjust',
    summary: summaryOf(row),
  })
  const figures = await lockedFigures(tx, row.clientId)
  if (row.kind === 'debit') await checkBalance(tx, row.clientId, figures, row.amount)
  const { _id: causeId, clientId, reason } = row
  const postings = [{ ...legs[row.kind], paise: row.amount }]
  const journal: Journal = { event: 'adjustment.approved', clientId, causeId, reason, postings }
  await Promise.all([
    // The balance was checked under its lock, so it is sufficient.
    post(tx, journal, commonErrors.fault),
    context.inform(tx, adjustmentMail(context.config, row, figures.dues), { clientId, topic: 'ledger' }),
    context.notifyScreens(tx, { clientId: row.clientId }, 'wallet'),
    context.notifyScreens(tx, 'desk', 'client', row.clientId),
  ])
  return view(row)
}

const summaryOf = (row: AdjustmentRow): string =>
  `Adjustment of ${formatRupees(row.amount)} (${row.kind}) for ${row.clientName}`

async function checkBalance(tx: Tx, clientId: string, { cash }: Figures, paise: bigint): Promise<void> {
  const held = await heldForTrades(tx, clientId)
  if (paise > freeOf(cash, held)) throw new AppError(insufficientBalance(cash, held))
}

/** Books nothing. The requesting operator cancels their own request this way. */
export const rejectAdjustment = async (context: AppContext, tx: Tx, command: DecideCommand) =>
  view(await decide(context, tx, command, 'rejected'))

/** Rejects what operators requested who may no longer do so. */
export async function lapseAdjustments(context: AppContext, tx: Tx, by: Pick<DecideCommand, 'operator' | 'ip'>) {
  for (const adjustmentId of await lockLapsed(context, tx, 'adjustment'))
    await rejectAdjustment(context, tx, { ...by, adjustmentId })
}

async function decide(
  { audit, config, notifyScreens }: AppContext,
  tx: Tx,
  command: DecideCommand,
  status: 'approved' | 'rejected',
) {
  const { operator, adjustmentId: id, ip } = command
  const row = await decideRequest({ audit, config }, tx, command, {
    table: 'adjustment',
    id,
    status,
    find: () => findAdjustment(tx, id),
    about: (found) => ({
      makerId: found.requestedById,
      decidedBy: found.decidedBy,
      clientId: found.clientId,
      summary: summaryOf(found),
      error: ledgerErrors.ownRequest,
    }),
  })
  await Promise.all([
    audit(tx, {
      by: { operator, ip },
      action: status === 'approved' ? 'ledger.approve' : 'ledger.reject',
      subjectId: row.clientId,
      before: { status: 'pending' },
      after: { adjustmentId: id, kind: row.kind, amount: decimalRupees(row.amount), reason: row.reason, status },
    }),
    endClaim(tx, 'adjustment', id),
    notifyScreens(tx, 'desk', 'ledger', id),
  ])
  return row
}

/** Without the address, which the stored answer of a request does not need. */
function view(row: AdjustmentRow) {
  const { amount, email: _, ...shown } = row
  return { ...shown, amount: rupeesOf(amount) }
}

function adjustmentMail(
  { brandName, publicUrl, supportEmail }: AppContext['config'],
  { clientName: name, email, kind, amount, reason }: AdjustmentRow,
  dues: bigint,
) {
  const paid = kind === 'credit' ? paysDues(amount, dues) : 0n
  const change = { credit: 'added to', debit: 'debited from', cashback: 'cashback added to' }[kind]
  const subject = `${formatRupees(amount)} ${change} your ${brandName} wallet`
  return composeMail({ name, email }, subject, [
    amountBlock(capitalize(`${change} your wallet`), formatRupees(amount)),
    `${subject}. Reason: ${reason}`,
    ...(paid > 0n ? [`${afterDues(amount, paid)}.`] : []),
    buttonBlock('View your wallet', `${publicUrl}/account/wallet`),
    contactLine(supportEmail),
  ])
}
