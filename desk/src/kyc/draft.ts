import type { KycDocumentName } from '@sauda/contract/kyc'
import { discardDraft, useDraft } from '../shell/draft.ts'
import type { Reason } from '../shell/reason-fields.tsx'

/** Unsent input for one document. */
export interface Draft extends Reason {
  verdict: 'accept' | 'reupload' | null
  number: string
  name: string
  last4: string
}
export type Drafts = Record<KycDocumentName, Draft>

const empty: Draft = { verdict: null, number: '', name: '', last4: '', reason: '', more: '' }
const none: Drafts = { pan: empty, aadhaar: empty }
const place = (submission: string): string => `kyc ${submission}`

export const discardKycDrafts = (submission: string): boolean => discardDraft(place(submission))

export function useDrafts(submission: string) {
  const { draft: drafts, change } = useDraft(place(submission), none)
  return {
    drafts,
    change: (document: KycDocumentName, part: Partial<Draft>) =>
      change((before) => ({ [document]: { ...before[document], ...part } })),
  }
}
