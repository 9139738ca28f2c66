import type { Body, Reply } from '@sauda/contract/platform/call'
import { nameOf } from '@sauda/contract/core/name'
import {
  type Charge,
  chargeCalls,
  chargeErrors,
  chargeTexts,
  chargeTransitions,
  demoOnlyChargeTypes,
  dueChargeStatuses,
} from '@sauda/contract/money/charge'
import { chargedGst, gstFormOf, isGstTooHigh } from '@sauda/contract/money/gst'
import { alreadyDecided, AppError, commonErrors } from '@sauda/contract/platform/error'
import { rupeesOf } from '@sauda/contract/platform/money'
import { normalizeReference } from '@sauda/contract/money/reference'
import { upiLink } from '@sauda/contract/money/upi-link'
import type { AppContext } from '../../app/app-context.ts'
import { requireApprover } from '../../core/approval/approval.policy.ts'
import type { Decider } from '../../core/approval/proposal.ts'
import { bookingOf, reversedOf } from '../../core/ledger/bank-account.ts'
import { post } from '../../core/ledger/ledger.ts'
import { releaseReferences, reserveReference } from '../../core/ledger/reference.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentClient } from '../../platform/mount.ts'
import { claimOf, decisionOf, endClaim, recordChange, targetOf } from '../../core/queue/claim.ts'
import { approvedMail, cancelledMail, raisedMail, rejectedMail } from './charge.mail.ts'
import { chargeApproved } from './charge.postings.ts'
import {
  type ChargeRow,
  clientCharges,
  decideCharge,
  findCharge,
  insertCharge,
  lockCharge,
  markPaid,
  selectDue,
} from './charge.sql.ts'
import { findClient, lockClient, requireUnblocked } from '../../core/ledger/client.sql.ts'

type ChargeList = Reply<typeof chargeCalls.list>

export async function chargesOf(context: AppContext, clientId: string): Promise<ChargeList> {
  const { db, payee } = context
  const [rows, to] = await Promise.all([clientCharges(db, clientId), payee(db)])
  const views = rows.map(async (row) => ({
    ...viewOf(row, to),
    ...(row.status === 'PAID' &&
      row.paid_at !== null &&
      (await targetOf(context, { kind: 'charge', id: row.id, since: row.paid_at }))),
  }))
  return { charges: await Promise.all(views), summary: summaryOf(rows), ...to }
}

export const chargesDue = async (sql: Sql, clientId: string): Promise<bigint> =>
  (await requireRow(selectDue(sql, clientId))).due

async function deskCharge({ db, payee }: AppContext, id: string): Promise<Reply<typeof chargeCalls.deskCharge>> {
  const row = await requireRow(findCharge(db, id))
  const client = await requireRow(findClient(db, row.client_id))
  return {
    ...viewOf(row, await payee(db)),
    clientId: row.client_id,
    clientName: client.name,
    saudaId: client.sauda_id,
    ...(await claimOf(db, 'charge', id)),
    ...decisionOf(row),
  }
}

const readCharge = async ({ payee }: AppContext, sql: Sql, id: string): Promise<Charge> =>
  viewOf(await requireRow(findCharge(sql, id)), await payee(sql))

type RaiseCommand = Decider & { readonly input: Body<typeof chargeCalls.raise> }

export async function raise(context: AppContext, tx: Tx, { operator, input, ip }: RaiseCommand): Promise<Charge> {
  const { clientId, chargeType, description, amount, dueDate } = input
  const entered = input.gst ?? 0n
  if (context.config.mode === 'live' && demoOnlyChargeTypes.includes(chargeType))
    throw new AppError(chargeErrors.typeNotAllowed)
  if (amount === 0n) throw new AppError(chargeErrors.amountNeeded)
  if (isGstTooHigh(entered, amount)) throw new AppError(chargeErrors.gstTooHigh)
  const client = await requireRow(lockClient(tx, clientId))
  requireUnblocked(client)
  const gst = chargedGst(entered, gstFormOf(context.config.gstin, client.gst_state))
  const id = newId()
  await insertCharge(tx, id, operator.id, { ...input, gst })
  await recordChange(context, tx, 'charge', {
    by: { operator, ip },
    action: 'charge.raise',
    clientId,
    after: { chargeId: id, chargeType, description, amount: rupeesOf(amount), gst: rupeesOf(gst), dueDate },
  })
  const mail = raisedMail(context.config, client, await requireRow(findCharge(tx, id)))
  await context.inform(tx, mail, { clientId, topic: 'charge', id })
  return readCharge(context, tx, id)
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
export async function pay(context: AppContext, tx: Tx, { client, chargeId, payment, ip }: PayCommand): Promise<Charge> {
  const row = await requireRow(lockCharge(tx, chargeId))
  if (row.client_id !== client.id) throw new AppError(commonErrors.notFound)
  if (!allows(row, 'PAID')) throw new AppError(chargeErrors.notPayable)
  const { transactionId } = payment
  if (normalizeReference(transactionId) === '') throw new AppError(chargeErrors.idNeeded)
  if (!(await reserveReference(tx, { direction: 'credit', reference: transactionId }, chargeId)))
    throw new AppError(chargeErrors.used)
  const remarks = payment.remarks || chargeTexts.defaultRemarks
  await markPaid(tx, chargeId, { transactionId, remarks })
  await recordChange(context, tx, 'charge', {
    by: { client, ip },
    action: 'charge.pay',
    clientId: client.id,
    before: { chargeId, status: row.status },
    after: { chargeId, status: 'PAID', transactionId, remarks },
  })
  return readCharge(context, tx, chargeId)
}

/** `shownId`: the payment shown to the operator, if sent. */
type DecideCommand = Decider & { readonly chargeId: string; readonly shownId: string | undefined }

export async function approve(context: AppContext, tx: Tx, command: DecideCommand & { readonly lineId?: string }) {
  const row = await decide(context, tx, command, { status: 'APPROVED', reason: null })
  const client = await requireRow(findClient(tx, row.client_id))
  await requireApprover(context, tx, {
    operator: command.operator,
    makerId: row.raised_by,
    right: 'charge.approve',
    summary: `Payment of charge ${nameOf('charge', row.number)} of ${client.name}`,
  })
  const payment = { direction: 'credit', reference: row.transaction_id, paise: row.amount + row.gst } as const
  const bank = await bookingOf(tx, { ...payment, lineId: command.lineId })
  await post(tx, chargeApproved(row, bank), commonErrors.fault)
  await context.inform(tx, approvedMail(client, row), about(row))
  return readCharge(context, tx, row.id)
}

/** The charge is payable again and the transaction ID released: the payment may belong to something else. */
export async function reject(context: AppContext, tx: Tx, command: DecideCommand, reason: string): Promise<Charge> {
  const row = await decide(context, tx, command, { status: 'REJECTED', reason })
  await releaseReferences(tx, row.id)
  const client = await requireRow(findClient(tx, row.client_id))
  await context.inform(tx, rejectedMail(context.config, client, row, reason), about(row))
  return readCharge(context, tx, row.id)
}

export async function cancel(
  context: AppContext,
  tx: Tx,
  { operator, chargeId, ip }: Omit<DecideCommand, 'shownId'>,
  reason: string,
): Promise<Charge> {
  const row = await requireRow(lockCharge(tx, chargeId))
  if (!allows(row, 'CANCELLED')) throw new AppError(chargeErrors.onlyUnpaid)
  await decideCharge(tx, row, { status: 'CANCELLED', operatorId: operator.id, reason })
  await recordChange(context, tx, 'charge', {
    by: { operator, ip },
    action: 'charge.cancel',
    clientId: row.client_id,
    before: { chargeId, status: row.status },
    after: { chargeId, status: 'CANCELLED', reason },
  })
  const client = await requireRow(findClient(tx, row.client_id))
  await context.inform(tx, cancelledMail(client, row, reason), about(row))
  return readCharge(context, tx, chargeId)
}

const about = ({ id, client_id: clientId }: ChargeRow) => ({ clientId, topic: 'charge' as const, id })

/** Returns the charge as it was before. */
async function decide(
  context: AppContext,
  tx: Tx,
  { operator, chargeId, shownId, ip }: DecideCommand,
  { status, reason }: { readonly status: 'APPROVED' | 'REJECTED'; readonly reason: string | null },
): Promise<ChargeRow> {
  const row = await requireRow(lockCharge(tx, chargeId))
  if (row.status !== 'PAID')
    throw new AppError(row.decided_by_name === null ? chargeErrors.notPaid : alreadyDecided(row.decided_by_name))
  if (shownId !== undefined && shownId !== row.transaction_id) throw new AppError(chargeErrors.newerPayment)
  await decideCharge(tx, row, { status, operatorId: operator.id, reason })
  await endClaim(tx, 'charge', chargeId)
  await recordChange(context, tx, 'charge', {
    by: { operator, ip },
    action: status === 'APPROVED' ? 'charge.approve' : 'charge.reject',
    clientId: row.client_id,
    before: { chargeId, status: 'PAID' },
    after: { chargeId, status, transactionId: row.transaction_id, ...(reason !== null && { reason }) },
  })
  return row
}

const allows = ({ status }: Pick<ChargeRow, 'status'>, next: ChargeRow['status']): boolean =>
  (chargeTransitions[status] as readonly string[]).includes(next)

function viewOf(row: ChargeRow, { upiId, upiName }: Awaited<ReturnType<AppContext['payee']>>): Charge {
  const reference = nameOf('charge', row.number)
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
    ...reversedOf(row.reversed),
    ...(row.transaction_id !== null &&
      row.paid_at !== null && {
        paymentDetails: {
          paymentMethod: 'UPI' as const,
          transactionId: row.transaction_id,
          paymentDate: row.paid_at.toISOString(),
          ...(row.remarks !== null && { remarks: row.remarks }),
        },
      }),
    upiLink: allows(row, 'PAID')
      ? upiLink({ payeeId: upiId, payeeName: upiName, paise, reference, note: `Charge ${reference}` })
      : '',
  }
}

function summaryOf(rows: readonly ChargeRow[]): ChargeList['summary'] {
  const count = (status: ChargeRow['status']) => rows.filter((row) => row.status === status).length
  const sum = (some: readonly ChargeRow[]) => rupeesOf(some.reduce((paise, row) => paise + row.amount + row.gst, 0n))
  return {
    totalDue: sum(rows.filter(({ status }) => dueChargeStatuses.includes(status))),
    totalPaid: sum(rows.filter((row) => row.status === 'APPROVED' && !row.reversed)),
    pending: count('PENDING'),
    paid: count('PAID'),
    approved: count('APPROVED'),
    rejected: count('REJECTED'),
  }
}

export function chargeRoutes(context: AppContext) {
  const { mount, mountCommand } = context

  mount(chargeCalls.list, ({ client }) => chargesOf(context, client.id))
  mountCommand(chargeCalls.pay, async (tx, { client, params, body, ip }) => ({
    message: chargeTexts.PAID,
    charge: await pay(context, tx, { client, chargeId: params.chargeId, payment: body, ip }),
  }))

  mount(chargeCalls.deskCharge, ({ params }) => deskCharge(context, params.chargeId))
  mountCommand(chargeCalls.raise, (tx, { operator, body, ip }) => raise(context, tx, { operator, input: body, ip }))
  mountCommand(chargeCalls.approve, (tx, given) =>
    approve(context, tx, { ...given, ...given.params, shownId: given.body.transactionId }),
  )
  mountCommand(chargeCalls.reject, (tx, given) =>
    reject(context, tx, { ...given, ...given.params, shownId: given.body.transactionId }, given.body.reason),
  )
  mountCommand(chargeCalls.cancel, (tx, { operator, params, body, ip }) =>
    cancel(context, tx, { operator, ...params, ip }, body.reason),
  )
}
