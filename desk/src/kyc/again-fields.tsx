import { kycReasons, type KycDocumentName } from '@sauda/contract/kyc'
import { ReasonFields } from '../shell/reason-fields.tsx'
import type { DocumentFieldsProps } from './document-fields.ts'

/** Why a document is asked for again, as the client will read it. */
export function AgainFields({
  document,
  draft,
  faults,
  onChange,
}: DocumentFieldsProps & { document: KycDocumentName }) {
  const { reason, more } = draft
  return (
    <ReasonFields
      reason={reason}
      more={more}
      reasons={kycReasons[document]}
      fault={faults[`${document}.reason`]}
      onChange={onChange}
    />
  )
}
