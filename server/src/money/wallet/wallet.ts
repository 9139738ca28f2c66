import { randomBytes } from 'node:crypto'
import { bankRules, coolingOff } from '@sauda/contract/money/bank'
import type { Body } from '@sauda/contract/platform/call'
import { mayDeposit } from '@sauda/contract/client/kyc'
import { decimalRupees, formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import { replyErrors } from '@sauda/contract/core/reply'
import { walletErrors, walletRules, walletTexts, type walletCalls } from '@sauda/contract/money/wallet'
import type { AppContext } from '../../app/app-context.ts'
import { hasUnbookedTrades, heldForTrades } from '../../core/ledger/clearing.ts'
import { closureError, freeOf, lockedFigures, post, withdrawalPause } from '../../core/ledger/ledger.ts'
import { formatMoment } from '../../core/mail/mail.ts'
import { reserveReference } from '../../core/ledger/reference.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { upiLink } from '@sauda/contract/money/upi-link'
import { endClaim, recordChange } from '../../core/queue/claim.ts'
import { type ReplyCommand, saveReply } from '../../core/queue/reply.ts'
import type { Confirm } from '../../core/session/confirmation.ts'
import { spend } from '../../core/session/throttle.ts'
import { insertWithdrawal } from './wallet.withdrawal.sql.ts'
import { withdrawalRejected, withdrawalRequested } from './wallet.postings.ts'
import {
  cancelWithdrawal,
  deleteOldIntents,
  findOwnRequest,
  lockRejectedDeposit,
  reopenDeposit,
  insertDeposit,
  insertIntent,
  lockKycStatus,
  useIntent,
  wasIntentUsed,
  type RequestRow,
  lockClient,
} from './wallet.sql.ts'
import { isCancelled, maskedNumberOf, numberOf, queueKindOf, requestName, transactionOf } from './wallet.view.ts'
import { newId } from '../../platform/id.ts'

type Client = { readonly id: string; readonly name: string }
type ClientInput<B> = { readonly client: Client; readonly body: B; readonly ip: string }

export async function startDeposit(
  { db, config, payee }: AppContext,
  { client, body: { amount: paise } }: ClientInput<Body<typeof walletCalls.intent>>,
) {
  if (paise < walletRules.addFundMinimum) throw new AppError(walletErrors.addMinimum)
  if (config.rateLimits) await spendRequest(db, client, 'intent')
  const reference = newPaymentReference()
  await db.transaction((tx) => insertIntent(tx, { reference, clientId: client.id, paise }))
  const { upiId, upiName } = await payee(db)
  const note = `Add fund to ${config.brandName}`
  return {
    reference,
    amount: rupeesOf(paise),
    upiId,
    upiName,
    upiLink: upiLink({ payeeId: upiId, payeeName: upiName, paise, reference, note }),
  }
}

/** Credits nothing: the desk checks the bank first. */
export async function addFund(
  context: AppContext,
  tx: Tx,
  { client, body, ip }: ClientInput<Body<typeof walletCalls.addMoney>>,
) {
  const { amount: paise, reference, utr = '' } = body
  requireOwnId(client, body)
  if (paise < walletRules.addFundMinimum) throw new AppError(walletErrors.addMinimum)
  const id = newId()
  const [used, isOurs] = await Promise.all([
    reference === undefined ? 1 : useIntent(tx, { reference, clientId: client.id, paise }),
    utr === '' || reserveReference(tx, { direction: 'credit', reference: utr }, id),
    context.config.rateLimits && spendRequest(tx, client, 'added'),
  ])
  if (used === 0) {
    const wasUsed = reference !== undefined && (await wasIntentUsed(tx, reference, client.id))
    throw new AppError(wasUsed ? walletErrors.intentUsed : walletErrors.intentOver)
  }
  if (!isOurs) throw new AppError(walletErrors.utrUsed)
  const row = await insertDeposit(tx, {
    id,
    clientId: client.id,
    paise,
    reference: reference ?? newPaymentReference(),
    utr: utr === '' ? null : utr,
  })
  const details = { reference: row.reference, utr: row.utr }
  await record(context, tx, { client, row, action: 'wallet.add-fund', ip, details })
  return { message: walletTexts.added, transaction: transactionOf(row) }
}

type Receipt = {
  readonly clientId: string
  readonly paise: bigint
  /** Undefined if the bank gave none. */
  readonly bankReference: string | undefined
  readonly requestedBy: string | undefined
}

/** A pending deposit for money that the bank received without a request, with its first approval; returns its id. */
export async function addReceipt(tx: Tx, { clientId, paise, bankReference, requestedBy }: Receipt): Promise<string> {
  const { kyc_status: status } = await requireRow(lockKycStatus(tx, clientId))
  if (!mayDeposit(status)) throw new AppError(commonErrors.notVerified)
  const id = newId()
  if (
    bankReference !== undefined &&
    !(await reserveReference(tx, { direction: 'credit', reference: bankReference }, id))
  )
    throw new AppError(walletErrors.utrUsed)
  await insertDeposit(tx, { id, clientId, paise, reference: newPaymentReference(), utr: null, requestedBy })
  return id
}

/** Withholds the amount at once; the bank details are copied, so that a later change does not redirect it. */
export async function withdraw(
  context: AppContext,
  tx: Tx,
  { body, ...given }: ClientInput<Body<typeof walletCalls.withdraw>> & { readonly confirm: Confirm },
) {
  const { amount: paise } = body
  requireOwnId(given.client, body)
  if (paise < walletRules.withdrawMinimum) throw new AppError(walletErrors.withdrawMinimum)
  const { row } = await withhold(context, tx, { ...given, paise })
  return { message: walletTexts.withdrawn, transaction: transactionOf(row) }
}

type Withdrawal = {
  readonly client: Client
  readonly ip: string
  readonly paise: bigint
  readonly confirm: Confirm
  /** Anything else confirmed with it, as in "the closing of your account and the withdrawal of …". */
  readonly beside?: string
  /** Refers to the new request before its entry is posted. */
  readonly refer?: (requestId: string) => Promise<unknown>
}

export async function withhold(context: AppContext, tx: Tx, { client, ip, paise, confirm, beside, refer }: Withdrawal) {
  // Same lock order in every transaction, against deadlocks: the insert locks the ledger first.
  const [row] = await Promise.all([
    insertWithdrawal(tx, { id: newId(), clientId: client.id, paise, coolOffHours: bankRules.coolOffHours }),
    context.config.rateLimits && spendRequest(tx, client, 'withdrawal'),
  ])
  if (!row) throw await bankError(tx, client.id)
  await refer?.(row.id)
  const payTo = { accountNumber: maskedNumberOf(context, row), ifsc: row.pay_to_ifsc }
  const [isTrading] = await Promise.all([
    hasUnbookedTrades(tx, client.id),
    post(tx, withdrawalRequested(row), walletErrors.insufficient),
    record(context, tx, { client, row, action: 'wallet.withdraw', ip, details: { payTo } }),
  ])
  if (isTrading) await requireRest(tx, client.id, paise)
  await confirm(tx, {
    what: `${beside === undefined ? '' : `${beside} and `}the withdrawal of ${formatRupees(paise)} to account ${payTo.accountNumber}, IFSC ${payTo.ifsc}`,
    values: [String(paise), numberOf(context, row), String(payTo.ifsc), String(row.pay_to_name)],
  })
  return { row, payTo }
}

/** Throws if what the withdrawal left of the balance does not pay for the trades that are not booked yet. The ledger is locked. */
async function requireRest(tx: Tx, clientId: string, paise: bigint): Promise<void> {
  const held = await heldForTrades(tx, clientId)
  const { cash } = await lockedFigures(tx, clientId)
  if (held > cash) throw new AppError(heldError(held, freeOf(cash + paise, held)))
}

const heldError = (held: bigint, free: bigint) => ({
  status: 409,
  message: `${formatRupees(held)} of your balance pays for trades that are being booked. You can withdraw ${formatRupees(free)} now.`,
})

/** Puts a rejected deposit back into the queue; a pending one stays as it is. Nothing is credited. */
export async function reply(context: AppContext, command: ReplyCommand, id: string) {
  const { client, ip } = command
  await saveReply(context, command, async (tx) => {
    const own = { id, clientId: client.id }
    const rejected = await lockRejectedDeposit(tx, { ...own, days: walletRules.replyDays })
    if (!rejected) {
      const found = await requireRow(findOwnRequest(tx, id, client.id))
      if (found.type !== 'added' || found.status !== 'pending') throw new AppError(replyErrors.notOpen)
      await recordReply(context, tx, client.id, id)
      return { thread: id, rejection: null }
    }
    const { utr, reason, decided_at: at } = rejected
    // Rejecting released it.
    if (utr !== null && !(await reserveReference(tx, { direction: 'credit', reference: utr }, id)))
      throw new AppError(walletErrors.utrUsed)
    const row = await reopenDeposit(tx, id).catch((error: unknown) => {
      throw closureError(error) ?? error
    })
    await record(context, tx, { client, row, action: 'wallet.reopen', ip, details: { status: row.status } })
    await recordReply(context, tx, client.id, id)
    return { thread: id, rejection: reason === null || at === null ? null : { reason, at } }
  })
  return transactionOf(await requireRow(findOwnRequest(context.db, id, client.id)))
}

const recordReply = ({ notifyScreens }: AppContext, tx: Tx, clientId: string, id: string) =>
  notifyScreens(tx, { clientId }, 'wallet', id, ['desk', 'wallet', id])

type Cancel = { readonly client: Client; readonly id: string; readonly ip: string }

/** Cancels a client's withdrawal that has no approval yet; repeated, it changes nothing. */
export async function cancel(context: AppContext, tx: Tx, { client, id, ip }: Cancel) {
  const row = await cancelWithdrawal(tx, { id, clientId: client.id, reason: walletTexts.cancelReason })
  if (!row) {
    const found = await requireRow(findOwnRequest(tx, id, client.id))
    if (!isCancelled(found)) throw new AppError(walletErrors.notCancellable)
    return { message: 'Withdrawal cancelled', transaction: transactionOf(found) }
  }
  if (row.closes) await lockClient(tx, client.id)
  await Promise.all([
    // The withheld amount is available.
    post(tx, withdrawalRejected(row), commonErrors.fault),
    endClaim(tx, queueKindOf.withdrawal, id),
    record(context, tx, { client, row, action: 'wallet.cancel', ip, details: { status: row.status } }),
  ])
  if (row.closes) {
    const end = { clientId: client.id, requestId: id, outcome: 'cancelled', reason: null } as const
    await context.settleClosure(tx, { ...end, by: { client, ip } })
  }
  return { message: 'Withdrawal cancelled', transaction: transactionOf(row) }
}

export const sweepIntents = (sql: Sql): Promise<number> => deleteOldIntents(sql, walletRules.intentDays)

function requireOwnId(client: Client, { id }: { id: string }) {
  if (id !== client.id) throw new AppError(commonErrors.notFound)
}

const spendRequest = (sql: Sql, client: Client, kind: string) =>
  spend(sql, `${kind}:${client.id}`, walletRules.requests, commonErrors.tooMany)

async function bankError(sql: Sql, clientId: string): Promise<AppError> {
  const pause = await withdrawalPause(sql, clientId, bankRules.coolOffHours)
  return new AppError(pause ? coolingOff(formatMoment(pause.until), pause.by_contact) : walletErrors.noBank)
}

type RequestEvent = { client: Client; row: RequestRow; action: string; ip: string; details: object }

const record = (context: AppContext, tx: Tx, { client, row, details, ip, ...event }: RequestEvent) =>
  recordChange(context, tx, 'wallet', {
    by: { client, ip },
    ...event,
    clientId: client.id,
    id: row.id,
    after: { request: requestName(row), requestId: row.id, amount: decimalRupees(row.amount), ...details },
  })

/** Crockford's base 32: no letters that are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `SD` and 80 random bits in 16 characters: fits the `tr` field of a UPI link (35). */
const newPaymentReference = (): string => `SD${Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('')}`
