import { insufficientBalance, ledgerErrors, ledgerRules } from '@sauda/contract/ledger'
import type { ledgerCalls } from '@sauda/contract/ledger'
import { decimalRupees, rupeesOf } from '@sauda/contract/money'
import type { Body, Reply } from '@sauda/contract/call'
import { alreadyDecided, commonErrors, AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { LedgerContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { claimOf, endClaim } from '../queue/claim.ts'
import { adjustmentMail } from './adjustment.mail.ts'
import { decideAdjustment, findAdjustment, insertAdjustment, selectAdjustments } from './adjustment.sql.ts'
import type { AdjustmentRow } from './adjustment.sql.ts'
import { figuresOf, lockedFigures, post } from './ledger.ts'
import type { Figures, Posting } from './ledger.ts'

type Operator = { readonly id: string; readonly name: string }
type Order = { readonly operator: Operator; readonly adjustmentId: string; readonly ip: string }

const legs = {
  credit: { from: 'adjustment', to: 'cash' },
  debit: { from: 'cash', to: 'adjustment' },
  cashback: { from: 'cashback_expense', to: 'cashback' },
} as const satisfies Record<AdjustmentRow['kind'], Omit<Posting, 'paise'>>

export async function adjustments(sql: Sql) {
  return { adjustments: (await selectAdjustments(sql, ledgerRules.adjustmentRows)).map(view) }
}

export async function adjustment(sql: Sql, id: string): Promise<Reply<typeof ledgerCalls.adjustment>> {
  return { ...view(await theAdjustment(sql, id)), ...(await claimOf(sql, 'adjustment', id)) }
}

/** Nothing moves yet: another operator must approve it. */
export async function requestAdjustment(
  { audit, notifyScreens }: LedgerContext,
  tx: Tx,
  asked: { operator: Operator; body: Body<typeof ledgerCalls.requestAdjustment>; ip: string },
) {
  const { clientId, kind, amount: paise, reason } = asked.body
  if (paise === 0n) throw new AppError(ledgerErrors.amountNeeded)
  if (kind === 'debit') checkBalance(await figuresOf(tx, clientId), paise)
  const id = uuidv7()
  const [, row] = await Promise.all([
    insertAdjustment(tx, { id, clientId, kind, paise, reason, operatorId: asked.operator.id }),
    // Of nobody nothing was made.
    theAdjustment(tx, id),
    audit(tx, {
      actor: operatorActor(asked.operator),
      action: 'ledger.ask',
      subjectId: clientId,
      after: { adjustmentId: id, kind, amount: decimalRupees(paise), reason, status: 'pending' },
      ip: asked.ip,
    }),
    notifyScreens(tx, 'desk', 'ledger', id),
  ])
  return view(row)
}

/** Books it, by an operator other than the one who asked; the client is told the reason. */
export async function approveAdjustment(context: LedgerContext, tx: Tx, order: Order) {
  const row = await decide(context, tx, order, 'approved')
  if (row.kind === 'debit') checkBalance(await lockedFigures(tx, row.client_id), row.amount)
  await Promise.all([
    post(
      tx,
      {
        event: 'adjustment.approved',
        clientId: row.client_id,
        causeId: row.id,
        reason: row.reason,
        postings: [{ ...legs[row.kind], paise: row.amount }],
      },
      // The balance was checked under its lock.
      commonErrors.fault,
    ),
    context.mail(tx, adjustmentMail(context.config, row)),
    context.notifyScreens(tx, { clientId: row.client_id }, 'wallet'),
    context.notifyScreens(tx, 'desk', 'client', row.client_id),
  ])
  return view(row)
}

function checkBalance({ cash }: Figures, paise: bigint): void {
  if (paise > cash) throw new AppError(insufficientBalance(cash))
}

/** Nothing moves. Whoever asked may take it back this way. */
export async function rejectAdjustment(context: LedgerContext, tx: Tx, order: Order) {
  return view(await decide(context, tx, order, 'rejected'))
}

async function decide({ audit, notifyScreens }: LedgerContext, tx: Tx, order: Order, status: 'approved' | 'rejected') {
  const { operator, adjustmentId: id, ip } = order
  const decided = await decideAdjustment(tx, { id, status, operatorId: operator.id })
  const row = await theAdjustment(tx, id)
  if (decided === 0) {
    if (row.decided_by_name !== null) throw new AppError(alreadyDecided(row.decided_by_name))
    throw new AppError(ledgerErrors.ownRequest)
  }
  await Promise.all([
    audit(tx, {
      actor: operatorActor(operator),
      action: status === 'approved' ? 'ledger.approve' : 'ledger.reject',
      subjectId: row.client_id,
      before: { status: 'pending' },
      after: { adjustmentId: id, kind: row.kind, amount: decimalRupees(row.amount), reason: row.reason, status },
      ip,
    }),
    endClaim(tx, 'adjustment', id),
    notifyScreens(tx, 'desk', 'ledger', id),
  ])
  return row
}

async function theAdjustment(sql: Sql, id: string): Promise<AdjustmentRow> {
  const row = await findAdjustment(sql, id)
  if (!row) throw new AppError(commonErrors.notFound)
  return row
}

function view(row: AdjustmentRow) {
  return {
    _id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    saudaId: row.sauda_id,
    kind: row.kind,
    amount: rupeesOf(row.amount),
    reason: row.reason,
    status: row.status,
    requestedBy: row.requested_by_name,
    requestedById: row.requested_by,
    createdAt: row.created_at.toISOString(),
    ...(row.decided_by_name !== null && { decidedBy: row.decided_by_name }),
  }
}
