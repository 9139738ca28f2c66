import {
  cannotClose,
  type closureCalls,
  closureErrors,
  type ClosureView,
  closureRules,
} from '@sauda/contract/client/closure'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, formatRupees } from '@sauda/contract/platform/money'
import { asSentences } from '@sauda/contract/platform/sentence'
import { statementErrors } from '@sauda/contract/books/statement'
import { recipientOf } from '../../core/mail/mail.ts'
import type { AppContext, ClosurePayout } from '../../app/app-context.ts'
import { post } from '../../core/ledger/ledger.ts'
import { type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import type { CurrentClient, RequestInput } from '../../platform/mount.ts'
import type { Confirm } from '../../core/session/confirmation.ts'
import { endSession, endSessions } from '../../core/session/session.ts'
import { bookedMail, notZeroMail, requestedMail, returnedMail, completedMail } from './closure.mail.ts'
import {
  cancelClosure,
  completeClosure,
  endedCashback,
  findClosure,
  insertCashback,
  lockAccount,
  lockClosed,
  lockClosureOf,
  openClosure,
  reopenClosure,
  setFailure,
  setPayout,
  selectBooked,
  selectUnsent,
  setSent,
} from './closure.sql.ts'
import { itemsOf, readClosure, stateOf } from './closure.view.ts'

/** The wallet's commands: the only way in which money leaves. */
export type ClosureWallet = {
  readonly withhold: (tx: Tx, withdrawal: Withhold) => Promise<{ readonly payTo: string }>
  readonly cancel: (
    tx: Tx,
    withdrawal: { readonly client: CurrentClient; readonly id: string; readonly ip: string },
  ) => Promise<unknown>
}
type Withhold = {
  readonly client: CurrentClient
  readonly ip: string
  readonly paise: bigint
  readonly confirm: Confirm
  readonly beside: string
  readonly refer: (requestId: string) => Promise<unknown>
}

type CloseInput = Pick<RequestInput<typeof closureCalls.close>, 'client' | 'ip'> & { readonly confirm: Confirm }

const closedMessage = 'Your account is closed. We send you the final statement by email.'
const openMessage = 'Request received. Your account is closed once the bank has confirmed the payment.'

/** With a balance, the request and its withdrawal; without one, the account is closed at once. Repeated, it changes nothing. */
export async function close(context: AppContext, wallet: ClosureWallet, tx: Tx, { client, ip, confirm }: CloseInput) {
  await lockAccount(tx, client.id)
  const open = await findClosure(tx, client.id)
  if (open?.is_pending) return { message: openMessage, view: await readClosure(context, tx, client.id) }
  const state = await stateOf(tx, client.id)
  const items = itemsOf(state, context.config)
  if (items.length > 0) throw new AppError(cannotClose(items.map(({ text }) => text)))
  const id = open?.id ?? newId()
  if (state.cash === 0n) await endCashback(tx, { clientId: client.id, paise: state.cashback })
  if (!open) await openClosure(tx, id, client.id)
  const beside = 'the closing of your account'
  const by = { client, ip }
  if (state.cash === 0n) {
    await confirm(tx, { what: beside, values: ['0'] })
    // The caller's own session ends after the commit, which requires it.
    await complete(context, tx, { id, clientId: client.id, by, exceptSession: client.sessionId })
    return { message: closedMessage, view: await readClosure(context, tx, client.id) }
  }
  const refer = (requestId: string) => setPayout(tx, id, requestId)
  const { payTo } = await wallet.withhold(tx, { client, ip, paise: state.cash, confirm, beside, refer })
  await record(context, tx, {
    clientId: client.id,
    by,
    action: 'closure.request',
    after: { closureId: id, amount: decimalRupees(state.cash), payTo },
  })
  const recipient = await recipientOf(tx, client.id)
  await context.inform(tx, requestedMail(context.config, recipient, { paise: state.cash, payTo }), {
    clientId: client.id,
    topic: 'wallet',
  })
  return { message: openMessage, view: await readClosure(context, tx, client.id) }
}

/** Ends the session of the client who closed an account without a balance; its owner's login is blocked already. */
export const endOwnSession = (sql: Sql, { id, sessionId }: CurrentClient) => endSession(sql, id, sessionId)

/** Until the first approval of the payout; with nothing to cancel, it says so. */
export async function cancel(
  context: AppContext,
  wallet: ClosureWallet,
  tx: Tx,
  { client, ip }: Pick<CloseInput, 'client' | 'ip'>,
): Promise<{ readonly message: string; readonly view: ClosureView }> {
  const open = await findClosure(tx, client.id)
  if (open?.status !== 'open') throw new AppError(closureErrors.nothingOpen)
  if (open.is_pending && open.request_id !== null) await wallet.cancel(tx, { client, ip, id: open.request_id })
  else {
    await lockAccount(tx, client.id)
    const still = await findClosure(tx, client.id)
    if (still?.id !== open.id || still.status !== 'open' || still.is_pending)
      throw new AppError(closureErrors.nothingOpen)
    await cancelNow(context, tx, { id: open.id, clientId: client.id, by: { client, ip } })
  }
  return {
    message: 'Your account stays open. The request to close it was cancelled.',
    view: await readClosure(context, tx, client.id),
  }
}

type Cashback = { readonly clientId: string; readonly paise: bigint }

/** It is not part of the balance and cannot be paid out: nothing of it stays in the books of a closed account. */
async function endCashback(tx: Tx, { clientId, paise }: Cashback): Promise<void> {
  if (paise === 0n) return
  const reason = 'Cashback cannot be withdrawn and ends when the account is closed'
  const posting = { from: 'cashback', to: 'cashback_expense', paise } as const
  const causeId = await insertCashback(tx, { clientId, isRestored: false, paise })
  await post(tx, { event: 'cashback.ended', clientId, causeId, reason, postings: [posting] }, commonErrors.fault)
}

type Ending = Pick<ClosurePayout, 'clientId' | 'by'> & { readonly id: string }

async function cancelNow(context: AppContext, tx: Tx, { id, ...event }: Ending): Promise<void> {
  await cancelClosure(tx, id, event.clientId)
  await record(context, tx, { ...event, action: 'closure.cancel', after: { closureId: id, status: 'cancelled' } })
}

async function complete(
  context: AppContext,
  tx: Tx,
  { id, exceptSession, ...event }: Ending & { readonly exceptSession?: string },
): Promise<void> {
  await completeClosure(tx, id, event.clientId)
  // Before the sessions end, so that open screens show the reason.
  await context.notifyScreens(tx, { clientId: event.clientId }, 'closure')
  await endSessions(tx, event.clientId, exceptSession)
  await record(context, tx, { ...event, action: 'closure.complete', after: { closureId: id, status: 'closed' } })
}

/** Closes the account with its last payout; a failed one leaves the request open with the reason. */
export async function settleClosure(
  context: AppContext,
  tx: Tx,
  { requestId, outcome, reason, ...event }: ClosurePayout,
): Promise<void> {
  const row = await lockClosureOf(tx, requestId)
  if (!row) return
  const { clientId } = event
  const ending = { ...event, id: row.id }
  if (outcome === 'cancelled') return cancelNow(context, tx, ending)
  if (outcome === 'failed') return fail(context, tx, ending, reason ?? '')
  const state = await stateOf(tx, clientId)
  const { cash, invested, loan, withheld, unsettled, dues, cashback, positions, shortages, unbooked, complaints } =
    state
  if (
    // Bonus shares are positions without a cost.
    positions + shortages + unbooked + complaints === 0 &&
    [cash, invested, loan, withheld, unsettled, dues].every((figure) => figure === 0n)
  ) {
    await endCashback(tx, { clientId, paise: cashback })
    return complete(context, tx, ending)
  }
  const items = itemsOf(state, context.config).map(({ text }) => text)
  const left = `${formatRupees(cash)} was booked to the account after the request, and is still to be paid out`
  await fail(context, tx, ending, asSentences([...(cash > 0n ? [left] : []), ...items]))
  const mail = notZeroMail(context.config, row, { paise: cash, items })
  await context.inform(tx, mail, { clientId, topic: 'wallet' })
}

async function fail(context: AppContext, tx: Tx, { id, ...event }: Ending, reason: string): Promise<void> {
  await setFailure(tx, id, reason)
  await record(context, tx, { ...event, action: 'closure.fail', after: { closureId: id, status: 'open', reason } })
}

type Reopening = Pick<ClosureEvent, 'clientId' | 'by'> & { readonly id: string; readonly reason: string }

/** With the cashback that ended when the account was closed. Whether the login stays frozen. */
async function reopen(context: AppContext, tx: Tx, { id, reason, ...event }: Reopening): Promise<boolean> {
  const { clientId } = event
  const frozen = await reopenClosure(tx, id, clientId, reason)
  const cashback = await endedCashback(tx, clientId)
  if (cashback > 0n) {
    const posting = { from: 'cashback_expense', to: 'cashback', paise: cashback } as const
    const causeId = await insertCashback(tx, { clientId, isRestored: true, paise: cashback })
    await post(tx, { event: 'cashback.restored', clientId, causeId, reason, postings: [posting] }, commonErrors.fault)
  }
  await record(context, tx, { ...event, action: 'closure.reopen', after: { closureId: id, status: 'open', reason } })
  return frozen
}

/**
 * The bank returned a payment after it had confirmed it, the one that closed the account or an earlier one: a closed account is open
 * again, before the money is credited.
 */
export async function returnClosure(
  context: AppContext,
  tx: Tx,
  { paise, ...event }: Pick<ClosurePayout, 'clientId' | 'by'> & { readonly paise: bigint },
): Promise<void> {
  const { clientId } = event
  await lockAccount(tx, clientId)
  const row = await lockClosed(tx, clientId)
  if (!row) return
  const frozen = await reopen(context, tx, { ...event, id: row.id, reason: 'The bank returned the payment' })
  await context.mail(tx, returnedMail(context.config, { ...row, frozen }, paise))
}

/**
 * Trades of the exchange and corporate actions are booked to closed accounts too. Opens these again, so that the money is paid out, dues
 * are paid and shares are sold or moved.
 * A client for whom it fails does not hold up the others: the first failure is thrown at the end.
 */
export async function reopenBooked(context: AppContext): Promise<void> {
  const failures: unknown[] = []
  for (const { client_id: clientId } of await selectBooked(context.db))
    await context.db
      .transaction((tx) => reopenOne(context, tx, clientId))
      .catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

async function reopenOne(context: AppContext, tx: Tx, clientId: string): Promise<void> {
  await lockAccount(tx, clientId)
  const [row] = await selectBooked(tx, clientId)
  if (!row) return
  const reason = 'Trades or a corporate action changed the account after it was closed'
  const frozen = await reopen(context, tx, { clientId, by: 'system', id: row.id, reason })
  const state = await stateOf(tx, clientId)
  const items = itemsOf(state, context.config).map(({ text }) => text)
  if (state.cash > 0n) items.unshift(`${formatRupees(state.cash)} is in your balance.`)
  await context.mail(tx, bookedMail(context.config, { ...row, frozen }, items))
}

type ClosureEvent = Pick<ClosurePayout, 'clientId' | 'by'> & {
  readonly action: string
  readonly after: object
}

async function record({ audit, notifyScreens }: AppContext, tx: Tx, event: ClosureEvent): Promise<void> {
  const { clientId, by, action, after } = event
  await audit(tx, { by, action, subjectId: clientId, after: { ...after } })
  await notifyScreens(tx, 'desk', 'client', clientId, [{ clientId }, 'wallet'])
}

/** Throws an AppError for a statement that is too long. */
export type DrawStatement = (clientId: string) => Promise<{ readonly name: string; readonly bytes: Buffer }>

/** Mails the final statements of closed accounts: drawn before the transaction, which must not wait for it; each is sent once. */
export async function sendStatements(context: AppContext, drawStatement: DrawStatement): Promise<void> {
  const { db, config, mail, log } = context
  for (const { id, client_id: clientId, sauda_id: saudaId, ...recipient } of await selectUnsent(
    db,
    closureRules.statementsAtOnce,
  ))
    try {
      const statement = await drawStatement(clientId).catch((error: unknown) => {
        if (error instanceof AppError && error.message === statementErrors.tooLong.message) return undefined
        throw error
      })
      const attachment = statement && statement.bytes.length <= closureRules.statementBytes ? statement : undefined
      await db.transaction(async (tx) => {
        if ((await setSent(tx, id)) > 0) await mail(tx, completedMail(config, { ...recipient, saudaId }, attachment))
      })
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'the final statement of a closed account could not be sent yet')
    }
}
