import { formatRupees, paiseOf } from '@sauda/contract/money'
import { normalizeReference } from '@sauda/contract/reference'
import { walletCalls, walletErrors } from '@sauda/contract/wallet'
import { emptyDraft, type Checked, type DecisionDraft, type Verdict } from '../shell/decision-form.tsx'
import { caseWarnings, type Warning } from '../shell/lines.tsx'
import type { Request, RequestDecision } from './wallet.api.ts'

export interface RequestDraft extends DecisionDraft {
  reference: string
}
export const emptyRequest: RequestDraft = { ...emptyDraft, reference: '' }

export function checkApproval(request: Request, reference: string): Checked<RequestDecision> {
  if (isFirstOfTwo(request) && request.type === 'withdrawal') return { command: {} }
  if (reference.trim() === '') return { errors: { reference: walletErrors.noReference.message } }
  const checked = walletCalls.approve.body.safeParse({ reference })
  return checked.success ? { command: checked.data } : { errors: { reference: checked.error.issues[0]?.message } }
}

/** The first approval moves no money; of a withdrawal, the second operator pays and enters the bank's reference. */
export const isFirstOfTwo = ({ needsTwo, firstApproval }: Request): boolean => needsTwo && firstApproval === undefined

export function summaryOf(request: Request, verdict: Verdict | null, isOwn = false): string {
  const { type, clientName } = request
  const amount = formatRupees(paiseOf(request.amount))
  const isDeposit = type === 'added'
  if (verdict === null) return opening(request, isOwn)
  if (verdict === 'reject')
    return isDeposit
      ? `Nothing is credited. ${clientName} will get the reason by e-mail.`
      : `${amount} will be returned to ${clientName}’s balance. ${clientName} will get the reason by e-mail.`
  if (isDeposit && isFirstOfTwo(request))
    return `This records your first approval. ${amount} will be credited once a second operator approves it too.`
  if (isDeposit)
    return `${amount} will be credited to ${clientName}’s wallet now, and ${clientName} notified by e-mail.`
  if (isFirstOfTwo(request))
    return `This records your first approval. ${amount} stays on hold until a second operator pays and approves it.`
  return `${amount} will be booked as paid. ${clientName} will get the reference by e-mail.`
}

function opening(request: Request, isOwn: boolean): string {
  if (isOwn) return 'It stays in the queue for another operator. You can still reject it.'
  if (request.type === 'added') return 'Approve against the bank, or reject it.'
  return isFirstOfTwo(request)
    ? 'Check it, then approve or reject it. A second operator makes the payment.'
    : 'Pay it at the bank and approve it, or reject it.'
}

export function referenceHint(request: Request): string {
  return request.type === 'added'
    ? 'Copy it from your bank, not from this page.'
    : 'The reference of the payment you made at the bank.'
}

/** How the bank's reference compares with one that is known already; nothing to say before it is typed. */
export function referenceOutcome(typed: string, known: string | undefined): 'fits' | 'differs' | 'unknown' {
  if (known === undefined || typed.trim() === '') return 'unknown'
  return normalizeReference(typed) === normalizeReference(known) ? 'fits' : 'differs'
}

/** What imported bank statements say about the payment. */
export interface BankFacts {
  reference: string | undefined
  conflicts: readonly Warning[]
}

/** Conflicts with the bank first, then what may only be a coincidence. */
export const warningsOf = ({ warnings }: Pick<Request, 'warnings'>, { conflicts }: BankFacts): readonly Warning[] => [
  ...conflicts,
  ...caseWarnings(warnings),
]
