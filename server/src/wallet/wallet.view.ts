import { bankRules, maskAccountNumber } from '@sauda/contract/bank'
import type { Reply } from '@sauda/contract/call'
import { formatRupees, rupeesOf } from '@sauda/contract/money'
import type { QueueKind } from '@sauda/contract/queue'
import {
  type RequestType,
  type walletCalls,
  walletRules,
  walletTexts,
  type WalletTransaction,
} from '@sauda/contract/wallet'
import type { WalletContext } from '../app-context.ts'
import { figuresOf } from '../ledger/ledger.ts'
import { requireRow, type Sql } from '../platform/db.ts'
import { bankDetailsPause, countRequests, findOwnRequest, type RequestRow, selectRequests } from './wallet.sql.ts'

/** `ADD100001`, `WDR100002`. */
export const requestName = ({ type, number }: Pick<RequestRow, 'type' | 'number'>): string =>
  `${type === 'added' ? 'ADD' : 'WDR'}${number}`

/** Two queue kinds, because their rights differ. */
export const queueKindOf = { added: 'deposit', withdrawal: 'withdrawal' } as const satisfies Record<
  RequestType,
  QueueKind
>

type PaidTo = Pick<RequestRow, 'client_id' | 'pay_to_number'>

/** The complete account number of a withdrawal; empty for a deposit. */
export const numberOf = ({ accounts }: Pick<WalletContext, 'accounts'>, { client_id, pay_to_number }: PaidTo): string =>
  pay_to_number === null ? '' : accounts.open(client_id, pay_to_number)

export const maskedNumberOf = (context: Pick<WalletContext, 'accounts'>, row: PaidTo): string =>
  maskAccountNumber(numberOf(context, row))

export const transactionOf = (row: RequestRow): WalletTransaction => ({
  _id: row.id,
  transactionId: requestName(row),
  createdAt: row.created_at.toISOString(),
  type: row.type,
  amount: rupeesOf(row.amount),
  status: row.status,
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.utr !== null && { utr: row.utr }),
  ...(row.bank_reference !== null && { bankReference: row.bank_reference }),
  ...(row.reason !== null && { reason: row.reason }),
})

export const needsTwo = ({ type, amount }: Pick<RequestRow, 'type' | 'amount'>, above: bigint): boolean =>
  type === 'withdrawal' && amount > above

/** Only the balance can be withdrawn; the screens add the loan to Total Amount. */
export async function wallet(sql: Sql, clientId: string) {
  const [{ cash, invested, loan, cashback, withheld }, pause] = await Promise.all([
    figuresOf(sql, clientId),
    bankDetailsPause(sql, clientId, bankRules.coolOffHours),
  ])
  return {
    balance: rupeesOf(cash),
    investedAmount: rupeesOf(invested),
    cashback: rupeesOf(cashback),
    loanAmount: rupeesOf(loan),
    withheld: rupeesOf(withheld),
    withdrawable: rupeesOf(cash),
    ...(pause && { withdrawalsFrom: pause.until.toISOString() }),
  }
}

type Page = { readonly before?: string | undefined; readonly limit?: string | undefined }

/** Newest first; `before` is the id of the last one on the previous page. */
export async function transactions(sql: Sql, clientId: string, { before, limit }: Page) {
  const [rows, counted] = await Promise.all([
    selectRequests(sql, clientId, before ?? null, limit === undefined ? walletRules.pageSize : Number(limit)),
    countRequests(sql, clientId),
  ])
  return { transactions: rows.map(transactionOf), total: Number(counted?.requests ?? 0n) }
}

export async function timeline(context: WalletContext, request: { id: string; clientId: string }) {
  const row = await requireRow(findOwnRequest(context.db, request.id, request.clientId))
  return {
    ...transactionOf(row),
    steps: stepsOf(row, needsTwo(row, context.config.approvals.withdrawalPerClient), maskedNumberOf(context, row)),
  }
}

type Step = Reply<typeof walletCalls.timeline>['steps'][number]

/** Every completed step, then the next one without a time. `number` is the masked account number of a withdrawal. */
const stepsOf = (row: RequestRow, needsTwo: boolean, number: string): Step[] => [
  requestStep(row, number),
  ...(row.type === 'added' || row.first_approval_at === null
    ? []
    : [{ what: 'First of two checks completed', at: row.first_approval_at.toISOString(), who: 'us' as const }]),
  ...(row.status === 'pending' ? [nextStep(row, needsTwo)] : decisionSteps(row)),
]

function requestStep(row: RequestRow, number: string): Step {
  const amount = formatRupees(row.amount)
  const at = row.created_at.toISOString()
  if (row.type === 'added') {
    const detail = row.utr === null ? `Reference ${row.reference}` : `Reference ${row.reference}, UTR ${row.utr}`
    return { what: `You reported a payment of ${amount}`, at, who: 'you', detail }
  }
  const detail = `To ${row.pay_to_name}, ${number}, IFSC ${row.pay_to_ifsc}. The amount is on hold.`
  return { what: `You requested a withdrawal of ${amount}`, at, who: 'you', detail }
}

const decisions = {
  added: { approved: 'We found your payment and added it to your wallet', rejected: 'Deposit rejected' },
  withdrawal: { approved: 'Paid to your bank account', rejected: 'Withdrawal rejected' },
}

function decisionSteps({ type, status, decided_at: at, bank_reference, reason }: RequestRow): Step[] {
  const isApproved = status === 'approved'
  const reference = bank_reference === null ? null : `Bank reference ${bank_reference}`
  const detail = isApproved ? reference : reason
  const what = decisions[type][isApproved ? 'approved' : 'rejected']
  return [
    { what, who: 'us', ...(at !== null && { at: at.toISOString() }), ...(detail !== null && { detail }) },
    ...(isApproved ? [] : [{ what: walletTexts.whatToDo[type], who: 'you' as const }]),
  ]
}

function nextStep(row: RequestRow, needsTwo: boolean): Step {
  if (row.type === 'added') return { what: 'We are looking for your payment in our bank statement', who: 'us' }
  if (row.first_approval_at !== null) return { what: 'A second person checks and pays it', who: 'us' }
  const detail = 'Two people check a withdrawal of this size.'
  return { what: 'We check the request and pay it', who: 'us', ...(needsTwo && { detail }) }
}
