import type { ComplaintStep, OwnComplaint } from '@sauda/contract/client/complaint'
import { complaintCategories, complaintRules, levelName } from '@sauda/contract/client/complaint-name'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Row, Stack } from '@sauda/ui/stack'
import { Textarea } from '@sauda/ui/text-field'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { useState } from 'react'
import { MessageForm, oneLine } from '../../shell/message-form.tsx'
import { Reply } from '../../shell/reply.tsx'
import { useComplaintActions } from './complaint.api.ts'
import { complaintText } from './complaint.text.ts'
import styles from './complaint.module.css'

export function ComplaintCard({ complaint }: { complaint: OwnComplaint }) {
  const { _id, number, category, status, level, dueOn, levelDueOn, escalateFrom, mayEscalate, steps } = complaint
  const { message } = useComplaintActions()
  const isOpen = status === 'open'
  return (
    <Card
      title={`${number} · ${complaintCategories[category]}`}
      aside={<StatusPill tone={isOpen ? 'warn' : 'success'}>{isOpen ? 'Open' : 'Closed'}</StatusPill>}
    >
      {isOpen && (
        <p className={`secondary ${styles.facts}`}>
          {`With: ${levelName(level)}, reply due by ${formatDate(levelDueOn)}. To be resolved by ${formatDate(dueOn)}.`}
          {escalateFrom !== undefined &&
            ` You can escalate after a reply, or from ${formatDate(escalateFrom)} without one.`}
        </p>
      )}
      <Stack as="ol" className={styles.steps} aria-label={`What happened to ${number}`}>
        {steps.map((step) => (
          <li key={step._id} data-by={step.by === undefined ? 'you' : 'us'}>
            <strong>{titleOf(step)}</strong>
            {step.text !== '' && <span className={styles.written}>{step.text}</span>}
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
        {mayEscalate && <Escalate complaint={complaint} />}
      </Row>
    </Card>
  )
}

function titleOf({ kind, by }: ComplaintStep): string {
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
  const reason = oneLine(text)
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
      missing={reason === '' && 'Please say why you are not satisfied'}
      send={send}
      checkPlace={complaintText.list}
      action="Escalate"
    >
      <Textarea
        label="Why are you not satisfied?"
        hint={`Your complaint goes to: ${next}.`}
        maxLength={complaintRules.textLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </MessageForm>
  )
}
