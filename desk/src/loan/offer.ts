import { loanCalls, loanErrors, loanRules } from '@sauda/contract/loan'
import { formatRupees, paiseOf, rupeesOf } from '@sauda/contract/money'
import { paiseTyped } from '@sauda/ui/amount'
import type { Verdict } from '../shell/decision-form.tsx'
import { reasonText, type Reason } from '../shell/reason.ts'
import type { DeskLoan, Offer, Order } from './loan.api.ts'

/** What the operator has typed of an offer, or why there is none; not yet sent. */
export interface Draft extends Reason {
  verdict: Verdict | null
  amount: string
  rate: string
  months: string
  fee: string
}
export const emptyDraft: Draft = { verdict: null, amount: '', rate: '', months: '', fee: '', reason: '', more: '' }

export type Faults = Readonly<Partial<Record<'verdict' | 'amount' | 'rate' | 'months' | 'fee' | 'reason', string>>>

const fields: Record<string, keyof Faults> = { amount: 'amount', ratePercent: 'rate', months: 'months', fee: 'fee' }

/** The offer as typed, or what is still wrong with it. No fee is a fee of nothing. */
export function offerOf({ amount, rate, months, fee }: Draft): { offer: Offer } | { faults: Faults } {
  const offer = {
    amount: amount === '' ? Number.NaN : rupeesOf(paiseTyped(amount)),
    ratePercent: numberOf(rate),
    months: numberOf(months),
    fee: rupeesOf(paiseTyped(fee)),
  }
  const faults: Partial<Record<keyof Faults, string>> = {}
  for (const { path, message } of loanCalls.offer.body.safeParse(offer).error?.issues ?? []) {
    const field = fields[String(path[0])]
    if (field) faults[field] ??= message
  }
  if (offer.amount < loanRules.minimumRupees) faults.amount ??= loanErrors.offerAmount.message
  if (offer.fee > offer.amount) faults.fee ??= loanErrors.offerFee.message
  return Object.keys(faults).length > 0 ? { faults } : { offer }
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** What is sent, or what is still wrong. */
export function orderOf(draft: Draft): { order: Order } | { faults: Faults } {
  if (draft.verdict === null) return { faults: { verdict: 'Choose Make an offer or Reject' } }
  if (draft.verdict === 'accept') {
    const found = offerOf(draft)
    return 'offer' in found ? { order: found.offer } : found
  }
  const checked = loanCalls.reject.body.safeParse({ reason: reasonText(draft) })
  return checked.success
    ? { order: checked.data }
    : { faults: { reason: checked.error.issues[0]?.message ?? 'Please give a reason' } }
}

/** What will happen, in the words of whoever has to answer for it. */
export function summaryOf({ clientName, status }: Pick<DeskLoan, 'clientName' | 'status'>, draft: Draft): string {
  if (status === 'admin_approved') return `The offer will be cancelled. ${clientName} will get the reason by e-mail.`
  if (draft.verdict === null) return 'Make an offer or reject the request.'
  if (draft.verdict === 'refuse') return `The request will be rejected. ${clientName} will get the reason by e-mail.`
  const found = offerOf(draft)
  if ('faults' in found) return 'Disbursed only after the client accepts.'
  return `${clientName} will get an offer of ${formatRupees(paiseOf(found.offer.amount))} by e-mail. Disbursed only after acceptance.`
}
