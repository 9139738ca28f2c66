import { Select } from '@sauda/ui/select'
import { Textarea } from '@sauda/ui/text-field'

export interface Reason {
  /** From the list, or `otherReason`; empty until chosen. */
  reason: string
  more: string
}

export const otherReason = 'other'
const reasonLength = 300

export function reasonText({ reason, more }: Reason): string {
  const added = more.trim()
  if (reason === otherReason || reason === '') return added
  return added === '' ? reason : `${reason}. ${added}`
}

interface ReasonFieldsProps extends Reason {
  reasons: readonly string[]
  error: string | undefined
  onChange: (part: Partial<Reason>) => void
}

export function ReasonFields({ reason, more, reasons, error, onChange }: ReasonFieldsProps) {
  const options = [
    { value: '', label: 'Choose a reason' },
    ...reasons.map((each) => ({ value: each, label: each })),
    { value: otherReason, label: 'Another reason' },
  ]
  const isOther = reason === otherReason
  const text = reasonText({ reason, more })
  return (
    <>
      <Select
        label="Reason"
        options={options}
        value={reason}
        error={isOther ? undefined : error}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
      <Textarea
        label={isOther ? 'Reason shown to the client' : 'Add details'}
        optional={!isOther}
        rows={2}
        maxLength={reasonLength - (isOther ? 0 : reason.length + 2)}
        value={more}
        error={isOther ? error : undefined}
        hint={text && `Shown to the client: “${text}”`}
        onChange={(event) => onChange({ more: event.target.value })}
      />
    </>
  )
}
