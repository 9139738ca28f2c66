import type { Body, Reply } from '@sauda/contract/call'
import { type Charge, type chargeCalls, chargeErrors, chargeTexts, chargeTransitions } from '@sauda/contract/charge'
import { AppError, commonErrors } from '@sauda/contract/error'
import { rupeesOf } from '@sauda/contract/money'
import { normalizeReference } from '@sauda/contract/reference'
import { upiLink } from '@sauda/contract/upi'
import type { ChargeContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { reserveReference } from '../ledger/reference.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import type { CurrentClient } from '../platform/mount.ts'
import { type ChargeRow, clientCharges, findCharge, lockCharge, markPaid } from './charge.sql.ts'

export async function chargesOf(
  { db, config }: ChargeContext,
  clientId: string,
): Promise<Reply<typeof chargeCalls.list>> {
  const rows = await clientCharges(db, clientId)
  const { upiId, upiName } = config
  return { charges: rows.map((row) => viewOf(row, config)), summary: summaryOf(rows), upiId, upiName }
}

export async function readCharge({ config }: ChargeContext, sql: Sql, id: string): Promise<Charge> {
  return viewOf(await requireRow(findCharge(sql, id)), config)
}

export async function notifyCharges(
  { notifyScreens }: Pick<ChargeContext, 'notifyScreens'>,
  tx: Tx,
  clientId: string,
): Promise<void> {
  await notifyScreens(tx, { clientId }, 'charge')
  await notifyScreens(tx, 'desk', 'queue')
  await notifyScreens(tx, 'desk', 'client', clientId)
}

type PayCommand = {
  readonly client: CurrentClient
  readonly chargeId: string
  readonly payment: Body<typeof chargeCalls.pay>
  readonly ip: string
}

/**
 * Records a UPI payment for the desk to confirm. The transaction ID stays reserved until a rejection; the wallet is
 * unchanged.
 */
export async function pay(
  context: ChargeContext,
  tx: Tx,
  { client, chargeId, payment, ip }: PayCommand,
): Promise<Charge> {
  const row = await requireRow(lockCharge(tx, chargeId))
  if (row.client_id !== client.id) throw new AppError(commonErrors.notFound)
  if (!isPayable(row)) throw new AppError(chargeErrors.notPayable)
  const { transactionId } = payment
  if (normalizeReference(transactionId) === '') throw new AppError(chargeErrors.idNeeded)
  if (!(await reserveReference(tx, transactionId, chargeId))) throw new AppError(chargeErrors.used)
  const remarks = payment.remarks || chargeTexts.defaultRemarks
  await markPaid(tx, chargeId, { transactionId, remarks })
  await context.audit(tx, {
    actor: { kind: 'client', id: client.id, name: client.name },
    action: 'charge.pay',
    subjectId: client.id,
    before: { chargeId, status: row.status },
    after: { chargeId, status: 'PAID', transactionId, remarks },
    ip,
  })
  await notifyCharges(context, tx, client.id)
  return readCharge(context, tx, chargeId)
}

type Payee = Pick<Config, 'upiId' | 'upiName'>

const isPayable = ({ status }: Pick<ChargeRow, 'status'>): boolean =>
  (chargeTransitions[status] as readonly string[]).includes('PAID')

export function viewOf(row: ChargeRow, { upiId, upiName }: Payee): Charge {
  const reference = `CHG${row.number}`
  const paise = row.amount + row.gst
  return {
    _id: row.id,
    reference,
    chargeType: row.type,
    description: row.description,
    amount: rupeesOf(row.amount),
    gst: rupeesOf(row.gst),
    total: rupeesOf(paise),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    ...(row.due_on !== null && { dueDate: row.due_on }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.transaction_id !== null &&
      row.paid_at !== null && {
        paymentDetails: {
          paymentMethod: 'UPI' as const,
          transactionId: row.transaction_id,
          paymentDate: row.paid_at.toISOString(),
          ...(row.remarks !== null && { remarks: row.remarks }),
        },
      }),
    upiLink: isPayable(row)
      ? upiLink({ payeeId: upiId, payeeName: upiName, paise, reference, note: `Charge ${reference}` })
      : '',
  }
}

function summaryOf(rows: readonly ChargeRow[]): Reply<typeof chargeCalls.list>['summary'] {
  const count = (status: ChargeRow['status']) => rows.filter((row) => row.status === status).length
  const sum = (some: readonly ChargeRow[]) => rupeesOf(some.reduce((paise, row) => paise + row.amount + row.gst, 0n))
  return {
    totalDue: sum(rows.filter((row) => row.status !== 'APPROVED')),
    totalPaid: sum(rows.filter((row) => row.status === 'APPROVED')),
    pending: count('PENDING'),
    paid: count('PAID'),
    approved: count('APPROVED'),
    rejected: count('REJECTED'),
  }
}
