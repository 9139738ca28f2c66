import type { kycCalls, KycDocumentName } from '@sauda/contract/kyc'
import type { Reply } from '@sauda/contract/call'

// Spelled here, because this is needed with the profile and the contract's schemas are not.
const inOrder: readonly KycDocumentName[] = ['pan', 'aadhaar']

export type Documents = Reply<typeof kycCalls.status>['documents']

/** The documents still to be sent, in the order of section 4: all of them, or only what is asked for again. */
export function askedFor(documents: Documents): KycDocumentName[] {
  return inOrder.filter((name) => ['missing', 'refused'].includes(documents[name].status))
}

/** What the desk asked for again, each with its reason. */
export function askedAgain(documents: Documents): { name: KycDocumentName; reason: string }[] {
  return inOrder.flatMap((name) =>
    documents[name].status === 'refused' ? [{ name, reason: documents[name].reason ?? '' }] : [],
  )
}
