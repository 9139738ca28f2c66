import { TextField } from '@sauda/ui/text-field'
import { NameCheck } from '../shell/name-check.tsx'
import type { DocumentFieldsProps } from './document-fields.ts'
import { useSamePan } from './kyc.api.ts'
import { SamePan } from './same-pan.tsx'

/** What is typed from an accepted PAN card. */
export function PanFields({ submission, draft, faults, onChange }: DocumentFieldsProps) {
  const { clientId, clientName } = submission
  const others = useSamePan(clientId, draft.number).data?.samePan ?? []
  return (
    <>
      <TextField
        label="PAN"
        placeholder="ABCPD1234E"
        maxLength={10}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={draft.number}
        error={faults['pan.number']}
        onChange={(event) => onChange({ number: event.target.value.toUpperCase().replace(/[^A-Z0-9]/g, '') })}
      />
      <SamePan others={others} />
      <TextField
        label="Name as on the card"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={draft.name}
        error={faults['pan.name']}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <NameCheck registered={clientName} found={draft.name} />
    </>
  )
}
