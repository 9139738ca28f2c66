import { randomBytes } from 'node:crypto'
import { bankRules } from '@sauda/contract/bank'
import type { Body } from '@sauda/contract/call'
import { decimalRupees, formatRupees, rupeesOf } from '@sauda/contract/money'
import { commonErrors, AppError } from '@sauda/contract/error'
import { coolingOff, walletErrors, walletRules, walletTexts, type walletCalls } from '@sauda/contract/wallet'
import { v7 as uuidv7 } from 'uuid'
import type { WalletContext } from '../app-context.ts'
import { clientActor } from '../audit/audit.ts'
import { post } from '../ledger/ledger.ts'
import { formatMoment } from '../mail/mail.ts'
import { reserveReference } from '../ledger/reference.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { upiLink } from '@sauda/contract/upi'
import { recordChange } from '../queue/claim.ts'
import type { Confirm } from '../session/confirmation.ts'
import { spend } from '../session/throttle.ts'
import { withdrawalRequested } from './wallet.postings.ts'
import {
  bankDetailsPause,
  deleteOldIntents,
  insertDeposit,
  insertIntent,
  insertWithdrawal,
  useIntent,
  wasIntentUsed,
  type RequestRow,
} from './wallet.sql.ts'
import { maskedNumberOf, numberOf, requestName, transactionOf } from './wallet.view.ts'

type Client = { readonly id: string; readonly name: string }
type ClientInput<B> = { readonly client: Client; readonly body: B; readonly ip: string }

export async function startDeposit(
  { db, config }: WalletContext,
  { client, body: { amount: paise } }: ClientInput<Body<typeof walletCalls.intent>>,
) {
  if (paise < walletRules.addFundMinimum) throw new AppError(walletErrors.addMinimum)
  if (config.rateLimits) await spendRequest(db, client, 'intent')
  const reference = newPaymentReference()
  await db.transaction((tx) => insertIntent(tx, { reference, clientId: client.id, paise }))
  const { upiId, upiName, brandName } = config
  const note = `Add fund to ${brandName}`
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
  context: WalletContext,
  tx: Tx,
  { client, body, ip }: ClientInput<Body<typeof walletCalls.addMoney>>,
) {
  const { amount: paise, reference, utr = '' } = body
  requireOwnId(client, body)
  if (paise < walletRules.addFundMinimum) throw new AppError(walletErrors.addMinimum)
  const id = uuidv7()
  const [used, isOurs] = await Promise.all([
    reference === undefined ? 1 : useIntent(tx, { reference, clientId: client.id, paise }),
    utr === '' || reserveReference(tx, utr, id),
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

/** Withholds the amount at once; the bank details are copied, so that a later change does not redirect it. */
export async function withdraw(
  context: WalletContext,
  tx: Tx,
  { client, body, ip, confirm }: ClientInput<Body<typeof walletCalls.withdraw>> & { readonly confirm: Confirm },
) {
  const { amount: paise } = body
  requireOwnId(client, body)
  if (paise < walletRules.withdrawMinimum) throw new AppError(walletErrors.withdrawMinimum)
  // Same lock order in every transaction, against deadlocks.
  const [, row] = await Promise.all([
    context.config.rateLimits && spendRequest(tx, client, 'withdrawal'),
    insertWithdrawal(tx, { id: uuidv7(), clientId: client.id, paise, coolOffHours: bankRules.coolOffHours }),
  ])
  if (!row) throw await bankError(tx, client.id)
  const payTo = { accountNumber: maskedNumberOf(context, row), ifsc: row.pay_to_ifsc }
  await Promise.all([
    post(tx, withdrawalRequested(row), walletErrors.insufficient),
    record(context, tx, { client, row, action: 'wallet.withdraw', ip, details: { payTo } }),
  ])
  await confirm(tx, {
    what: `the withdrawal of ${formatRupees(paise)} to account ${payTo.accountNumber}, IFSC ${payTo.ifsc}`,
    values: [String(paise), numberOf(context, row), String(payTo.ifsc), String(row.pay_to_name)],
  })
  return { message: walletTexts.withdrawn, transaction: transactionOf(row) }
}

export const sweepIntents = (sql: Sql): Promise<number> => deleteOldIntents(sql, walletRules.intentDays)

function requireOwnId(client: Client, { id }: { id: string }) {
  if (id !== client.id) throw new AppError(commonErrors.notFound)
}

const spendRequest = (sql: Sql, client: Client, kind: string) =>
  spend(sql, `${kind}:${client.id}`, walletRules.requests, commonErrors.tooMany)

async function bankError(sql: Sql, clientId: string): Promise<AppError> {
  const until = (await bankDetailsPause(sql, clientId, bankRules.coolOffHours))?.until
  return new AppError(until ? coolingOff(formatMoment(until)) : walletErrors.noBank)
}

type RequestEvent = { client: Client; row: RequestRow; action: string; ip: string; details: object }

const record = (context: WalletContext, tx: Tx, { client, row, details, ...event }: RequestEvent) =>
  recordChange(context, tx, 'wallet', {
    ...event,
    actor: clientActor(client),
    clientId: client.id,
    id: row.id,
    after: { request: requestName(row), requestId: row.id, amount: decimalRupees(row.amount), ...details },
  })

/** Crockford's base 32: no letters that are easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `SD` and 80 random bits in 16 characters: fits the `tr` field of a UPI link (35). */
const newPaymentReference = (): string => `SD${Array.from(randomBytes(16), (byte) => alphabet[byte % 32]).join('')}`
