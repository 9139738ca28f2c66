import type { Reply } from '@sauda/contract/call'
import { formatRupees } from '@sauda/contract/money'
import { type walletCalls, walletRules, walletTexts } from '@sauda/contract/wallet'
import type { WalletContext } from '../app-context.ts'
import { figuresOf } from '../ledger/ledger.ts'
import { requireRow, type Sql } from '../platform/db.ts'
import { countRequests, findOwnRequest, type RequestRow, selectRequests } from './wallet.sql.ts'
import { withdrawalsPausedUntil } from './wallet.ts'
import { maskedNumberOf, needsTwo, transactionOf, walletOf } from './wallet.view.ts'

export async function wallet(sql: Sql, clientId: string) {
  const [figures, pausedUntil] = await Promise.all([figuresOf(sql, clientId), withdrawalsPausedUntil(sql, clientId)])
  return { ...walletOf(figures), ...(pausedUntil && { withdrawalsFrom: pausedUntil.toISOString() }) }
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
    steps: stepsOf(row, needsTwo(row, context.config.secondApprovalAbove), maskedNumberOf(context, row)),
  }
}

type Step = Reply<typeof walletCalls.timeline>['steps'][number]

/** Every completed step, then the next one without a time. `number` is the masked account number of a withdrawal. */
function stepsOf(row: RequestRow, needsTwo: boolean, number: string): Step[] {
  return [requestStep(row, number), ...(row.type === 'added' ? depositSteps(row) : withdrawalSteps(row, needsTwo))]
}

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

function depositSteps(row: RequestRow): Step[] {
  const at = row.decided_at?.toISOString()
  if (row.status === 'approved') {
    return [
      { what: 'We found your payment and added it to your wallet', who: 'us', ...dated(at), ...bankReference(row) },
    ]
  }
  if (row.status === 'rejected') return rejectedSteps(row, 'Deposit rejected', at)
  return [{ what: 'We are looking for your payment in our bank statement', who: 'us' }]
}

function withdrawalSteps(row: RequestRow, needsTwo: boolean): Step[] {
  const at = row.decided_at?.toISOString()
  const first: Step[] =
    row.first_approval_at === null
      ? []
      : [{ what: 'First of two checks completed', at: row.first_approval_at.toISOString(), who: 'us' }]
  if (row.status === 'approved') {
    return [...first, { what: 'Paid to your bank account', who: 'us', ...dated(at), ...bankReference(row) }]
  }
  if (row.status === 'rejected') return [...first, ...rejectedSteps(row, 'Withdrawal rejected', at)]
  if (first.length > 0) return [...first, { what: 'A second person checks and pays it', who: 'us' }]
  const detail = 'Two people check a withdrawal of this size.'
  return [{ what: 'We check the request and pay it', who: 'us', ...(needsTwo && { detail }) }]
}

function rejectedSteps(row: RequestRow, what: string, at: string | undefined): Step[] {
  return [
    { what, who: 'us', ...dated(at), ...(row.reason !== null && { detail: row.reason }) },
    { what: walletTexts.whatToDo[row.type], who: 'you' },
  ]
}

const dated = (at: string | undefined) => (at === undefined ? {} : { at })

const bankReference = ({ bank_reference }: RequestRow) =>
  bank_reference === null ? {} : { detail: `Bank reference ${bank_reference}` }
