import type { KycDocumentName } from '@sauda/contract/kyc'
import { useState } from 'react'
import { session } from '../shell/session.ts'

/** What the operator has chosen and typed about one document, not yet sent. */
export interface Draft {
  verdict: 'accept' | 'again' | null
  number: string
  name: string
  last4: string
  /** One of the contract's reasons, or `other`. */
  reason: string
  more: string
}
export type Drafts = Record<KycDocumentName, Draft>

export const otherReason = 'other'
const empty: Draft = { verdict: null, number: '', name: '', last4: '', reason: '', more: '' }

// Kept while the tab lives, so that a lost session or a look at another page costs nothing typed. Never stored: it holds PANs.
const kept = new Map<string, Drafts>()
session.subscribe(() => session.get().ending === 'left' && kept.clear())

/** After they were sent. */
export const forgetDrafts = (submission: string): boolean => kept.delete(submission)

/** The drafts of one submission; a newer upload starts anew. */
export function useDrafts(submission: string) {
  const [drafts, setDrafts] = useState<Drafts>(() => kept.get(submission) ?? { pan: empty, aadhaar: empty })
  return {
    drafts,
    change: (document: KycDocumentName, part: Partial<Draft>) =>
      setDrafts((before) => {
        const after = { ...before, [document]: { ...before[document], ...part } }
        kept.set(submission, after)
        return after
      }),
  }
}
