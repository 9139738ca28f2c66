import { settingCalls, settingNames, settingReasons } from '@sauda/contract/setting'
import { StatusPill } from '@sauda/ui/badge'
import type { ReactNode } from 'react'
import { CaseReview } from '../shell/case-review.tsx'
import { checkReason, emptyDraft, type Decision, type DecisionDraft } from '../shell/decision-form.tsx'
import type { ReviewContext } from '../shell/review.tsx'
import { SettingEvidence } from './setting-evidence.tsx'
import { SettingPill } from '../shell/pills.tsx'
import { decideSetting, type DeskSetting } from './setting.api.ts'

interface SettingReviewProps {
  setting: DeskSetting
  beside: ReactNode
  context: ReviewContext
}

export function SettingReview({ setting, beside, context }: SettingReviewProps) {
  const { _id, clientName, status, reason } = setting
  const { kind } = setting.change
  return (
    <CaseReview
      context={context}
      item={setting}
      isPending={(shown) => shown.status === 'requested'}
      status={
        <>
          <SettingPill status={status} />
          {setting.isDocsVerified !== 'VERIFIED' && <StatusPill tone="warn">Documents not verified</StatusPill>}
        </>
      }
      since={status === 'requested' ? setting.createdAt : undefined}
      evidence={(shown) => <SettingEvidence setting={shown} beside={beside} />}
      draftName={() => _id}
      emptyDraft={emptyDraft}
      decision={(_, { verdict }): Decision<DecisionDraft, { reason?: string }> => ({
        words: {
          approve: { label: 'Approve', button: 'Approve and activate' },
          reject: { label: 'Reject', button: 'Reject request' },
        },
        summary:
          verdict === 'approve'
            ? `${settingNames[kind]}: active from now on. ${clientName} will be notified by e-mail.`
            : verdict === 'reject'
              ? `Current settings remain unchanged. ${clientName} will get the reason by e-mail.`
              : 'Compare the request with the current settings, then approve or reject it.',
        reasons: settingReasons[kind],
        check: (chosen, text) =>
          chosen === 'approve' ? { command: {} } : checkReason(settingCalls.reject.body, { reason: text }),
      })}
      send={(command) => decideSetting(_id, command)}
      stale={[['setting', _id]]}
      outcome={reason ? `Reason: “${reason}”` : status === 'replaced' && 'The client changed or cancelled it.'}
    />
  )
}
