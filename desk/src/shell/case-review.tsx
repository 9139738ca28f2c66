import { queueCalls, type QueueKind, queueRights } from '@sauda/contract/core/queue'
import { asSentences } from '@sauda/contract/platform/sentence'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { appToast } from '@sauda/ui/toast'
import { errorMessage, isRejection } from '@sauda/web/api-error'
import { type Replayable, withReplay } from '@sauda/web/idempotent'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PendingAge } from './pills.tsx'
import { useCall, useChange } from './api.ts'
import { afterwards } from './format.ts'
import { type Decision, type DecisionDraft, DecisionForm } from './decision-form.tsx'
import { discardDraft, useDraft } from './form-field.tsx'
import { useCan, useDecider, useMe } from './me.ts'
import { Holders } from './page.tsx'
import { nextText } from './payers.ts'
import {
  Decided,
  type DecidedBy,
  NotPending,
  Review,
  type ReviewClient,
  type ReviewContext,
  ReviewHead,
} from './review.tsx'

interface DecisionInput<Case, Command, Answer> {
  /** The case as the server shows it now, or as it did before it was opened. */
  now: Case
  isStale: boolean
  isPending: (now: Case) => boolean
  send: (command: Command) => Promise<Replayable<Answer>>
  /** Called when the command is sent; its result is called if the case stays pending. */
  onSend: () => () => void
  staysPending?: ((answer: Answer) => boolean) | undefined
}

/** For a decision that takes effect only when a second operator approves it. */
const secondText = (answer: object): string | undefined =>
  'waitsForSecond' in answer &&
  answer.waitsForSecond &&
  'secondReasons' in answer &&
  Array.isArray(answer.secondReasons)
    ? `A second operator must approve it before it takes effect. ${asSentences(answer.secondReasons as string[])}`
    : undefined

interface SentDecision<Command> {
  command: Command
  summary: string
  /** Called if the case stays pending. */
  undo: () => void
  onDone: () => void
}

/** A live update may overtake the reply: until then the case is shown as it was sent. */
export function useDecision<Case extends ReviewClient, Command, Answer extends object>(
  input: DecisionInput<Case, Command, Answer>,
) {
  const { now, isStale, isPending, send, onSend, staysPending } = input
  const [sent, setSent] = useState<{ shown: Case; summary: string } | null>(null)
  const [wasOpen, setWasOpen] = useState(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const mutation = useChange(async ({ command, summary, undo, onDone }: SentDecision<Command>) => {
    try {
      const answer = await send(command)
      const second = secondText(answer)
      if (staysPending?.(answer) || second !== undefined) undo()
      onDone()
      const text = withReplay('submitted', answer, second ?? afterwards(summary))
      // Another case is shown by now, which must not look decided.
      if (!isShown.current) appToast.success(`Decision submitted. ${text}`)
      return { answer, text }
    } catch (error) {
      undo()
      const failure = errorMessage(error as Error, 'the client’s page')
      if (!isShown.current) appToast.error([now.clientName, failure].filter(Boolean).join(': '))
      throw error
    }
  })
  const shown = sent?.shown ?? now
  if (isPending(shown) && !isStale && !wasOpen) setWasOpen(true)

  const decide = (command: Command, summary: string, onDone: () => void) => {
    setSent({ shown: now, summary })
    mutation.mutate({ command, summary, undo: onSend(), onDone }, { onError: () => setSent(null) })
  }
  return {
    shown,
    /** It was pending while this screen was open. */
    wasOpen,
    /** A decision was sent from here but its reply was lost. */
    wasSent: mutation.isError,
    /** The outcome of the decision sent from here is unknown. */
    isUncertain: mutation.error !== null && !isRejection(mutation.error),
    done: sent && mutation.data ? mutation.data : null,
    decide,
    isSending: mutation.isPending,
    error: mutation.error,
  }
}

function Next({ kind, makerId }: { kind: QueueKind; makerId: string }) {
  const { myId, needsSecond } = useDecider()
  const operators = useCall(queueCalls.colleagues, { query: { kind, makerId } }, { enabled: needsSecond }).data
    ?.operators
  return needsSecond && operators && <p>{nextText(operators, myId)}</p>
}

export type ReviewedCase = ReviewClient & DecidedBy & { _id: string }

/** Props of a component that reviews one kind of case. */
export interface CaseProps<Case> {
  item: Case
  /** Further facts about the client. */
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
  /** Who requested it or gave the first approval, if a second operator must approve it. */
  makerId?: string | undefined
  evidence: (shown: Case, draft: Draft) => ReactNode
  /** Identifies the draft, by default the case; a new name starts empty. */
  draftName?: (shown: Case) => string
  emptyDraft: Draft
  decision: (shown: Case, draft: Draft) => Decision<Draft, Command>
  send: (command: Command) => Promise<Replayable<Answer>>
  staysPending?: (answer: Answer) => boolean
  outcome: ReactNode
}

/** The review of any queue case; each feature supplies evidence and decision. */
export function CaseReview<Case extends ReviewedCase, Draft extends DecisionDraft, Command, Answer extends object>(
  props: CaseReviewProps<Case, Draft, Command, Answer>,
) {
  const { context, item, isPending, send, staysPending } = props
  const myId = useMe().data?._id
  const decided = useDecision({
    now: item,
    isStale: context.isStale,
    isPending,
    send,
    onSend: context.onSend,
    staysPending,
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
  const { kind, intent, next, queue, of, notice, tools } = context
  const { shown, done, decide, isSending, error } = props.decided
  const can = useCan()
  const { draft, change } = useDraft<Draft>(name, props.emptyDraft)
  return (
    <Review
      head={
        <ReviewHead {...item} tools={!done && tools}>
          {props.status}
          {props.since !== undefined && props.isPending(item) && (
            <PendingAge since={props.since} isOverdue={!done && context.isOverdue} />
          )}
        </ReviewHead>
      }
      evidence={props.evidence(shown, draft)}
    >
      {!done && notice}
      {!done && props.makerId !== undefined && props.isPending(shown) && <Next kind={kind} makerId={props.makerId} />}
      {done ? (
        <Decided text={done.text} next={next} queue={queue} of={of} />
      ) : !props.isPending(shown) ? (
        <NotPending {...props.decided} by={item} next={next} queue={queue} of={of}>
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
        <AlertBanner title="You have view-only access">
          <Holders right={queueRights[kind]} />
        </AlertBanner>
      )}
    </Review>
  )
}
