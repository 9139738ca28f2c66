import {
  type ComplaintStep,
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
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { Grid } from '@sauda/ui/stack'
import { DateTime, formatDate, formatDateTime } from '@sauda/web/date-time'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { FormDialog, type ItemDialog, useItemDialog } from '../../shell/form-dialog.tsx'
import { Faint, Lines } from '../../shell/lines.tsx'
import { Loaded } from '../../shell/loaded.tsx'
import { useCan } from '../../shell/me.ts'
import { Page } from '../../shell/page.tsx'
import { useRecent } from '../../shell/recent.ts'
import { Proof } from '../../shell/replies.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import { TemplateSelect } from '../../shell/template-select.tsx'
import layout from '../../shell/layout.module.css'
import { StatusPill } from '@sauda/ui/badge'
import { useCall, fetchImage } from '../../shell/api.ts'

/** `beside`: what the complaint is about. */
type Beside = (complaint: DeskComplaint) => ReactNode

export function ComplaintPage({ beside }: { beside: Beside }) {
  const complaintId = useParams()['complaintId'] ?? ''
  const navigate = useNavigate()
  const query = useCall(complaintCalls.read, { params: { complaintId } })
  const { data } = query
  const mayHandle = useCan()('complaint.handle')
  useRecent('Complaint', data && `${data.number} ${data.name}`)
  return (
    <Page
      title={data?.number ?? 'Complaint'}
      right="client.read"
      mark={data && <ComplaintPill line={data} />}
      description={data && `${complaintCategories[data.category]}, ${data.name}`}
      onBack={() => void navigate('/complaints')}
      actions={mayHandle && data?.status === 'open' && <Actions complaint={data} />}
    >
      <div className={layout.screen}>
        <Loaded query={query} what="the complaint">
          {(complaint) => <Complaint complaint={complaint} beside={beside(complaint)} />}
        </Loaded>
      </div>
    </Page>
  )
}

function Complaint({ complaint, beside }: { complaint: DeskComplaint; beside: ReactNode }) {
  const { _id, overdue, levelOverdue, dueOn, levelDueOn, level, steps } = complaint
  const mayHandle = useCan()('complaint.handle')
  return (
    <>
      {overdue && (
        <AlertBanner tone="error">{`This complaint was due to be resolved by ${formatDate(dueOn)}.`}</AlertBanner>
      )}
      {!overdue && levelOverdue && (
        <AlertBanner tone="warn">{`${levelName(level)} was due to reply by ${formatDate(levelDueOn)}. The client can escalate the complaint.`}</AlertBanner>
      )}
      <Grid two="main" align="start">
        <Card title="History">
          <ol className={layout.list}>
            {steps.map((step) => (
              <li key={step._id}>
                <Lines>
                  <strong>{titleOf(step)}</strong>
                  {step.text !== '' && <span className={layout.written}>{step.text}</span>}
                  {step.hasProof &&
                    (mayHandle ? <Proof replyId={step._id} load={loadProof(_id)} /> : <Faint>With a photo.</Faint>)}
                  <Faint>
                    <DateTime at={step.at} />
                  </Faint>
                </Lines>
              </li>
            ))}
          </ol>
        </Card>
        <Card title="Details">
          <DescriptionList items={factsOf(complaint)} />
        </Card>
      </Grid>
      {beside}
    </>
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

function titleOf({ kind, by }: ComplaintStep): string {
  if (kind === 'message') return 'The client wrote'
  if (kind === 'reopened') return 'The client opened the complaint again, at the next level'
  return by === undefined ? 'The client escalated the complaint' : `${titles[kind]}, ${by}`
}

const actions: Record<Answer, { label: string; title: string; field: string; done: string; hint: string }> = {
  reply: {
    label: 'Reply',
    title: 'Reply to the complaint',
    field: 'Reply',
    done: 'Reply sent',
    hint: 'The client sees it in the portal and gets it by e-mail.',
  },
  passOn: {
    label: 'Pass to next level',
    title: 'Pass to the next level',
    field: 'Reason',
    done: 'Complaint passed to the next level',
    hint: 'The client sees the reason, and gets an e-mail.',
  },
  close: {
    label: 'Close',
    title: 'Close the complaint',
    field: 'Resolution',
    done: 'Complaint closed',
    hint: `The client gets the resolution by e-mail, and can escalate the complaint within ${complaintRules.reopenDays} days.`,
  },
}

const answerCalls = { reply: complaintCalls.reply, passOn: complaintCalls.passOn, close: complaintCalls.close } as const
type Answer = keyof typeof answerCalls

function Actions({ complaint }: { complaint: DeskComplaint }) {
  const { show, dialog } = useItemDialog<Answer>((props) => <AnswerDialog {...props} complaint={complaint} />)
  useShortcuts('Complaint', [{ keys: ['w'], does: 'Reply to the client', run: () => show('reply') }])
  return (
    <div className={layout.row}>
      {(['reply', 'passOn', 'close'] as const)
        .filter((how) => how !== 'passOn' || complaint.level < lastLevel)
        .map((how) => (
          <Button key={how} variant={how === 'reply' ? 'primary' : 'secondary'} onClick={() => show(how)}>
            {actions[how].label}
          </Button>
        ))}
      {dialog}
    </div>
  )
}

function AnswerDialog({ item: how, complaint, ...dialog }: ItemDialog<Answer> & { complaint: DeskComplaint }) {
  const { label, title, field, done, hint } = actions[how]
  const { _id: complaintId, clientId } = complaint
  return (
    <FormDialog
      {...dialog}
      call={answerCalls[how]}
      params={{ complaintId }}
      empty={{ text: '', templateId: '' }}
      title={title}
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
  )
}

type Line = Pick<RegisterLine, 'status' | 'unanswered' | 'dueOn' | 'levelDueOn' | 'closedAt'>

export function ComplaintPill({ line: { status, unanswered } }: { line: Line }) {
  if (status === 'closed') return <StatusPill tone="neutral">Closed</StatusPill>
  return unanswered ? (
    <StatusPill tone="warn">Awaiting reply</StatusPill>
  ) : (
    <StatusPill tone="info">Answered</StatusPill>
  )
}

export const dueText = ({ closedAt, dueOn, levelDueOn }: Line): string =>
  closedAt
    ? `Closed on ${formatDateTime(closedAt)}`
    : levelDueOn === dueOn
      ? `By ${formatDate(dueOn)}`
      : `Reply by ${formatDate(levelDueOn)}, resolve by ${formatDate(dueOn)}`
