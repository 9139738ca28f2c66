import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import type { ReactNode } from 'react'
import { Waiting } from '../shell/age.tsx'
import { Decided } from '../shell/decided.tsx'
import type { Verdict } from '../shell/decision-form.tsx'
import { forget } from '../shell/kept.ts'
import { useCan, useMe } from '../shell/me.ts'
import { Review, ReviewHead } from '../shell/review.tsx'
import { Settled } from '../shell/settled.tsx'
import { useDecision } from '../shell/use-decision.ts'
import { decideSetting, type DeskSetting, type Order } from './setting.api.ts'
import { SettingEvidence } from './setting-evidence.tsx'
import { SettingForm } from './setting-form.tsx'
import { SettingPill } from './setting-pill.tsx'

interface SettingReviewProps {
  setting: DeskSetting
  /** What else is known of the client. */
  beside: ReactNode
  intent: Verdict | undefined
  /** The address of the next case. */
  next: string | undefined
  onSend: () => () => void
  notice: ReactNode
}

/** A client's request for a setting: whose it is, what would change, the decision. */
export function SettingReview({ setting, beside, intent, next, onSend, notice }: SettingReviewProps) {
  const me = useMe().data
  const can = useCan()
  const { shown, wasOpen, done, decide, isSending, error } = useDecision({
    now: setting,
    waits: ({ status }) => status === 'requested',
    send: (order: Order) => decideSetting(setting._id, order),
    onSend,
    stale: [['setting', setting._id], ['queue'], ['client', setting.clientId]],
  })
  const draftName = `setting ${me?._id} ${setting._id}`
  return (
    <Review
      head={
        <ReviewHead {...setting}>
          <SettingPill status={setting.status} />
          {setting.isDocsVerified !== 'VERIFIED' && <StatusPill tone="warn">Documents not verified</StatusPill>}
          {setting.status === 'requested' && <Waiting since={setting.createdAt} />}
        </ReviewHead>
      }
      evidence={<SettingEvidence setting={shown} beside={beside} />}
    >
      {!done && notice}
      {done ? (
        <Decided text={done.summary} next={next} />
      ) : shown.status !== 'requested' ? (
        <Settled decidedBy={setting.decidedBy} wasOpen={wasOpen} next={next}>
          {setting.reason
            ? `Reason: “${setting.reason}”`
            : setting.status === 'replaced' && 'The client changed or cancelled it.'}
        </Settled>
      ) : can('kyc.review') ? (
        <SettingForm
          setting={shown}
          draftName={draftName}
          intent={intent}
          isSending={isSending}
          error={error}
          onSend={(order, summary) => decide(order, summary, () => forget(draftName))}
        />
      ) : (
        <AlertBanner title="You have view-only access">An operator with approval rights will decide it.</AlertBanner>
      )}
    </Review>
  )
}
