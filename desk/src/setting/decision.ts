import { settingCalls, settingNames, type SettingKind } from '@sauda/contract/setting'
import type { Verdict } from '../shell/decision-form.tsx'
import { reasonText, type Reason } from '../shell/reason.ts'
import type { Order } from './setting.api.ts'

/** What the operator has chosen and typed about one request, not yet sent. */
export interface Draft extends Reason {
  verdict: Verdict | null
}
export const emptyDraft: Draft = { verdict: null, reason: '', more: '' }

export interface Faults {
  verdict?: string
  reason?: string | undefined
}

/** What is sent, or what is still wrong. */
export function orderOf(draft: Draft): { order: Order } | { faults: Faults } {
  if (draft.verdict === null) return { faults: { verdict: 'Choose Approve or Reject' } }
  if (draft.verdict === 'accept') return { order: {} }
  const order = { reason: reasonText(draft) }
  const checked = settingCalls.refuse.body.safeParse(order)
  return checked.success ? { order } : { faults: { reason: checked.error.issues[0]?.message } }
}

/** What will happen, in the words of whoever has to answer for it. */
export function summaryOf(kind: SettingKind, clientName: string, verdict: Verdict | null): string {
  if (verdict === 'accept')
    return `${settingNames[kind]}: active from now on. ${clientName} will be notified by e-mail.`
  if (verdict === 'refuse') return `Current settings remain unchanged. ${clientName} will get the reason by e-mail.`
  return 'Compare the request with the current settings, then approve or reject it.'
}
