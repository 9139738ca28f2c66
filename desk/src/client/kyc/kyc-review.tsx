import { kycCalls, type kycCorrections, type KycDocumentName, kycDocumentNames } from '@sauda/contract/client/kyc'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Row } from '@sauda/ui/stack'
import { formatDateTime } from '@sauda/web/date-time'
import { type SubmitEvent, useContext, useRef, useState } from 'react'
import { Link } from 'react-router'
import { fetchImage } from '../../shell/api.ts'
import { ClientPill, DocumentPill, PendingAge } from '../../shell/pills.tsx'
import { useMe, useNeedsSecond } from '../../shell/me.ts'
import { Replies } from '../../shell/replies.tsx'
import { Decided, NotPending, Review, type ReviewContext, ReviewHead, ShownCase } from '../../shell/review.tsx'
import { useDecision } from '../../shell/case-review.tsx'
import { unpinnedWarnings, Warnings } from '../../shell/lines.tsx'
import { cardNames, decisionOf, discardKycDrafts, type Draft, pendingIn, summaryOf, useDrafts } from './decision.ts'
import { Evidence } from './viewer.tsx'
import { decideSubmission, type DecisionBody, type Submission } from './kyc.api.ts'
import { KycFacts, ShowPhotos } from './kyc-facts.tsx'
import { DocumentDecision, SamePan } from './document-decision.tsx'
import { type DialogState, FormDialog, reasonField } from '../../shell/form-dialog.tsx'
import layout from '../../shell/layout.module.css'
import styles from './decision-form.module.css'
import { SubmitDecision, useDecisionKeys, useFocusOnceRendered } from '../../shell/decision-form.tsx'
import { type FieldErrors, focusFirstError } from '../../shell/form-field.tsx'

interface CorrectDialogProps extends DialogState {
  submission: Pick<Submission, 'clientId' | 'clientName'>
}

const corrections = [
  { value: 'reopen', label: 'Reopen', note: 'The same photos are reviewed again.' },
  { value: 'revoke', label: 'Revoke', note: 'The client must send new photos.' },
] as const satisfies readonly { value: (typeof kycCorrections)[number]; label: string; note: string }[]

const documents = [
  ...kycDocumentNames.map((name) => ({ value: name, label: cardNames[name] })),
  { value: 'both', label: 'Both' },
] as const

const empty = { correction: '', documents: '', reason: '' }

/** Ends a verification once a second operator approves it. */
function CorrectDialog({ submission: { clientId, clientName }, ...dialog }: CorrectDialogProps) {
  const needsSecond = useNeedsSecond()
  return (
    <FormDialog
      {...dialog}
      call={kycCalls.correct}
      params={{ clientId }}
      empty={empty}
      title="Reopen or revoke the verification"
      description={`${clientName} cannot add funds, request a withdrawal or a loan, or buy until the documents are accepted again. Balance, positions and requested withdrawals are not affected.${needsSecond ? ' A second operator must approve it.' : ''}`}
      fields={[
        { as: 'radio', name: 'correction', label: 'Correction', options: corrections },
        { as: 'radio', look: 'segmented', name: 'documents', label: 'Documents', options: documents },
        reasonField('Shown to the client.', 3),
      ]}
      body={(draft) => ({
        ...draft,
        documents: kycDocumentNames.filter((name) => draft.documents === name || draft.documents === 'both'),
      })}
      action={needsSecond ? 'Request approval' : 'Correct'}
      loadingText={needsSecond ? 'Requesting' : 'Correcting'}
      done={`${clientName} is no longer verified`}
    />
  )
}

export function KycReview({ submission, context }: { submission: Submission; context: ReviewContext }) {
  const { intent, next, queue, onSend, notice, tools } = context
  const { clientId, isDocsVerified, since, panNumber, panName, aadhaarNumber, history } = submission
  const myId = useMe().data?._id
  const { isOpen, open } = useContext(ShownCase)
  const decision = useDecision({
    now: submission,
    isStale: context.isStale,
    isPending: ({ documents }) => pendingIn(documents).length > 0,
    send: (body: DecisionBody) => decideSubmission(clientId, body),
    onSend,
  })
  const { shown, done } = decision
  const waiting = pendingIn(shown.documents)
  const [active, setActive] = useState<KycDocumentName>(waiting[0] ?? 'pan')
  const { pan, aadhaar } = shown.documents
  const draftKey = [myId, clientId, pan.uploadedAt, aadhaar.uploadedAt].join(' ')
  const [opened] = useState({ key: draftKey, isPending: waiting.length > 0 })
  const identity = [panNumber, panName, aadhaarNumber].filter(Boolean)
  const [newest] = history
  return (
    <Review
      head={
        <ReviewHead {...submission} tools={!done && tools}>
          <ClientPill status={isDocsVerified} />
          {isDocsVerified === 'PENDING' && since && <PendingAge since={since} isOverdue={!done && context.isOverdue} />}
          {identity.length > 0 && <span>{identity.join(' · ')}</span>}
        </ReviewHead>
      }
      evidence={
        isOpen ? (
          <Evidence submission={submission} active={active} onActive={setActive} />
        ) : (
          <KycFacts submission={submission} />
        )
      }
    >
      {!done && notice}
      {waiting.length > 0 && opened.isPending && draftKey !== opened.key && (
        <AlertBanner title="New documents were uploaded while this case was open">
          Your earlier entries were discarded because they belonged to the previous documents.
        </AlertBanner>
      )}
      {!done && <Warnings title="Please check before you decide" warnings={unpinnedWarnings(submission.warnings)} />}
      {done ? (
        <Decided text={done.text} next={next} queue={queue}>
          <SamePan others={done.answer.samePan} />
        </Decided>
      ) : submission.proposal ? (
        <AlertBanner title="Awaits a second operator">
          <Link to={`/proposal/${submission.proposal._id}`}>{submission.proposal.summary}</Link>
        </AlertBanner>
      ) : !isOpen ? (
        <ShowPhotos onShow={open} />
      ) : waiting.length > 0 ? (
        <DecisionForm
          key={draftKey}
          submission={shown}
          draftKey={draftKey}
          active={active}
          onActive={setActive}
          intent={intent === 'reject' ? 'reupload' : intent && 'accept'}
          isSending={decision.isSending}
          error={decision.error}
          onSend={(body, summary) => decision.decide(body, summary, () => discardKycDrafts(draftKey))}
        />
      ) : (
        <NotPending
          {...decision}
          by={{ decidedBy: newest?.operatorName, decidedById: newest?.operatorId }}
          next={next}
          queue={queue}
        >
          {newest ? formatDateTime(newest.at) : 'The client has not uploaded documents yet.'}
        </NotPending>
      )}
      <Replies
        replies={submission.replies}
        right="kyc.review"
        load={(replyId, signal) => fetchImage(kycCalls.proof, { params: { clientId, replyId } }, signal)}
      />
      <Correction submission={submission} />
      <h2 className={styles.past}>Earlier decisions</h2>
      <History history={history} />
    </Review>
  )
}

/** The dialog stays until the answer arrives, also if a live update shows its effect before. */
function Correction({ submission }: { submission: Submission }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {submission.isDocsVerified === 'VERIFIED' && !submission.proposal && (
        <Row>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Reopen or revoke
          </Button>
        </Row>
      )}
      <CorrectDialog submission={submission} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

function History({ history }: { history: Submission['history'] }) {
  if (history.length === 0) return <p className={layout.faint}>No earlier decisions.</p>
  return (
    <ol className={`${layout.list} ${styles.history}`}>
      {history.map(({ document, status, reason, operatorName, at }) => (
        <li key={`${document} ${at}`}>
          <div className={styles.verdict}>
            {cardNames[document]} <DocumentPill status={status} />
          </div>
          {reason && <div>“{reason}”</div>}
          <div className={layout.faint}>
            {operatorName}, {formatDateTime(at)}
          </div>
        </li>
      ))}
    </ol>
  )
}

interface DecisionFormProps {
  submission: Submission
  /** A new submission starts with empty fields. */
  draftKey: string
  active: KycDocumentName
  onActive: (document: KycDocumentName) => void
  intent: Exclude<Draft['verdict'], null> | undefined
  isSending: boolean
  error: Error | null
  onSend: (body: DecisionBody, summary: string) => void
}

function DecisionForm(props: DecisionFormProps) {
  const { submission, active, onActive, isSending, error } = props
  const { documents, clientName } = submission
  const { drafts, change } = useDrafts(props.draftKey)
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  const focusOnceRendered = useFocusOnceRendered(form)
  const { begin } = useContext(ShownCase)
  const waiting = pendingIn(documents)
  const summary = summaryOf(clientName, documents, drafts)

  const choose = (verdict: Draft['verdict']) => {
    const document = waiting.includes(active) ? active : waiting[0]
    if (!document) return
    begin()
    change(document, { verdict })
    focusOnceRendered(`[data-document="${document}"] :is(input:not([type="radio"]), select)`)
  }
  useDecisionKeys(
    form,
    [
      { keys: ['1'], does: 'PAN card', run: () => onActive('pan') },
      { keys: ['2'], does: 'Aadhaar card', run: () => onActive('aadhaar') },
      { keys: ['c'], does: 'The other card', run: () => onActive(active === 'pan' ? 'aadhaar' : 'pan') },
      { keys: ['a'], does: 'Accept', run: () => choose('accept') },
      { keys: ['r'], does: 'Request re-upload', run: () => choose('reupload') },
    ],
    () => props.intent && choose(props.intent),
  )

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const decision = decisionOf(documents, drafts, submission.since)
    if ('body' in decision) return props.onSend(decision.body, summary)
    setErrors(decision.errors)
    focusFirstError(form.current)
  }
  return (
    <form ref={form} noValidate className={styles.form} aria-label="Decision" onSubmit={submit}>
      {waiting.map((document) => (
        <DocumentDecision
          key={document}
          submission={submission}
          document={document}
          draft={drafts[document]}
          errors={errors}
          isActive={document === active}
          onActive={() => onActive(document)}
          onChange={(part) => {
            change(document, part)
            setErrors((before) =>
              Object.fromEntries(Object.entries(before).filter(([field]) => !field.startsWith(`${document}.`))),
            )
          }}
        />
      ))}
      <div className={styles.send}>
        <SubmitDecision
          error={error}
          summary={summary}
          isSending={isSending}
          after="Two operators can reopen it later."
          disabled={waiting.some((document) => drafts[document].verdict === null)}
        />
      </div>
    </form>
  )
}
