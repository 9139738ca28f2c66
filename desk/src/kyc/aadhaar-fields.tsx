import { TextField } from '@sauda/ui/text-field'
import type { DocumentFieldsProps } from './document-fields.ts'

/** What is typed from an accepted Aadhaar card: no more of the number may be kept. */
export function AadhaarFields({ draft, faults, onChange }: DocumentFieldsProps) {
  return (
    <TextField
      label="Last 4 digits of the Aadhaar number"
      hint="Only these 4 digits are stored. Never enter the first 8."
      prefix="XXXX XXXX"
      inputMode="numeric"
      maxLength={4}
      autoComplete="off"
      value={draft.last4}
      error={faults['aadhaar.last4']}
      onChange={(event) => onChange({ last4: event.target.value.replace(/\D/g, '') })}
    />
  )
}
