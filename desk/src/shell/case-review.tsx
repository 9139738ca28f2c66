import { queueRights } from '@sauda/contract/queue'
import type { Replayable } from '@sauda/web/idempotent'
import { AlertBanner } from '@sauda/ui/alert-banner'
import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PendingAge } from './age.tsx'
import { DecisionForm, type Decision, type DecisionDraft } from './decision-form.tsx'
import { discardDraft, useDraft } from './draft.ts'
import { useCan, useMe } from './me.ts'
import {
  Decided,
  type DecidedBy,
  NotPending,
  Review,
  ReviewHead,
  type ReviewClient,
  type ReviewContext,
} from './review.tsx'
import { useDecision } from './use-decision.ts'

export type ReviewedCase = ReviewClient & DecidedBy & { _id: string }

/** Of a component that reviews one kind of case. */
export interface CaseProps<Case> {
  item: Case
  /** What else is known about the client. */
  beside: ReactNode
  context: ReviewContext
}

interface CaseReviewProps<Case extends ReviewedCase, Draft extends DecisionDraft, Command, Answer extends object> {
  context: ReviewContext
  /** The case as the server shows it now. */
  item: Case
  isPending: (item: Case) => boolean
  status: ReactNode
  /** When it became pending. */
  since: string | undefined
  evidence: (shown: Case, draft: Draft) => ReactNode
  /** Identifies the draft, by default the case; a new name starts empty. */
  draftName?: (shown: Case) => string
  emptyDraft: Draft
  decision: (shown: Case, draft: Draft) => Decision<Draft, Command>
  send: (command: Command) => Promise<Replayable<Answer>>
  staysPending?: (answer: Answer) => boolean
  /** Queries to invalidate besides the queue and the client. */
  stale: readonly QueryKey[]
  outcome: ReactNode
}

/** The review of any queue case; each feature supplies evidence and decision. */
export function CaseReview<Case extends ReviewedCase, Draft extends DecisionDraft, Command, Answer extends object>(
  props: CaseReviewProps<Case, Draft, Command, Answer>,
) {
  const { context, item, isPending, send, staysPending, stale } = props
  const myId = useMe().data?._id
  const decided = useDecision({
    now: item,
    isPending,
    send,
    onSend: context.onSend,
    staysPending,
    stale: [...stale, ['client', item.clientId]],
  })
  const draftName = `${myId} ${context.kind} ${props.draftName?.(decided.shown) ?? item._id}`
  return <DraftedReview key={draftName} {...props} name={draftName} decided={decided} />
}

function DraftedReview<Case extends ReviewedCase, Draft extends DecisionDraft, Command, Answer extends object>(
  props: CaseReviewProps<Case, Draft, Command, Answer> & {
    name: string
    decided: ReturnType<typeof useDecision<Case, Command, Answer>>
  },
) {
  const { context, item, name } = props
  const { kind, intent, next, queue, notice } = context
  const { shown, wasOpen, wasSent, isUncertain, done, decide, isSending, error } = props.decided
  const can = useCan()
  const { draft, change } = useDraft<Draft>(name, props.emptyDraft)
  return (
    <Review
      head={
        <ReviewHead {...item}>
          {props.status}
          {props.since !== undefined && props.isPending(item) && <PendingAge since={props.since} />}
        </ReviewHead>
      }
      evidence={props.evidence(shown, draft)}
    >
      {!done && notice}
      {done ? (
        <Decided text={done.summary} next={next} queue={queue} />
      ) : !props.isPending(shown) ? (
        <NotPending by={item} wasOpen={wasOpen} wasSent={wasSent} isUncertain={isUncertain} next={next} queue={queue}>
          {props.outcome}
        </NotPending>
      ) : can(queueRights[kind]) ? (
        <DecisionForm
          decision={props.decision(shown, draft)}
          draft={draft}
          onChange={change}
          intent={intent}
          isSending={isSending}
          error={error}
          onSend={(command, summary) => decide(command, summary, () => discardDraft(name))}
        />
      ) : (
        <AlertBanner title="You have view-only access">An operator with approval rights will decide it.</AlertBanner>
      )}
    </Review>
  )
}
