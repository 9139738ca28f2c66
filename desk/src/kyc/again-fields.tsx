import { kycReasons, kycRules, type KycDocumentName } from '@sauda/contract/kyc'
import { Select } from '@sauda/ui/select'
import { Textarea } from '@sauda/ui/textarea'
import { reasonText } from './decision.ts'
import type { DocumentFieldsProps } from './document-fields.ts'
import { otherReason } from './draft.ts'

/** Why a document is asked for again, as the client will read it. */
export function AgainFields(props: DocumentFieldsProps & { document: KycDocumentName }) {
  const { document, draft, faults, onChange } = props
  const options = [
    { value: '', label: 'Choose a reason' },
    ...kycReasons[document].map((reason) => ({ value: reason, label: reason })),
    { value: otherReason, label: 'Another reason' },
  ]
  const fault = faults[`${document}.reason`]
  const isOther = draft.reason === otherReason
  const room = kycRules.reasonLength - (isOther ? 0 : draft.reason.length + 2)
  const text = reasonText(draft)
  return (
    <>
      <Select
        label="Reason"
        options={options}
        value={draft.reason}
        error={isOther ? undefined : fault}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
      <Textarea
        label={isOther ? 'The reason, in words the client can act on' : 'Add something'}
        optional={!isOther}
        rows={2}
        maxLength={room}
        value={draft.more}
        error={isOther ? fault : undefined}
        hint={text && `The client reads: “${text}”`}
        onChange={(event) => onChange({ more: event.target.value })}
      />
    </>
  )
}
