import {
  aadhaarDecision,
  kycDocumentNames,
  panDecision,
  type DocumentStatus,
  type KycDocumentName,
  type kycCalls,
} from '@sauda/contract/kyc'
import type { Asked, Schema } from '@sauda/contract/call'
import { reasonText } from '../shell/reason.ts'
import type { Draft, Drafts } from './draft.ts'

export type Documents = Readonly<Record<KycDocumentName, { status: DocumentStatus }>>
type Body = Asked<typeof kycCalls.decide>['body']
/** Sentences beside the fields, by `pan.number` and so on. */
export type Faults = Readonly<Record<string, string>>

export const cardNames: Record<KycDocumentName, string> = { pan: 'PAN card', aadhaar: 'Aadhaar card' }
const schemas: Record<KycDocumentName, Schema> = { pan: panDecision, aadhaar: aadhaarDecision }

export const waitingIn = (documents: Documents): readonly KycDocumentName[] =>
  kycDocumentNames.filter((name) => documents[name].status === 'waiting')

/** What is sent, or what is still wrong. */
export function decisionOf(
  documents: Documents,
  drafts: Drafts,
  since: string | undefined,
): { body: Body } | { faults: Faults } {
  const faults: Record<string, string> = {}
  const body: Body = since === undefined ? {} : { since }
  for (const name of waitingIn(documents)) {
    const draft = drafts[name]
    if (draft.verdict === null) {
      faults[`${name}.verdict`] = `Choose what happens with the ${cardNames[name]}`
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
  if (draft.verdict === 'again') return { accept: false, reason: reasonText(draft) }
  return name === 'pan'
    ? { accept: true, number: draft.number.trim().toUpperCase(), name: draft.name.trim() }
    : { accept: true, last4: draft.last4.trim() }
}

/** What will happen, in the words of whoever has to answer for it. */
export function summaryOf(clientName: string, documents: Documents, drafts: Drafts): string {
  const waiting = waitingIn(documents)
  const open = waiting.filter((name) => drafts[name].verdict === null)
  if (open.length > 0) return `Decide the ${open.map((name) => cardNames[name]).join(' and the ')} to send.`
  const again = waiting.filter((name) => drafts[name].verdict === 'again')
  const isVerified = kycDocumentNames.every((name) => documents[name].status === 'accepted' || waiting.includes(name))
  if (again.length === 0)
    return isVerified
      ? `${clientName} is verified and mailed. All of the portal opens for them.`
      : `The ${waiting.map((name) => cardNames[name]).join(' and the ')} is accepted. ${clientName} is mailed.`
  const accepted = waiting.filter((name) => !again.includes(name))
  const first = accepted.map((name) => `The ${cardNames[name]} is accepted. `).join('')
  return `${first}${clientName} is mailed and asked again for the ${again.map((name) => cardNames[name]).join(' and the ')}${again.length < kycDocumentNames.length ? ' only' : ''}.`
}
