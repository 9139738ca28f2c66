import type { LoanTerms } from '@sauda/contract/loan'
import { useDebounced } from '@sauda/web/use-debounced'
import { errorMessage } from '@sauda/web/api-error'
import { usePreview, type Offer } from './loan.api.ts'
import { offerOf, type Draft } from './offer.ts'

/** The terms of what is being typed, computed by the server. */
export interface TypedTerms {
  /** Of the offer as it stands, or of the last one while this one is computed. */
  terms: LoanTerms | undefined
  /** These are the terms of what is typed now, so it may be sent. */
  isCurrent: boolean
  /** Why there are no terms to see. */
  note: string
}

export function useTypedTerms(draft: Draft): TypedTerms {
  const found = offerOf(draft)
  const typed = 'offer' in found ? JSON.stringify(found.offer) : ''
  const settled = useDebounced(typed)
  const { data, error, isPlaceholderData } = usePreview(settled === '' ? undefined : (JSON.parse(settled) as Offer))
  if (typed === '')
    return { terms: undefined, isCurrent: false, note: 'Enter an offer to preview the client’s loan terms.' }
  if (error && typed === settled) return { terms: undefined, isCurrent: false, note: errorMessage(error) }
  const isCurrent = typed === settled && data !== undefined && !isPlaceholderData
  return { terms: data, isCurrent, note: data ? '' : 'The terms are being computed.' }
}
