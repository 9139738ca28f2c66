import type { EscalationLevel } from '@sauda/contract/client/complaint'
import { complaintCategories, type ComplaintCategory, complaintRules } from '@sauda/contract/client/complaint-name'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Loaded } from '@sauda/ui/error-state'
import { Select } from '@sauda/ui/select'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Stack } from '@sauda/ui/stack'
import { Textarea } from '@sauda/ui/text-field'
import { MessageSquareWarning } from 'lucide-react'
import { useState } from 'react'
import { useDraft } from '../../shell/draft.ts'
import { MessageForm, oneLine } from '../../shell/message-form.tsx'
import { proofOf, ProofPicker } from '../../shell/reply-form.tsx'
import { Screen } from '../../shell/screen.tsx'
import { ComplaintCard } from './complaint-card.tsx'
import { useComplaintActions, useComplaints } from './complaint.api.ts'
import styles from './complaint.module.css'
import { complaintText } from './complaint.text.ts'

export default function Complaints() {
  const query = useComplaints()
  const [isOpen, setOpen] = useState(false)
  return (
    <Screen title="Complaints" icon={<MessageSquareWarning />} description={complaintText.lead}>
      <Stack gap={5}>
        {isOpen ? (
          <RaiseForm onClose={() => setOpen(false)} />
        ) : (
          <div>
            <Button onClick={() => setOpen(true)}>Raise a complaint</Button>
          </div>
        )}
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
            <>
              {complaints.length === 0 && !isOpen && (
                <EmptyState title="No complaints">{complaintText.none}</EmptyState>
              )}
              {complaints.map((complaint) => (
                <ComplaintCard key={complaint._id} complaint={complaint} />
              ))}
              <Matrix levels={levels} />
            </>
          )}
        </Loaded>
      </Stack>
    </Screen>
  )
}

function Matrix({ levels }: { levels: readonly EscalationLevel[] }) {
  return (
    <Card title="Whom to contact">
      <Stack as="ol" className={styles.levels}>
        {levels.map(({ level, name, contact, phone, email, hours, days }) => (
          <li key={level}>
            <strong>{name}</strong>
            <span className="secondary">{complaintText.replies(days)}</span>
            {[contact, phone, hours].filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
            {email && <a href={`mailto:${email}`}>{email}</a>}
          </li>
        ))}
      </Stack>
      <p className="note">
        {complaintText.outside} <a href="https://scores.sebi.gov.in">scores.sebi.gov.in</a>,{' '}
        <a href="https://smartodr.in">smartodr.in</a>. <a href="/complaints">{complaintText.table}</a>
      </p>
    </Card>
  )
}

const empty = { category: 'payment' as ComplaintCategory, text: '' }
const options = Object.entries(complaintCategories).map(([value, label]) => ({ value, label }))

function RaiseForm({ onClose }: { onClose: () => void }) {
  const { raise } = useComplaintActions()
  const [draft, setDraft] = useDraft('complaint', empty)
  const [file, setFile] = useState<File | null>(null)
  const text = oneLine(draft.text)
  const send = async (onProgress: (percent: number) => void) => {
    const body = { category: draft.category, text }
    const reply = await raise({ body, images: await proofOf(file) }, onProgress)
    setDraft(empty)
    onClose()
    return reply
  }
  return (
    <Card title="Raise a complaint">
      <MessageForm
        missing={text === '' && 'Please describe what went wrong'}
        send={send}
        sending="Sending your complaint"
        checkPlace={complaintText.list}
        action="Send complaint"
        onCancel={onClose}
      >
        <Select
          label="What is it about?"
          options={options}
          value={draft.category}
          onChange={(event) => setDraft({ ...draft, category: event.target.value as ComplaintCategory })}
        />
        <Textarea
          label="What went wrong?"
          hint="With dates, amounts and request numbers, if there are any."
          rows={5}
          maxLength={complaintRules.textLength}
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        />
        <ProofPicker
          label="Photo of a document (optional)"
          hint={complaintText.proofHint}
          file={file}
          onFile={setFile}
        />
      </MessageForm>
    </Card>
  )
}
