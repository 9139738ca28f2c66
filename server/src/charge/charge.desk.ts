import { chargeErrors, demoOnlyChargeTypes, type Charge, type chargeCalls } from '@sauda/contract/charge'
import type { Body, Reply } from '@sauda/contract/call'
import { rupeesOf } from '@sauda/contract/money'
import { alreadyDecided, commonErrors, AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { ChargeContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { post } from '../ledger/ledger.ts'
import { releaseReferences } from '../ledger/reference.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { claimOf, decisionOf, endClaim } from '../queue/claim.ts'
import { approvedMail, raisedMail, rejectedMail } from './charge.mail.ts'
import { decideCharge, findClient, findCharge, insertCharge, lockCharge, type ChargeRow } from './charge.sql.ts'
import { chargeApproved } from './charge.postings.ts'
import { readCharge, notifyCharges } from './charge.ts'
import { viewOf } from './charge.ts'

export async function deskCharge(
  { db, config }: ChargeContext,
  id: string,
): Promise<Reply<typeof chargeCalls.deskCharge>> {
  const row = await requireRow(findCharge(db, id))
  const client = await requireRow(findClient(db, row.client_id))
  return {
    ...viewOf(row, config),
    clientId: row.client_id,
    clientName: client.name,
    saudaId: client.sauda_id,
    ...(await claimOf(db, 'charge', id)),
    ...decisionOf(row),
  }
}

type RaiseCommand = {
  readonly operator: CurrentOperator
  readonly input: Body<typeof chargeCalls.raise>
  readonly ip: string
}

export async function raise(context: ChargeContext, tx: Tx, { operator, input, ip }: RaiseCommand): Promise<Charge> {
  const { clientId, chargeType, description, amount, gst = 0n, dueDate } = input
  if (context.config.mode === 'live' && demoOnlyChargeTypes.includes(chargeType))
    throw new AppError(chargeErrors.typeNotAllowed)
  if (amount === 0n) throw new AppError(chargeErrors.amountNeeded)
  const client = await requireRow(findClient(tx, clientId))
  if (client.frozen) throw new AppError(commonErrors.loginFrozen)
  const id = uuidv7()
  await insertCharge(tx, {
    id,
    clientId,
    type: chargeType,
    description,
    amount,
    gst,
    dueOn: dueDate ?? null,
    raisedBy: operator.id,
  })
  await context.audit(tx, {
    actor: operatorActor(operator),
    action: 'charge.raise',
    subjectId: clientId,
    after: { chargeId: id, chargeType, description, amount: rupeesOf(amount), gst: rupeesOf(gst), dueDate },
    ip,
  })
  await context.mail(tx, raisedMail(context.config, client, await requireRow(findCharge(tx, id))))
  await notifyCharges(context, tx, clientId)
  return readCharge(context, tx, id)
}

type DecideCommand = {
  readonly operator: CurrentOperator
  readonly chargeId: string
  /** The payment shown to the operator, if sent. */
  readonly shownId: string | undefined
  readonly ip: string
}

export async function approve(context: ChargeContext, tx: Tx, decision: DecideCommand): Promise<Charge> {
  const row = await decide(context, tx, decision, { status: 'APPROVED', reason: null })
  await post(tx, chargeApproved(row), commonErrors.fault)
  await context.mail(tx, approvedMail(await requireRow(findClient(tx, row.client_id)), row))
  return readCharge(context, tx, row.id)
}

/** The charge is payable again and the transaction ID released: the payment may belong to something else. */
export async function reject(context: ChargeContext, tx: Tx, decision: DecideCommand, reason: string): Promise<Charge> {
  const row = await decide(context, tx, decision, { status: 'REJECTED', reason })
  await releaseReferences(tx, row.id)
  await context.mail(tx, rejectedMail(context.config, await requireRow(findClient(tx, row.client_id)), row, reason))
  return readCharge(context, tx, row.id)
}

type Decision = { readonly status: 'APPROVED' | 'REJECTED'; readonly reason: string | null }

/** Returns the charge as it was before. */
async function decide(
  context: ChargeContext,
  tx: Tx,
  { operator, chargeId, shownId, ip }: DecideCommand,
  { status, reason }: Decision,
): Promise<ChargeRow> {
  const row = await requireRow(lockCharge(tx, chargeId))
  if (row.status !== 'PAID')
    throw new AppError(row.decided_by_name === null ? chargeErrors.notPaid : alreadyDecided(row.decided_by_name))
  if (shownId !== undefined && shownId !== row.transaction_id) throw new AppError(chargeErrors.newerPayment)
  await decideCharge(tx, chargeId, { status, operatorId: operator.id, reason })
  await endClaim(tx, 'charge', chargeId)
  await context.audit(tx, {
    actor: operatorActor(operator),
    action: status === 'APPROVED' ? 'charge.approve' : 'charge.reject',
    subjectId: row.client_id,
    before: { chargeId, status: 'PAID' },
    after: { chargeId, status, transactionId: row.transaction_id, ...(reason !== null && { reason }) },
    ip,
  })
  await notifyCharges(context, tx, row.client_id)
  return row
}
