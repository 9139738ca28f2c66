import {
  type ComplaintStep,
  type ComplaintStatus,
  type DeskComplaint,
  type RegisterLine,
  complaintCalls,
} from '@sauda/contract/client/complaint'
import {
  complaintCategories,
  complaintRules,
  complaintSources,
  lastLevel,
  levelName,
} from '@sauda/contract/client/complaint-name'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { EmptyState } from '@sauda/ui/empty-state'
import { Segments } from '@sauda/ui/radio-group'
import { DateTime, formatDate, formatDateTime } from '@sauda/web/date-time'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { FormDialog } from '../../shell/form-dialog.tsx'
import { Faint, Lines } from '../../shell/lines.tsx'
import { CaseScreen } from '../../shell/case-frame.tsx'
import { Block, Evidence } from '../../shell/evidence.tsx'
import { dayMonth } from '../../shell/format.ts'
import { Review, ReviewHead } from '../../shell/review.tsx'
import { useCan } from '../../shell/me.ts'
import { useRecent } from '../../shell/recent.ts'
import { Proof } from '../../shell/replies.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { TemplateSelect } from '../../shell/template-select.tsx'
import layout from '../../shell/layout.module.css'
import { StatusPill } from '@sauda/ui/badge'
import { fetchImage, useCall, usePages } from '../../shell/api.ts'

export const useRegister = (status: ComplaintStatus) =>
  usePages(
    complaintCalls.register,
    { query: { status } },
    {
      nextOf: ({ complaints }) =>
        complaints.length < complaintRules.registerRows ? undefined : complaints.at(-1)?._id,
    },
  )

/** `beside`: what the complaint is about. */
type Beside = (complaint: DeskComplaint) => ReactNode

export function ComplaintPage({ beside }: { beside: Beside }) {
  const complaintId = useParams()['complaintId'] ?? ''
  const query = useCall(complaintCalls.read, { params: { complaintId } })
  const { data } = query
  const status = data?.status ?? 'open'
  const register = useRegister(status).data?.pages.flatMap(({ complaints }) => complaints)
  useRecent('Complaint', data && `${data.number} ${data.name}`)
  return (
    <CaseScreen
      title={data?.number ?? 'Complaint'}
      right="client.read"
      query={query}
      what="the complaint"
      id={complaintId}
      label={status === 'open' ? 'Complaints' : 'Closed complaints'}
      to={status === 'open' ? '/complaints' : '/complaints?show=closed'}
      rows={register?.map(({ _id, name, number, next }) => ({
        id: _id,
        to: `/complaints/${_id}`,
        title: name,
        aside: next && `${next.is === 'reply' ? 'Reply' : 'Resolve'} by ${dayMonth(next.on)}`,
        below: number,
      }))}
    >
      {(complaint) => <Complaint key={complaint._id} complaint={complaint} beside={beside(complaint)} />}
    </CaseScreen>
  )
}

function Complaint({ complaint, beside }: { complaint: DeskComplaint; beside: ReactNode }) {
  const { _id, number, name, category, overdue, next, level, steps, status } = complaint
  const mayHandle = useCan()('complaint.handle')
  return (
    <Review
      head={
        <ReviewHead heading={number} tools={null}>
          <ComplaintPill line={complaint} />
          <span>{name}</span>
        </ReviewHead>
      }
      evidence={
        <Evidence what={complaintCategories[category]} at={undefined}>
          {overdue && next && (
            <AlertBanner tone="error">
              {next.is === 'reply'
                ? `${levelName(level)} was due to reply by ${formatDate(next.on)}. The client can escalate the complaint.`
                : `This complaint was due to be resolved by ${formatDate(next.on)}.`}
            </AlertBanner>
          )}
          <ol className={layout.talk} aria-label="Conversation">
            {steps.map((step) => (
              <li key={step._id} data-ours={step.by !== undefined && step.kind !== 'received' ? '' : undefined}>
                <Lines>
                  {step.text !== '' && <span className={layout.written}>{step.text}</span>}
                  {step.hasProof &&
                    (mayHandle ? <Proof replyId={step._id} load={loadProof(_id)} /> : <Faint>With a photo.</Faint>)}
                  <Faint>
                    {`${titleOf(step, name)}, `}
                    <DateTime at={step.at} />
                  </Faint>
                </Lines>
              </li>
            ))}
          </ol>
          <Block title="Details" facts={factsOf(complaint)} />
          {beside}
        </Evidence>
      }
    >
      {status === 'closed' ? (
        <EmptyState title="Closed">{dueText(complaint)}</EmptyState>
      ) : mayHandle ? (
        <AnswerForm complaint={complaint} />
      ) : (
        <AlertBanner title="You have view-only access">Another operator will answer it.</AlertBanner>
      )}
    </Review>
  )
}

const loadProof = (complaintId: string) => (replyId: string, signal: AbortSignal) =>
  fetchImage(complaintCalls.proof, { params: { complaintId, replyId } }, signal)

const factsOf = (complaint: DeskComplaint) => {
  const { clientId, name, saudaId, source, reference, level, receivedAt } = complaint
  return [
    { term: 'Due', value: dueText(complaint) },
    {
      term: 'Complainant',
      value: clientId === undefined ? name : <Link to={`/clients/${clientId}`}>{`${name}, ${saudaId}`}</Link>,
    },
    { term: 'Received from', value: [complaintSources[source], reference].filter(Boolean).join(', ') },
    { term: 'Received', value: formatDateTime(receivedAt) },
    { term: 'With', value: levelName(level) },
  ]
}

const titles = {
  received: 'Recorded',
  reply: 'Reply',
  escalated: 'Passed to the next level',
  closed: 'Closed',
} as const

function titleOf({ kind, by }: ComplaintStep, name: string): string {
  if (by !== undefined) return `${titles[kind === 'message' || kind === 'reopened' ? 'reply' : kind]}, ${by}`
  if (kind === 'reopened') return `${name} opened the complaint again, at the next level`
  return kind === 'escalated' ? `${name} escalated the complaint` : name
}

const actions = {
  reply: {
    label: 'Reply',
    field: 'Reply',
    done: 'Reply sent',
    hint: 'The client sees it in the portal and gets it by e-mail.',
  },
  passOn: {
    label: 'Pass to next level',
    field: 'Reason',
    done: 'Complaint passed to the next level',
    hint: 'The client sees the reason, and gets an e-mail.',
  },
  close: {
    label: 'Close',
    field: 'Resolution',
    done: 'Complaint closed',
    hint: `The client gets the resolution by e-mail, and can escalate the complaint within ${complaintRules.reopenDays} days.`,
  },
} as const satisfies Record<Answer, { label: string; field: string; done: string; hint: string }>

const answerCalls = { reply: complaintCalls.reply, passOn: complaintCalls.passOn, close: complaintCalls.close } as const
type Answer = keyof typeof answerCalls
const answers = ['reply', 'passOn', 'close'] as const

function AnswerForm({ complaint }: { complaint: DeskComplaint }) {
  const [how, setHow] = useState<Answer>('reply')
  const { _id: complaintId, clientId, level } = complaint
  const { label, field, done, hint } = actions[how]
  useShortcuts('Complaint', [{ keys: ['w'], does: 'Reply to the client', run: () => setHow('reply') }])
  return (
    <>
      <Segments
        label="Answer"
        full
        options={answers
          .filter((each) => each !== 'passOn' || level < lastLevel)
          .map((each) => ({ value: each, label: actions[each].label }))}
        value={how}
        onValueChange={setHow}
      />
      <FormDialog
        key={how}
        inPage
        open
        onClose={() => setHow('reply')}
        call={answerCalls[how]}
        params={{ complaintId }}
        empty={{ text: '', templateId: '' }}
        title={label}
        description={
          clientId
            ? hint
            : 'The complainant is not a client and gets no e-mail from the desk. Also reply by letter or e-mail.'
        }
        fields={({ draft, edit }) => [
          clientId !== undefined &&
            how === 'reply' && {
              own: <TemplateSelect kind="complaint" id={complaintId} value={draft.templateId} onFill={edit} />,
            },
          { as: 'textarea', name: 'text', label: field, rows: 6, maxLength: complaintRules.textLength },
        ]}
        body={({ text }) => ({ text: text.trim() })}
        action={label}
        checkAt="the complaint"
        done={done}
      />
    </>
  )
}

type Line = Pick<RegisterLine, 'status' | 'unanswered' | 'dueOn' | 'next' | 'closedAt'>

export function ComplaintPill({ line: { status, unanswered } }: { line: Line }) {
  if (status === 'closed') return <StatusPill tone="neutral">Closed</StatusPill>
  return unanswered ? (
    <StatusPill tone="warn">Awaiting reply</StatusPill>
  ) : (
    <StatusPill tone="info">Answered</StatusPill>
  )
}

export function dueText({ closedAt, dueOn, next }: Line): string {
  if (closedAt) return `Closed on ${formatDateTime(closedAt)}`
  return next?.is === 'reply'
    ? `Reply by ${formatDate(next.on)}, resolve by ${formatDate(dueOn)}`
    : `Resolve by ${formatDate(dueOn)}`
}
