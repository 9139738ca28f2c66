import { chargeRefusals, demoOnlyChargeTypes } from '@sauda/contract/charge'
import type { Charge, chargeCalls } from '@sauda/contract/charge'
import type { Body, Reply } from '@sauda/contract/call'
import { ledgerRefusals } from '@sauda/contract/ledger'
import { rupeesOf } from '@sauda/contract/money'
import type { QueueItem } from '@sauda/contract/operator'
import { alreadyDecided, commonRefusals, Refusal } from '@sauda/contract/refusal'
import { v7 as uuidv7 } from 'uuid'
import type { House } from '../house.ts'
import { post } from '../ledger/ledger.ts'
import { giveReferencesBack } from '../ledger/reference.ts'
import type { Sql, Tx } from '../platform/db.ts'
import type { OperatorAtKeyboard } from '../platform/mount.ts'
import { approvedMail, raisedMail, rejectedMail } from './charge.mail.ts'
import { decideCharge, findClaim, findClient, findCharge, insertCharge, lockCharge } from './charge.sql.ts'
import { paidCharges, removeClaim } from './charge.sql.ts'
import type { ChargeRow } from './charge.sql.ts'
import { chargeApproved } from './charge.postings.ts'
import { chargeNow, existing, tell } from './charge.ts'
import { viewOf } from './charge.view.ts'

const most = 500

/** Payments that wait for a look at the bank, longest first. */
export async function chargeQueue(sql: Sql): Promise<QueueItem[]> {
  return (await paidCharges(sql, most)).map((row) => ({
    kind: 'charge',
    id: row.id,
    clientId: row.client_id,
    clientName: row.client_name,
    amount: rupeesOf(row.total),
    since: row.paid_at.toISOString(),
  }))
}

export async function deskCharge({ db, config }: House, id: string): Promise<Reply<typeof chargeCalls.deskCharge>> {
  const row = await existing(findCharge(db, id))
  const client = await existing(findClient(db, row.client_id))
  const takenBy = (await findClaim(db, id))?.operator_name
  return {
    ...viewOf(row, config),
    clientId: row.client_id,
    clientName: client.name,
    saudaId: client.sauda_id,
    ...(takenBy !== undefined && { takenBy }),
    ...(row.decided_by_name !== null && { decidedBy: row.decided_by_name }),
  }
}

type Raise = {
  readonly operator: OperatorAtKeyboard
  readonly wanted: Body<typeof chargeCalls.raise>
  readonly ip: string
}

export async function raise(house: House, tx: Tx, { operator, wanted, ip }: Raise): Promise<Charge> {
  const { clientId, chargeType, description, amount, gst = 0n, dueDate } = wanted
  if (house.config.mode === 'live' && demoOnlyChargeTypes.includes(chargeType))
    throw new Refusal(chargeRefusals.typeNotAllowed)
  if (amount === 0n) throw new Refusal(chargeRefusals.amountNeeded)
  const client = await existing(findClient(tx, clientId))
  if (client.frozen) throw new Refusal(commonRefusals.loginFrozen)
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
  await house.audit(tx, {
    actor: { kind: 'operator', id: operator.id, name: operator.name },
    action: 'charge.raise',
    subjectId: clientId,
    after: { chargeId: id, chargeType, description, amount: rupeesOf(amount), gst: rupeesOf(gst), dueDate },
    ip,
  })
  await house.mail(tx, raisedMail(house.config, client, await existing(findCharge(tx, id))))
  await tell(house, tx, clientId)
  return chargeNow(house, tx, id)
}

type Decide = {
  readonly operator: OperatorAtKeyboard
  readonly chargeId: string
  /** The payment the operator looked at, where the screen says so. */
  readonly seen: string | undefined
  readonly ip: string
}

/** The payment is in the bank; what that means is booked once. */
export async function approve(house: House, tx: Tx, decision: Decide): Promise<Charge> {
  const row = await decide(house, tx, decision, { status: 'APPROVED', reason: null })
  await post(tx, chargeApproved(row), ledgerRefusals.tooLittle)
  await house.mail(tx, approvedMail(house.config, await existing(findClient(tx, row.client_id)), row))
  return chargeNow(house, tx, row.id)
}

/** The charge is payable again, and the transaction ID is free: the payment may turn out to be for something else. */
export async function reject(house: House, tx: Tx, decision: Decide, reason: string): Promise<Charge> {
  const row = await decide(house, tx, decision, { status: 'REJECTED', reason })
  await giveReferencesBack(tx, row.id)
  await house.mail(tx, rejectedMail(house.config, await existing(findClient(tx, row.client_id)), row, reason))
  return chargeNow(house, tx, row.id)
}

type Verdict = { readonly status: 'APPROVED' | 'REJECTED'; readonly reason: string | null }

/** What both decisions share; answers the charge as it was before. */
async function decide(
  house: House,
  tx: Tx,
  { operator, chargeId, seen, ip }: Decide,
  { status, reason }: Verdict,
): Promise<ChargeRow> {
  const row = await existing(lockCharge(tx, chargeId))
  if (row.status !== 'PAID')
    throw new Refusal(row.decided_by_name === null ? chargeRefusals.notPaid : alreadyDecided(row.decided_by_name))
  if (seen !== undefined && seen !== row.transaction_id) throw new Refusal(chargeRefusals.newerPayment)
  await decideCharge(tx, chargeId, { status, operatorId: operator.id, reason })
  await removeClaim(tx, chargeId)
  await house.audit(tx, {
    actor: { kind: 'operator', id: operator.id, name: operator.name },
    action: status === 'APPROVED' ? 'charge.approve' : 'charge.reject',
    subjectId: row.client_id,
    before: { chargeId, status: 'PAID' },
    after: { chargeId, status, transactionId: row.transaction_id, ...(reason !== null && { reason }) },
    ip,
  })
  await tell(house, tx, row.client_id)
  return row
}
