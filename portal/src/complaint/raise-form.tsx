import { complaintCategories, complaintRules, type ComplaintCategory } from '@sauda/contract/complaint-name'
import { Card } from '@sauda/ui/card'
import { Select } from '@sauda/ui/select'
import { Textarea } from '@sauda/ui/text-field'
import { useState } from 'react'
import { useDraft } from '../shell/draft.ts'
import { MessageForm, oneLine } from '../shell/message-form.tsx'
import { proofOf, ProofPicker } from '../shell/reply-form.tsx'
import { useComplaintActions } from './complaint.api.ts'
import { complaintText } from './complaint.text.ts'

const empty = { category: 'payment' as ComplaintCategory, text: '' }
const options = Object.entries(complaintCategories).map(([value, label]) => ({ value, label }))

export function RaiseForm({ onClose }: { onClose: () => void }) {
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
