import { parseRupees } from '@sauda/contract/platform/amount-text'
import { ledgerErrors } from '@sauda/contract/core/ledger'
import { formatRupees, paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import { isSameReference, normalizeReference } from '@sauda/contract/money/reference'
import { receivedNeeded, type RequestType, walletCalls, walletErrors } from '@sauda/contract/money/wallet'
import { type Checked, type DecisionDraft, emptyDraft } from '../../shell/decision-form.tsx'
import { typedPaise } from '../../shell/typed-number.ts'
import { unpinnedWarnings, type Warning } from '../../shell/lines.tsx'
import { type FieldErrors, fieldErrors } from '../../shell/form-field.tsx'
import type { Request, RequestDecision } from './wallet.api.ts'

export interface RequestDraft extends DecisionDraft {
  /** Null until it is typed: then the reference of the bank entry counts, if there is exactly one. */
  reference: string | null
  /** Rupees received, as typed; empty for the requested amount. */
  received: string
  /** The account that received the money; requested only if no bank entry determines it. */
  bankAccountId: string
}
export const emptyRequest: RequestDraft = { ...emptyDraft, reference: null, received: '', bankAccountId: '' }

/** What the form shows and sends. */
export const withReference = (draft: RequestDraft, bankReference = '') => ({
  ...draft,
  reference: draft.reference ?? bankReference,
})
type ShownDraft = ReturnType<typeof withReference>

/** Suggestions for the operator; free text is allowed. */
export const walletReasons = {
  added: [
    'We did not find this payment in our bank statement',
    'The amount received differs from the amount requested',
    'The payment came from an account that is not yours',
  ],
  withdrawal: [
    'The bank did not accept the payment',
    'The name on the bank details differs from your registered name',
    'You asked us to cancel it',
  ],
} as const satisfies Record<RequestType, readonly string[]>

const enterReceived = 'Enter the amount received'

export function checkApproval(
  request: Request,
  { reference, received, bankAccountId }: Pick<ShownDraft, 'reference' | 'received' | 'bankAccountId'>,
  bankReference?: string,
  inBank?: number,
): Checked<RequestDecision> {
  if (isFirstOfTwo(request) && request.type === 'withdrawal') return { command: {} }
  if (reference.trim() === '') return { errors: { reference: walletErrors.noReference.message } }
  if (needsReceived(request, received, inBank)) return { errors: { received: enterReceived } }
  const amount = received === '' ? undefined : rupeesOf(parseRupees(received))
  const account = asksAccount(request, reference, bankReference) ? bankAccountId : undefined
  const errors: FieldErrors = {
    ...(amount === 0 && { amount: ledgerErrors.amountNeeded.message }),
    ...fieldErrors(walletCalls.approve.body, { reference, amount }),
  }
  const { amount: wrongAmount, ...others } = errors
  if (Object.keys(errors).length > 0) return { errors: { ...others, received: wrongAmount } }
  return {
    command: {
      reference: normalizeReference(reference),
      ...(amount !== undefined && { amount }),
      ...(account && { bankAccountId: account }),
    },
  }
}

/** Whether no bank entry determines which of several accounts received the money. */
export const asksAccount = (
  { bankAccounts }: Pick<Request, 'bankAccounts'>,
  reference: string,
  bankReference: string | undefined,
): boolean =>
  bankAccounts !== undefined && (bankReference === undefined || normalizeReference(reference) !== bankReference)

/** The first approval moves no money; of a withdrawal, the second operator pays and enters the bank's reference. */
export const isFirstOfTwo = ({ needsTwo, firstApproval }: Request): boolean => needsTwo && firstApproval === undefined

/** One operator approved it; what the second one decides on is part of the request. */
export const awaitsSecond = ({ status, firstApproval }: Pick<Request, 'status' | 'firstApproval'>): boolean =>
  status === 'pending' && firstApproval !== undefined

/** Paise that an approval would credit or pay; undefined if the amount received is not clear. */
function approvedAmount(request: Request, received: string): bigint | undefined {
  return received === '' ? paiseOf(request.firstApprovalAmount ?? request.amount) : typedPaise(received)
}

/** The bank's entry has another amount than would be credited, and none is stated. */
const needsReceived = (request: Request, received: string, inBank: number | undefined): boolean =>
  request.type === 'added' &&
  received === '' &&
  inBank !== undefined &&
  inBank !== (request.firstApprovalAmount ?? request.amount)

type Chosen = Pick<RequestDraft, 'verdict' | 'received'>

export function summaryOf(request: Request, { verdict, received }: Chosen, isOwn = false, inBank?: number): string {
  const { type, clientName } = request
  const paise = verdict === 'approve' ? approvedAmount(request, received) : paiseOf(request.amount)
  if (paise === undefined) return enterReceived
  const amount = formatRupees(paise)
  const isDeposit = type === 'added'
  if (verdict === null) return opening(request, isOwn)
  if (verdict === 'approve' && inBank !== undefined && needsReceived(request, received, inBank))
    return receivedNeeded(paiseOf(inBank), paise).message
  if (verdict === 'reject')
    return isDeposit
      ? `Nothing is credited. ${clientName} will get the reason by e-mail.`
      : `${amount} will be returned to ${clientName}’s balance. ${clientName} will get the reason by e-mail.`
  if (isDeposit && isFirstOfTwo(request))
    return `This records your first approval. ${amount} will be credited once a second operator approves it too.`
  if (isDeposit) return `${amount} will be credited to ${clientName}’s wallet, and ${clientName} notified by e-mail.`
  if (isFirstOfTwo(request))
    return `This records your first approval. ${amount} stays on hold until a second operator pays and approves it.`
  return `${amount} will be booked as paid. ${clientName} will get the reference by e-mail.`
}

function opening(request: Request, isOwn: boolean): string {
  if (isOwn) return 'It stays in the queue for another operator. You can still reject it.'
  if (request.type === 'added') return 'Check the payment in the bank statement, then approve or reject it.'
  return isFirstOfTwo(request)
    ? 'Check it, then approve or reject it. A second operator makes the payment.'
    : `Pay ${formatRupees(paiseOf(request.amount))} at the bank, then enter its reference, or reject it.`
}

export function referenceHint(request: Request): string {
  return request.type === 'added'
    ? 'Copy it from your bank, not from this page.'
    : 'The reference of the payment you made at the bank.'
}

/** How the bank's reference compares with one that is known already; nothing to say before it is typed. */
export function referenceOutcome(typed: string, known: string | undefined): 'fits' | 'differs' | 'unknown' {
  if (known === undefined || typed.trim() === '') return 'unknown'
  return isSameReference(typed, known) ? 'fits' : 'differs'
}

/** The state of the payment by the imported bank statements. */
export interface BankFacts {
  reference: string | undefined
  /** Rupees of the only bank entry with the request's reference, if its amount differs. */
  inBank?: number | undefined
  conflicts: readonly Warning[]
}

/** Conflicts with the bank first, then what may only be a coincidence. */
export const warningsOf = ({ warnings }: Pick<Request, 'warnings'>, { conflicts }: BankFacts): readonly Warning[] => [
  ...conflicts,
  ...unpinnedWarnings(warnings),
]
