import { loanCalls, loanErrors, loanRules } from '@sauda/contract/money/loan'
import { formatRupees, paiseOf, parseRupees, rupeesOf } from '@sauda/contract/platform/money'
import { type DecisionDraft, emptyDraft } from '../../shell/decision-form.tsx'
import { type FieldErrors, fieldErrors } from '../../shell/form-field.tsx'
import type { DeskLoan, Offer } from './loan.api.ts'

export interface OfferDraft extends DecisionDraft {
  amount: string
  ratePercent: string
  months: string
  fee: string
}
export const emptyOffer: OfferDraft = { ...emptyDraft, amount: '', ratePercent: '', months: '', fee: '' }

/** An empty fee is a fee of ₹0. */
export function offerOf({ amount, ratePercent, months, fee }: OfferDraft): { offer: Offer } | { errors: FieldErrors } {
  const offer = {
    amount: amount === '' ? Number.NaN : rupeesOf(parseRupees(amount)),
    ratePercent: numberOf(ratePercent),
    months: numberOf(months),
    fee: rupeesOf(parseRupees(fee)),
  }
  const errors: Record<string, string> = fieldErrors(loanCalls.offer.body, offer) ?? {}
  if (offer.amount < loanRules.minimumRupees) errors['amount'] ??= loanErrors.offerAmount.message
  if (offer.fee > offer.amount) errors['fee'] ??= loanErrors.offerFee.message
  return Object.keys(errors).length > 0 ? { errors } : { offer }
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

export function summaryOf({ clientName, status }: Pick<DeskLoan, 'clientName' | 'status'>, draft: OfferDraft): string {
  if (status === 'admin_approved') return `The offer will be cancelled. ${clientName} will get the reason by e-mail.`
  if (draft.verdict === null) return 'Make an offer or reject the request.'
  if (draft.verdict === 'reject') return `The request will be rejected. ${clientName} will get the reason by e-mail.`
  const found = offerOf(draft)
  if ('errors' in found) return 'Disbursed only after the client accepts.'
  return `${clientName} will get an offer of ${formatRupees(paiseOf(found.offer.amount))} by e-mail. Disbursed only after acceptance.`
}
