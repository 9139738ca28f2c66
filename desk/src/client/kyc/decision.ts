import type { Schema } from '@sauda/contract/platform/call'
import {
  aadhaarDecision,
  type DocumentStatus,
  type KycDocumentName,
  kycDocumentNames,
  kycReasons,
  panDecision,
} from '@sauda/contract/client/kyc'
import type { DecisionBody } from './kyc.api.ts'
import { discardDraft, type FieldErrors, useDraft } from '../../shell/form-field.tsx'

/** Unsent input for one document. */
export interface Draft {
  verdict: 'accept' | 'reupload' | null
  number: string
  name: string
  last4: string
  samePanReason: string
  /** Chosen from the list. */
  reasons: readonly string[]
  /** Added to them, or the reason itself. */
  more: string
}
type Drafts = Record<KycDocumentName, Draft>

const empty: Draft = { verdict: null, number: '', name: '', last4: '', samePanReason: '', reasons: [], more: '' }
const none: Drafts = { pan: empty, aadhaar: empty }
export const discardKycDrafts = (submission: string): boolean => discardDraft(`kyc ${submission}`)

export function useDrafts(submission: string) {
  const { draft: drafts, change } = useDraft(`kyc ${submission}`, none)
  return {
    drafts,
    change: (document: KycDocumentName, part: Partial<Draft>) =>
      change((before) => ({ [document]: { ...before[document], ...part } })),
  }
}

export type Documents = Readonly<Record<KycDocumentName, { status: DocumentStatus }>>
export const cardNames: Record<KycDocumentName, string> = { pan: 'PAN card', aadhaar: 'Aadhaar card' }
const schemas: Record<KycDocumentName, Schema> = { pan: panDecision, aadhaar: aadhaarDecision }

export const pendingIn = (documents: Documents): readonly KycDocumentName[] =>
  kycDocumentNames.filter((name) => documents[name].status === 'waiting')

export function decisionOf(
  documents: Documents,
  drafts: Drafts,
  since: string | undefined,
): { body: DecisionBody } | { errors: FieldErrors } {
  /** Fields are named like `pan.verdict`. */
  const errors: Record<string, string> = {}
  const body: DecisionBody = since === undefined ? {} : { since }
  for (const name of pendingIn(documents)) {
    const draft = drafts[name]
    if (draft.verdict === null) {
      errors[`${name}.verdict`] = `Choose Accept or Re-upload for the ${cardNames[name]}`
      continue
    }
    const part = partOf(name, draft)
    const checked = schemas[name].safeParse(part)
    if (checked.success) Object.assign(body, { [name]: part })
    for (const { path, message } of checked.error?.issues ?? []) errors[`${name}.${String(path[0])}`] ??= message
  }
  return Object.keys(errors).length > 0 ? { errors } : { body }
}

/** The chosen reasons in the order of the list, then what was added. */
export const reasonOf = (name: KycDocumentName, { reasons, more }: Pick<Draft, 'reasons' | 'more'>): string =>
  [...kycReasons[name].filter((each) => reasons.includes(each)), more.trim()].filter(Boolean).join('. ')

function partOf(name: KycDocumentName, draft: Draft) {
  if (draft.verdict === 'reupload') return { accept: false, reason: reasonOf(name, draft) }
  return name === 'pan'
    ? {
        accept: true,
        number: draft.number.trim().toUpperCase(),
        name: draft.name.trim(),
        ...(draft.samePanReason.trim() !== '' && { samePanReason: draft.samePanReason.trim() }),
      }
    : { accept: true, last4: draft.last4.trim() }
}

const namesOf = (documents: readonly KycDocumentName[], article = ''): string =>
  documents.map((name) => `${article}${cardNames[name]}`).join(' and ')

export function summaryOf(clientName: string, documents: Documents, drafts: Drafts): string {
  const waiting = pendingIn(documents)
  const open = waiting.filter((name) => drafts[name].verdict === null)
  if (open.length > 0)
    return `Choose Accept or Re-upload for ${open.length > 1 ? 'both documents' : namesOf(open, 'the ')}.`
  const again = waiting.filter((name) => drafts[name].verdict === 'reupload')
  const accepted = waiting.filter((name) => !again.includes(name))
  const acceptedText = `${namesOf(accepted)} accepted.`
  if (again.length > 0) {
    const only = again.length === 1 ? ' only' : ''
    const reupload = `${clientName} will receive an e-mail to re-upload ${namesOf(again, 'the ')}${only}.`
    return accepted.length > 0 ? `${acceptedText} ${reupload}` : reupload
  }
  const isVerified = kycDocumentNames.every((name) => documents[name].status === 'accepted' || waiting.includes(name))
  return isVerified
    ? `${clientName} will be marked Verified and notified by e-mail.`
    : `${acceptedText} ${clientName} will be notified by e-mail.`
}
