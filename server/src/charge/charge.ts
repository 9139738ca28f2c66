import { chargeErrors, chargeWords } from '@sauda/contract/charge'
import type { Charge, chargeCalls } from '@sauda/contract/charge'
import type { Body, Reply } from '@sauda/contract/call'
import { commonErrors, AppError } from '@sauda/contract/error'
import { normalizeReference } from '@sauda/contract/reference'
import type { ChargeContext } from '../app-context.ts'
import { reserveReference } from '../ledger/reference.ts'
import type { Sql, Tx } from '../platform/db.ts'
import type { CurrentClient } from '../platform/mount.ts'
import { clientCharges, findCharge, lockCharge, markPaid } from './charge.sql.ts'
import { isPayable, summaryOf, viewOf } from './charge.view.ts'

export async function chargesOf(
  { db, config }: ChargeContext,
  clientId: string,
): Promise<Reply<typeof chargeCalls.list>> {
  const rows = await clientCharges(db, clientId)
  const { upiId, upiName } = config
  return { charges: rows.map((row) => viewOf(row, config)), summary: summaryOf(rows), upiId, upiName }
}

export async function existing<Row>(found: Promise<Row | undefined>): Promise<Row> {
  const row = await found
  if (row === undefined) throw new AppError(commonErrors.notFound)
  return row
}

export async function chargeNow({ config }: ChargeContext, sql: Sql, id: string): Promise<Charge> {
  return viewOf(await existing(findCharge(sql, id)), config)
}

export async function tell(
  { notifyScreens }: Pick<ChargeContext, 'notifyScreens'>,
  tx: Tx,
  clientId: string,
): Promise<void> {
  await notifyScreens(tx, { clientId }, 'charge')
  await notifyScreens(tx, 'desk', 'queue')
  await notifyScreens(tx, 'desk', 'client', clientId)
}

type Pay = {
  readonly client: CurrentClient
  readonly chargeId: string
  readonly payment: Body<typeof chargeCalls.pay>
  readonly ip: string
}

/**
 * Records a UPI payment for the desk to confirm. The transaction ID stays reserved until a rejection; the wallet is
 * unchanged.
 */
export async function pay(context: ChargeContext, tx: Tx, { client, chargeId, payment, ip }: Pay): Promise<Charge> {
  const row = await existing(lockCharge(tx, chargeId))
  if (row.client_id !== client.id) throw new AppError(commonErrors.notFound)
  if (!isPayable(row)) throw new AppError(chargeErrors.notPayable)
  const { transactionId } = payment
  if (normalizeReference(transactionId) === '') throw new AppError(chargeErrors.idNeeded)
  if (!(await reserveReference(tx, transactionId, chargeId))) throw new AppError(chargeErrors.used)
  const remarks = payment.remarks || chargeWords.defaultRemarks
  await markPaid(tx, chargeId, { transactionId, remarks })
  await context.audit(tx, {
    actor: { kind: 'client', id: client.id, name: client.name },
    action: 'charge.pay',
    subjectId: client.id,
    before: { chargeId, status: row.status },
    after: { chargeId, status: 'PAID', transactionId, remarks },
    ip,
  })
  await tell(context, tx, client.id)
  return chargeNow(context, tx, chargeId)
}
