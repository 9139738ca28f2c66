import { bankReversalText } from '@sauda/contract/money/bank-reversal'
import { afterDues } from '@sauda/contract/core/ledger'
import { nameOf } from '@sauda/contract/core/name'
import { bankRules, maskAccountNumber } from '@sauda/contract/money/bank'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { QueueKind } from '@sauda/contract/core/queue'
import { settlementNames } from '@sauda/contract/core/setting-name'
import {
  type RequestStep,
  type RequestType,
  walletRules,
  walletTexts,
  type WalletTransaction,
} from '@sauda/contract/money/wallet'
import type { AppContext } from '../../app/app-context.ts'
import { reversedOf } from '../../core/ledger/bank-account.ts'
import { heldForTrades, unsettledOf, usableOf } from '../../core/ledger/clearing.ts'
import { figuresOf, freeOf, withdrawalPause } from '../../core/ledger/ledger.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import { type CaseReply, replyRows } from '../../core/queue/reply.ts'
import { isLargeWithdrawal } from './wallet.alone.ts'
import { promiseOf } from './wallet.promise.ts'
import { countRequests, findOwnRequest, type RequestRow, selectRequests } from './wallet.sql.ts'

/** `ADD100001`, `WDR100002`. */
export const requestName = ({ type, number }: Pick<RequestRow, 'type' | 'number'>): string =>
  nameOf(queueKindOf[type], number)

/** Two queue kinds, because their rights differ. */
export const queueKindOf = { added: 'deposit', withdrawal: 'withdrawal' } as const satisfies Record<
  RequestType,
  QueueKind
>

type PaidTo = Pick<RequestRow, 'client_id' | 'pay_to_number' | 'data_key'>

/** The complete account number of a withdrawal; empty for a deposit. */
export const numberOf = ({ accounts }: Pick<AppContext, 'accounts'>, row: PaidTo): string =>
  row.pay_to_number === null ? '' : accounts.open(row.client_id, row.pay_to_number, row.data_key)

export const maskedNumberOf = (context: Pick<AppContext, 'accounts'>, row: PaidTo): string =>
  maskAccountNumber(numberOf(context, row))

export const transactionOf = (row: RequestRow): WalletTransaction => ({
  _id: row.id,
  transactionId: requestName(row),
  createdAt: row.created_at.toISOString(),
  type: row.type,
  amount: rupeesOf(row.amount),
  ...(row.credited !== null && row.status === 'approved' && { creditedAmount: rupeesOf(row.credited) }),
  status: row.status,
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.utr !== null && { utr: row.utr }),
  ...(row.bank_reference !== null && { bankReference: row.bank_reference }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.paid_dues && { paidDues: rupeesOf(row.paid_dues) }),
  ...reversedOf(row.reversed),
  ...(row.settlement !== null && { settlement: row.settlement }),
})

/** The wallet of a client. Only the balance without what is held for trades can be withdrawn; the screens add the loan to Total Amount. */
export async function wallet(sql: Sql, clientId: string) {
  const [{ cash, invested, loan, cashback, withheld, unsettled, dues }, pause, held] = await Promise.all([
    figuresOf(sql, clientId),
    withdrawalPause(sql, clientId, bankRules.coolOffHours),
    heldForTrades(sql, clientId),
  ])
  const settlements = unsettled > 0n ? await unsettledOf(sql, clientId) : []
  const days = Map.groupBy(settlements, ({ settlesOn }) => settlesOn)
  return {
    balance: rupeesOf(cash),
    investedAmount: rupeesOf(invested),
    cashback: rupeesOf(cashback),
    loanAmount: rupeesOf(loan),
    withheld: rupeesOf(withheld),
    withdrawable: rupeesOf(freeOf(cash, held)),
    ...(pause && { withdrawalsFrom: pause.until.toISOString() }),
    ...(unsettled > 0n && {
      unsettled: rupeesOf(unsettled),
      // Nothing is offered for purchases while the client owes for trades.
      ...(dues === 0n && { usableUnsettled: rupeesOf(settlements.reduce((sum, each) => sum + usableOf(each), 0n)) }),
      proceeds: [...days].map(([settlesOn, parts]) => ({
        settlesOn,
        amount: rupeesOf(parts.reduce((sum, { paise }) => sum + paise, 0n)),
      })),
    }),
    ...(dues > 0n && { dues: rupeesOf(dues) }),
  }
}

export function timesOf({ processing, config }: Pick<AppContext, 'processing' | 'config'>, type: RequestType) {
  const usual = processing.usual(type)
  return { ...(usual !== undefined && { usual }), targetHours: config.targetHours[queueKindOf[type]] }
}

/** Whether the client cancelled it, instead of an operator rejecting it. */
export const isCancelled = ({ status, decided_by }: Pick<RequestRow, 'status' | 'decided_by'>): boolean =>
  status === 'rejected' && decided_by === null

type Page = { readonly before?: string | undefined; readonly limit?: string | undefined }

/** Newest first; `before` is the id of the last one on the previous page. */
export async function transactions(sql: Sql, clientId: string, { before, limit }: Page) {
  const [rows, counted] = await Promise.all([
    selectRequests(sql, clientId, before ?? null, limit === undefined ? walletRules.pageSize : Number(limit)),
    countRequests(sql, clientId),
  ])
  return { transactions: rows.map(transactionOf), total: Number(counted?.requests ?? 0n) }
}

export async function timeline(context: AppContext, request: { id: string; clientId: string }) {
  const row = await requireRow(findOwnRequest(context.db, request.id, request.clientId))
  return {
    ...transactionOf(row),
    steps: await stepsOf(context, row),
    canReply: canReply(row),
    canCancel: row.can_cancel,
  }
}

const canReply = ({ type, status, decided_by, decided_at }: RequestRow): boolean =>
  type === 'added' &&
  status === 'rejected' &&
  decided_by !== null &&
  Number(decided_at) > Date.now() - walletRules.replyDays * 86_400_000

/** Every completed step, then the next one without a time. */
export async function stepsOf(context: AppContext, row: RequestRow): Promise<RequestStep[]> {
  const replies = await replyRows(context.db, row.client_id, row.id)
  const first = row.type === 'withdrawal' ? row.first_approval_at : null
  // After a reply the desk starts again, and nothing is known of how long that takes.
  const usual = (of: Parameters<typeof context.processing.usual>[0]) => {
    const seconds = replies.length === 0 ? context.processing.usual(of) : undefined
    return seconds === undefined ? {} : { usual: seconds }
  }
  const needsTwo = isLargeWithdrawal(row, context)
  const awaitsFirst = needsTwo && first === null && row.status === 'pending'
  // A reply is a new start for the desk.
  const since = replies[0]?.created_at ?? row.created_at
  const promised = await promiseOf(context, row, { since, kind: queueKindOf[row.type] })
  const last = row.payout_batch_id !== null ? 'payout' : awaitsFirst ? 'first' : first ? 'second' : row.type
  return [
    requestStep(row, maskedNumberOf(context, row)),
    ...replies.toReversed().flatMap(replySteps),
    ...(first
      ? [{ what: 'First of two checks completed', at: first.toISOString(), who: 'us' as const, ...usual('first') }]
      : []),
    ...(row.status === 'pending'
      ? [{ ...nextStep(row, needsTwo), ...(promised.targetAt !== undefined && usual(last)), ...promised }]
      : decisionSteps(row, usual(last))),
    ...(awaitsFirst ? [{ what: secondCheck, who: 'us' as const, ...usual('second') }] : []),
  ]
}

function requestStep(row: RequestRow, number: string): RequestStep {
  const amount = formatRupees(row.amount)
  const at = row.created_at.toISOString()
  if (row.type === 'added') {
    const detail = row.utr === null ? `Reference ${row.reference}` : `Reference ${row.reference}, UTR ${row.utr}`
    return { what: `You reported a payment of ${amount}`, at, who: 'you', detail }
  }
  const detail = `To ${row.pay_to_name}, ${number}, IFSC ${row.pay_to_ifsc}. The amount is on hold.`
  if (row.settlement !== null)
    return { what: `${settlementNames[row.settlement]} of your unused funds: ${amount}`, at, who: 'us', detail }
  return { what: `You requested a withdrawal of ${amount}`, at, who: 'you', detail }
}

/** A reply, after the rejection it answers. */
const replySteps = ({ text, file_key, reason, rejected_at, created_at }: CaseReply): RequestStep[] => [
  ...(reason === null || rejected_at === null
    ? []
    : [
        {
          what: decisions.added.rejected,
          at: rejected_at.toISOString(),
          who: 'us' as const,
          detail: reason,
          failed: true,
        },
      ]),
  {
    what: file_key === null ? 'You replied' : 'You replied with a photo',
    at: created_at.toISOString(),
    who: 'you',
    ...(text !== '' && { detail: text }),
  },
]

const decisions = {
  added: { approved: 'We found your payment and added it to your wallet', rejected: 'Deposit rejected' },
  withdrawal: { approved: 'Paid to your bank account', rejected: 'Withdrawal rejected' },
}

function decisionSteps(row: RequestRow, usual: Pick<RequestStep, 'usual'>): RequestStep[] {
  const { type, status, decided_at: at, reason } = row
  const back = afterDues(row.amount, row.paid_dues ?? 0n)
  if (isCancelled(row))
    return [
      {
        what: `You cancelled it; ${back}.`,
        who: 'you',
        ...(at !== null && { at: at.toISOString() }),
      },
    ]
  const isApproved = status === 'approved'
  const detail = isApproved ? foundDetail(row) : reason
  const decision = decisions[type][isApproved ? 'approved' : 'rejected']
  const what = isApproved || type === 'added' ? decision : `${decision}; ${back}`
  return [
    {
      what,
      who: 'us',
      ...(at !== null && { at: at.toISOString() }),
      ...(detail !== null && { detail }),
      ...(isApproved && usual),
    },
    ...(isApproved ? [] : [{ what: walletTexts.whatToDo[type], who: 'you' as const }]),
    ...reversalSteps(row),
  ]
}

function reversalSteps(row: RequestRow): RequestStep[] {
  const { reversed } = reversedOf(row.reversed)
  if (!reversed) return []
  const { on, bookedAt, reason } = reversed
  return [
    {
      what: bankReversalText(row.type, dateText(on), reversed),
      at: bookedAt,
      who: 'bank',
      detail: reason,
      failed: true,
    },
  ]
}

function foundDetail({ bank_reference, amount, credited, paid_dues: paid }: RequestRow): string | null {
  const reference = bank_reference === null ? [] : [`Bank reference ${bank_reference}`]
  const received = credited === null ? [] : [`received ${formatRupees(credited)}, requested ${formatRupees(amount)}`]
  const dues = paid ? [afterDues(credited ?? amount, paid)] : []
  return [...reference, ...received, ...dues].join(', ') || null
}

const secondCheck = 'A second person checks and pays it'

function nextStep(row: RequestRow, needsTwo: boolean): RequestStep {
  if (row.type === 'added') return { what: 'We are looking for your payment in our bank statement', who: 'us' }
  if (row.payout_batch_id !== null)
    return { what: 'We pay it together with other withdrawals and update this when the bank confirms it', who: 'us' }
  if (row.first_approval_at !== null) return { what: secondCheck, who: 'us' }
  const detail = 'Two people check a withdrawal of this size.'
  return { what: 'We’re checking your withdrawal', who: 'us', ...(needsTwo && { detail }) }
}
