import type { CallInput, Schema } from '@sauda/contract/call'
import {
  aadhaarDecision,
  type DocumentStatus,
  type kycCalls,
  type KycDocumentName,
  kycDocumentNames,
  panDecision,
} from '@sauda/contract/kyc'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { type Reason, reasonText } from '../shell/reason-fields.tsx'

/** Unsent input for one document. */
export interface Draft extends Reason {
  verdict: 'accept' | 'reupload' | null
  number: string
  name: string
  last4: string
}
type Drafts = Record<KycDocumentName, Draft>

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

export type Documents = Readonly<Record<KycDocumentName, { status: DocumentStatus }>>
type Body = CallInput<typeof kycCalls.decide>['body']
/** Messages by field; `verdict` and `reason` belong to the form itself. */
export type Faults = Readonly<Record<string, string>>

export const cardNames: Record<KycDocumentName, string> = { pan: 'PAN card', aadhaar: 'Aadhaar card' }
const schemas: Record<KycDocumentName, Schema> = { pan: panDecision, aadhaar: aadhaarDecision }

export const pendingIn = (documents: Documents): readonly KycDocumentName[] =>
  kycDocumentNames.filter((name) => documents[name].status === 'waiting')

export function decisionOf(
  documents: Documents,
  drafts: Drafts,
  since: string | undefined,
): { body: Body } | { faults: Faults } {
  const faults: Record<string, string> = {}
  const body: Body = since === undefined ? {} : { since }
  for (const name of pendingIn(documents)) {
    const draft = drafts[name]
    if (draft.verdict === null) {
      faults[`${name}.verdict`] = `Choose Accept or Re-upload for the ${cardNames[name]}`
      continue
    }
    const part = partOf(name, draft)
    const checked = schemas[name].safeParse(part)
    if (checked.success) Object.assign(body, { [name]: part })
    for (const { path, message } of checked.error?.issues ?? []) faults[`${name}.${String(path[0])}`] ??= message
  }
  return Object.keys(faults).length > 0 ? { faults } : { body }
}

function partOf(name: KycDocumentName, draft: Draft) {
  if (draft.verdict === 'reupload') return { accept: false, reason: reasonText(draft) }
  return name === 'pan'
    ? { accept: true, number: draft.number.trim().toUpperCase(), name: draft.name.trim() }
    : { accept: true, last4: draft.last4.trim() }
}

type Which = KycDocumentName | 'both'
const which = (names: readonly KycDocumentName[]): Which => (names.length > 1 ? 'both' : (names[0] ?? 'both'))

const toDecide: Record<Which, string> = {
  pan: 'Choose Accept or Re-upload for the PAN card.',
  aadhaar: 'Choose Accept or Re-upload for the Aadhaar card.',
  both: 'Choose Accept or Re-upload for both documents.',
}
const accepts: Record<Which, string> = {
  pan: 'PAN card accepted.',
  aadhaar: 'Aadhaar card accepted.',
  both: 'PAN card and Aadhaar card accepted.',
}
const requestsReupload: Record<Which, (client: string) => string> = {
  pan: (client) => `${client} will receive an e-mail to re-upload the PAN card only.`,
  aadhaar: (client) => `${client} will receive an e-mail to re-upload the Aadhaar card only.`,
  both: (client) => `${client} will receive an e-mail to re-upload the PAN card and the Aadhaar card.`,
}

export function summaryOf(clientName: string, documents: Documents, drafts: Drafts): string {
  const waiting = pendingIn(documents)
  const open = waiting.filter((name) => drafts[name].verdict === null)
  if (open.length > 0) return toDecide[which(open)]
  const again = waiting.filter((name) => drafts[name].verdict === 'reupload')
  const accepted = waiting.filter((name) => !again.includes(name))
  if (again.length > 0)
    return [...accepted.map((name) => accepts[name]), requestsReupload[which(again)](clientName)].join(' ')
  const isVerified = kycDocumentNames.every((name) => documents[name].status === 'accepted' || waiting.includes(name))
  return isVerified
    ? `${clientName} will be marked Verified and notified by e-mail.`
    : `${accepts[which(waiting)]} ${clientName} will be notified by e-mail.`
}
