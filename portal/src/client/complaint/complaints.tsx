import type { ComplaintStep, OwnComplaint } from '@sauda/contract/client/complaint'
import {
  complaintCategories,
  type ComplaintCategory,
  complaintRules,
  levelName,
} from '@sauda/contract/client/complaint-name'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { AmountText } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Select } from '@sauda/ui/select'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { errorMessage } from '@sauda/web/api-error'
import { useBusy } from '@sauda/web/hooks'
import { MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { useDraft } from '../../shell/draft.ts'
import { type Detail, ListDetail, useDetail } from '../../shell/list-detail.tsx'
import { MessageForm } from '../../shell/message-form.tsx'
import { proofOf, ProofPicker } from '../../shell/proof-picker.tsx'
import { Screen } from '../../shell/screen.tsx'
import { appToast } from '../../shell/toast.ts'
import { Matrix } from './matrix.tsx'
import { useComplaintActions, useComplaints } from './complaint.api.ts'
import styles from './complaint.module.css'
import { complaintText } from './complaint.text.ts'
import { StatusPill } from '@sauda/ui/badge'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { Reply } from '../../shell/reply.tsx'

export default function Complaints() {
  const query = useComplaints()
  const [isOpen, setOpen] = useState(false)
  const detail = useDetail('complaint', query.data?.complaints[0]?._id)
  const opened = query.data?.complaints.find(({ _id }) => _id === detail.shownId)
  return (
    <Screen
      title="Complaints"
      icon={<MessageSquareWarning />}
      actions={!isOpen && <Button onClick={() => setOpen(true)}>Raise a complaint</Button>}
    >
      <Stack gap={5}>
        {isOpen && <RaiseForm onClose={() => setOpen(false)} />}
        <Loaded
          query={query}
          loading={
            <Card>
              <SkeletonText label="Loading complaints..." lines={4} />
            </Card>
          }
          failed="Your complaints could not be loaded"
        >
          {({ complaints, levels }) => (
            <Stack gap={5}>
              {complaints.length === 0 ? (
                !isOpen && (
                  <Card>
                    <EmptyState title="No complaints">{complaintText.none}</EmptyState>
                  </Card>
                )
              ) : (
                <ListDetail
                  detail={detail}
                  title={opened ? nameOf(opened) : 'Complaint'}
                  content={
                    opened ? (
                      <ComplaintDetail key={opened._id} complaint={opened} />
                    ) : (
                      <ErrorState title={complaintText.unknown}>{complaintText.unknownHint}</ErrorState>
                    )
                  }
                  wide
                  lead="detail"
                >
                  <Card flush>
                    <ul className="lines" aria-label="Complaints">
                      {complaints.map((complaint) => (
                        <ComplaintRow key={complaint._id} complaint={complaint} detail={detail} />
                      ))}
                    </ul>
                  </Card>
                </ListDetail>
              )}
              <Matrix levels={levels} />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Screen>
  )
}

const nameOf = ({ number, category }: OwnComplaint): string => `${number} · ${complaintCategories[category]}`

const Words = ({ className = '', children }: { className?: string; children: string | undefined }) =>
  children && (
    <p className={`anywhere ${className}`}>
      <AmountText>{children}</AmountText>
    </p>
  )

const State = ({ status }: Pick<OwnComplaint, 'status'>) => (
  <StatusPill tone={status === 'open' ? 'warn' : 'success'}>{status === 'open' ? 'Open' : 'Closed'}</StatusPill>
)

function ComplaintRow({ complaint, detail }: { complaint: OwnComplaint; detail: Detail }) {
  const { _id, status, levelDueOn, dueOn, steps } = complaint
  return (
    <li className={`entry ${pressed.row}`} aria-current={_id === detail.id || undefined}>
      <Row tight justify="between" align="baseline">
        <h2 className="md">
          <button
            type="button"
            className={`${pressed.press} ${pressed.name}`}
            data-key={_id}
            onClick={() => detail.open(_id)}
          >
            {nameOf(complaint)}
          </button>
        </h2>
        <State status={status} />
      </Row>
      <Words className="soft clamp">{steps[0]?.text}</Words>
      <p className="note">
        {status === 'open'
          ? complaintText.due(formatDate(levelDueOn), formatDate(dueOn))
          : formatDateTime(steps.at(-1)?.at ?? dueOn)}
      </p>
    </li>
  )
}

const empty = { category: 'payment' as ComplaintCategory, text: '' }
const options = Object.entries(complaintCategories).map(([value, label]) => ({ value, label }))

function RaiseForm({ onClose }: { onClose: () => void }) {
  const { raise } = useComplaintActions()
  const [draft, setDraft] = useDraft('complaint', empty)
  const [file, setFile] = useState<File | null>(null)
  const text = draft.text.trim()
  const send = async (onProgress: (percent: number) => void) => {
    const body = { category: draft.category, text }
    const reply = await raise({ body, images: await proofOf(file) }, onProgress)
    setDraft(empty)
    onClose()
    return reply
  }
  return (
    <Card title="Raise a complaint">
      <Stack gap={4}>
        <Select
          label="What is it about?"
          options={options}
          value={draft.category}
          onChange={(event) => setDraft({ ...draft, category: event.target.value as ComplaintCategory })}
        />
        <MessageForm
          label="What went wrong?"
          hint="With dates, amounts and request numbers, if there are any."
          rows={5}
          maxLength={complaintRules.textLength}
          value={draft.text}
          onText={(typed) => setDraft({ ...draft, text: typed })}
          missing={text === '' && 'Please describe what went wrong'}
          send={send}
          sending="Sending your complaint"
          checkPlace={complaintText.list}
          action="Send complaint"
          onCancel={onClose}
        >
          <ProofPicker
            label="Photo of a document (optional)"
            hint={complaintText.proofHint}
            file={file}
            onFile={setFile}
          />
        </MessageForm>
      </Stack>
    </Card>
  )
}

function ComplaintDetail({ complaint }: { complaint: OwnComplaint }) {
  const { _id, number, status, level, dueOn, levelDueOn, escalateFrom, mayEscalate, mayResolve, steps } = complaint
  const { message } = useComplaintActions()
  const isOpen = status === 'open'
  return (
    <Stack gap={4}>
      <div>
        <State status={status} />
      </div>
      {isOpen && (
        <p className="secondary">
          {`With: ${levelName(level)}. ${complaintText.due(formatDate(levelDueOn), formatDate(dueOn))}.`}
          {escalateFrom !== undefined &&
            ` You can escalate after a reply, or from ${formatDate(escalateFrom)} without one.`}
        </p>
      )}
      <Stack as="ol" className={styles.steps} aria-label={`What happened to ${number}`}>
        {steps.map((step) => (
          <li key={step._id} data-by={step.by === undefined ? 'you' : 'us'}>
            <strong>{titleOf(step)}</strong>
            <Words>{step.text}</Words>
            {step.hasProof && <span className="secondary">{complaintText.photo}</span>}
            <span className="faint tabular">{formatDateTime(step.at)}</span>
          </li>
        ))}
      </Stack>
      <Row align="start" className={styles.actions}>
        {isOpen && (
          <Reply
            key={steps.length}
            label="Reply"
            hint={complaintText.proofHint}
            send={(input, onProgress) => message(_id, input, onProgress)}
          />
        )}
        {mayResolve && <Resolve complaintId={_id} />}
        {mayEscalate && <Escalate complaint={complaint} />}
      </Row>
    </Stack>
  )
}

function Resolve({ complaintId }: { complaintId: string }) {
  const { resolve } = useComplaintActions()
  const [busy, run] = useBusy()
  const [asks, setAsks] = useState(false)
  const send = () =>
    resolve(complaintId).catch((error: unknown) => appToast.error(errorMessage(error, complaintText.list)))
  if (!asks)
    return (
      <Button variant="secondary" size="small" onClick={() => setAsks(true)}>
        Close as resolved
      </Button>
    )
  return (
    <Row role="group" aria-label="Close as resolved" gap={2}>
      <span>Is it resolved?</span>
      <Button size="small" loading={busy} onClick={() => void run(send)}>
        Close complaint
      </Button>
      <Button variant="ghost" size="small" disabled={busy} onClick={() => setAsks(false)}>
        Keep open
      </Button>
    </Row>
  )
}

function titleOf({ kind, by }: ComplaintStep): string {
  if (by === undefined && kind === 'closed') return complaintText.resolved
  if (by === undefined) return kind === 'escalated' || kind === 'reopened' ? complaintText[kind] : complaintText.message
  if (kind === 'closed') return complaintText.closed(by)
  if (kind === 'escalated') return complaintText.passedOn(by)
  return kind === 'received' ? complaintText.received : complaintText.replied(by)
}

function Escalate({ complaint: { _id, level, status } }: { complaint: OwnComplaint }) {
  const { escalate } = useComplaintActions()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const next = levelName(level + 1)
  const reason = text.trim()
  const send = async () => {
    const reply = await escalate(_id, reason)
    setOpen(false)
    setText('')
    return reply
  }
  if (!isOpen)
    return (
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {status === 'closed' ? 'Not satisfied? Escalate' : `Escalate to: ${next}`}
      </Button>
    )
  return (
    <MessageForm
      label="Why are you not satisfied?"
      hint={`Your complaint goes to: ${next}.`}
      maxLength={complaintRules.textLength}
      value={text}
      onText={setText}
      missing={reason === '' && 'Please say why you are not satisfied'}
      send={send}
      checkPlace={complaintText.list}
      action="Escalate"
    />
  )
}
