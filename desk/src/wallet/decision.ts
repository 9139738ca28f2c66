import { formatRupees, paiseOf } from '@sauda/contract/money'
import { walletCalls, walletErrors } from '@sauda/contract/wallet'
import type { Verdict } from '../shell/decision-form.tsx'
import { reasonText, type Reason } from '../shell/reason.ts'
import type { Order, Request } from './wallet.api.ts'

/** What the operator has chosen and typed about one request, not yet sent. */
export interface Draft extends Reason {
  verdict: Verdict | null
  /** The bank's name of the payment, from its statement. */
  reference: string
}
export const emptyDraft: Draft = { verdict: null, reference: '', reason: '', more: '' }

export interface Faults {
  verdict?: string | undefined
  reference?: string | undefined
  reason?: string | undefined
}

/** What is sent, or what is still wrong. */
export function orderOf(request: Request, draft: Draft): { order: Order } | { faults: Faults } {
  if (draft.verdict === null) return { faults: { verdict: 'Choose Approve or Reject' } }
  if (draft.verdict === 'accept') {
    if (isFirstOfTwo(request)) return { order: {} }
    if (draft.reference.trim() === '') return { faults: { reference: walletErrors.noReference.message } }
    const checked = walletCalls.approve.body.safeParse({ reference: draft.reference })
    return checked.success ? { order: checked.data } : { faults: { reference: checked.error.issues[0]?.message } }
  }
  const checked = walletCalls.reject.body.safeParse({ reason: reasonText(draft) })
  return checked.success ? { order: checked.data } : { faults: { reason: checked.error.issues[0]?.message } }
}

/** The first of two approvals moves nothing yet: the second operator pays and has the bank's reference. */
export const isFirstOfTwo = ({ needsTwo, firstApproval }: Request): boolean => needsTwo && firstApproval === undefined

/** What will happen, in the words of whoever has to answer for it. */
export function summaryOf(request: Request, verdict: Verdict | null, isOwn = false): string {
  const { type, clientName } = request
  const amount = formatRupees(paiseOf(request.amount))
  const isDeposit = type === 'added'
  if (verdict === null) return opening(request, isOwn)
  if (verdict === 'refuse')
    return isDeposit
      ? `Nothing is credited. ${clientName} will get the reason by e-mail.`
      : `${amount} will be returned to ${clientName}’s balance. ${clientName} will get the reason by e-mail.`
  if (isDeposit)
    return `${amount} will be credited to ${clientName}’s wallet now, and ${clientName} notified by e-mail.`
  if (isFirstOfTwo(request))
    return `This records your first approval. ${amount} stays on hold until a second operator pays and approves it.`
  return `${amount} will be booked as paid. ${clientName} will get the reference by e-mail.`
}

function opening(request: Request, isOwn: boolean): string {
  if (isOwn) return 'It stays in the queue for another operator. You can still reject it.'
  if (request.type === 'added') return 'Approve against the bank, or refuse it.'
  return isFirstOfTwo(request)
    ? 'Check it, then approve or reject it. A second operator makes the payment.'
    : 'Pay it at the bank and approve it, or reject it.'
}

/** Where the reference is to be found. */
export function referenceHint(request: Request): string {
  return request.type === 'added'
    ? 'Copy it from your bank, not from this page.'
    : 'The reference of the payment you made at the bank.'
}

/** How the bank's reference compares with one that is known already; nothing to say before it is typed. */
export function referenceOutcome(typed: string, known: string | undefined): 'fits' | 'differs' | 'unknown' {
  if (known === undefined || typed.trim() === '') return 'unknown'
  return typed.trim().toUpperCase() === known.toUpperCase() ? 'fits' : 'differs'
}
