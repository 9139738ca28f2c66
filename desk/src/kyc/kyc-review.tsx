import type { KycDocumentName } from '@sauda/contract/kyc'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { useState, type ReactNode } from 'react'
import { Decided } from '../shell/decided.tsx'
import { useMe } from '../shell/me.ts'
import { Review } from '../shell/review.tsx'
import { waitingIn } from './decision.ts'
import { DecisionForm } from './decision-form.tsx'
import { forgetDrafts, type Draft } from './draft.ts'
import { Evidence } from './evidence.tsx'
import { History } from './history.tsx'
import { useDecide, type DecisionBody, type Submission } from './kyc.api.ts'
import { SamePan } from './same-pan.tsx'
import { Settled } from './settled.tsx'
import { SubmissionHead } from './submission-head.tsx'
import styles from './decision-form.module.css'

interface KycReviewProps {
  submission: Submission
  intent: Exclude<Draft['verdict'], null> | undefined
  /** The address of the next case. */
  next: string | undefined
  /** Called as the decision leaves; what it answers is called where the server refuses it. */
  onSend: () => () => void
  /** What concerns the whole case, such as who else has it open. */
  notice: ReactNode
}

/** One client's documents: who it is, the photos, the decision. */
export function KycReview({ submission, intent, next, onSend, notice }: KycReviewProps) {
  const me = useMe()
  const decide = useDecide(submission.clientId)
  const [sent, setSent] = useState<{ submission: Submission; summary: string } | null>(null)
  // The live update may come before the answer does: until then the form stays as it was sent.
  const shown = sent?.submission ?? submission
  const waiting = waitingIn(shown.documents)
  const [active, setActive] = useState<KycDocumentName>(waiting[0] ?? 'pan')
  const [wasOpen, setWasOpen] = useState(false)
  if (waiting.length > 0 && !wasOpen) setWasOpen(true)
  const { pan, aadhaar } = shown.documents
  const draftKey = [me.data?._id, shown.clientId, pan.uploadedAt, aadhaar.uploadedAt].join(' ')
  const [openedKey] = useState(draftKey)
  const done = sent && decide.data ? { text: sent.summary, samePan: decide.data.samePan } : null

  const send = (body: DecisionBody, summary: string) => {
    const takeBack = onSend()
    setSent({ submission, summary })
    decide.mutate(body, {
      onSuccess: () => forgetDrafts(draftKey),
      onError: () => {
        takeBack()
        setSent(null)
      },
    })
  }
  return (
    <Review
      head={<SubmissionHead submission={submission} />}
      evidence={<Evidence submission={submission} active={active} onActive={setActive} />}
    >
      {notice}
      {waiting.length > 0 && draftKey !== openedKey && (
        <AlertBanner title="New documents were uploaded while this case was open">
          Your earlier entries were discarded because they belonged to the previous documents.
        </AlertBanner>
      )}
      <SamePan others={done ? [] : submission.samePan} />
      {waiting.length > 0 && !done ? (
        <DecisionForm
          key={draftKey}
          submission={shown}
          draftKey={draftKey}
          active={active}
          onActive={setActive}
          intent={intent}
          isSending={decide.isPending}
          error={decide.error}
          onSend={send}
        />
      ) : done ? (
        <Decided text={done.text} next={next}>
          <SamePan others={done.samePan} />
        </Decided>
      ) : (
        <Settled submission={submission} wasOpen={wasOpen} />
      )}
      <h2 className={styles.past}>Earlier decisions</h2>
      <History history={submission.history} />
    </Review>
  )
}
