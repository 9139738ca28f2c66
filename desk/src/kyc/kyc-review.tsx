import type { KycDocumentName } from '@sauda/contract/kyc'
import { useState, type ReactNode } from 'react'
import { useMe } from '../shell/me.ts'
import { waitingIn } from './decision.ts'
import { Decided } from './decided.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { Draft } from './draft.ts'
import { Evidence } from './evidence.tsx'
import { History } from './history.tsx'
import type { Submission } from './kyc.api.ts'
import { ReviewHead } from './review-head.tsx'
import { SamePan } from './same-pan.tsx'
import { Settled } from './settled.tsx'
import styles from './kyc-review.module.css'

interface KycReviewProps {
  submission: Submission
  intent: Exclude<Draft['verdict'], null> | undefined
  /** The address of the next case. */
  next: string | undefined
  onSend: () => () => void
  /** What concerns the whole case, such as who else has it open. */
  notice: ReactNode
}

/** One client's documents: who it is, the photos, the decision. */
export function KycReview({ submission, intent, next, onSend, notice }: KycReviewProps) {
  const me = useMe()
  const waiting = waitingIn(submission.documents)
  const [active, setActive] = useState<KycDocumentName>(waiting[0] ?? 'pan')
  const [done, setDone] = useState<{ text: string; samePan: Submission['samePan'] } | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  if (waiting.length > 0 && !wasOpen) setWasOpen(true)
  const { pan, aadhaar } = submission.documents
  const draftKey = [me.data?._id, submission.clientId, pan.uploadedAt, aadhaar.uploadedAt].join(' ')
  return (
    <div className={styles.review}>
      <ReviewHead submission={submission} />
      <Evidence submission={submission} active={active} onActive={setActive} />
      <section className={styles.decision} aria-label="Decision and history">
        {notice}
        <SamePan others={done ? [] : submission.samePan} />
        {waiting.length > 0 && !done ? (
          <DecisionForm
            key={draftKey}
            submission={submission}
            draftKey={draftKey}
            active={active}
            onActive={setActive}
            intent={intent}
            onSend={onSend}
            onDecided={(text, samePan) => setDone({ text, samePan })}
          />
        ) : done ? (
          <Decided {...done} next={next} />
        ) : (
          <Settled submission={submission} wasOpen={wasOpen} />
        )}
        <h2 className={styles.past}>Earlier decisions</h2>
        <History history={submission.history} />
      </section>
    </div>
  )
}
