import type { KycDocumentName } from '@sauda/contract/kyc'
import { RadioGroup } from '@sauda/ui/radio-group'
import { AadhaarFields } from './aadhaar-fields.tsx'
import { AgainFields } from './again-fields.tsx'
import { cardNames } from './decision.ts'
import type { DocumentFieldsProps } from './document-fields.ts'
import type { Draft } from './draft.ts'
import { PanFields } from './pan-fields.tsx'
import styles from './decision-form.module.css'

interface DocumentDecisionProps extends DocumentFieldsProps {
  document: KycDocumentName
  isActive: boolean
  onActive: () => void
}

const verdicts = [
  { value: 'accept', label: 'Accept' },
  { value: 'again', label: 'Request re-upload' },
] as const

/** The decision on one document. */
export function DocumentDecision(props: DocumentDecisionProps) {
  const { document, draft, faults, isActive, onActive, onChange } = props
  const fault = faults[`${document}.verdict`]
  return (
    <section
      className={styles.document}
      data-document={document}
      data-active={isActive || undefined}
      data-fault={fault ? '' : undefined}
      aria-label={cardNames[document]}
      onFocusCapture={onActive}
    >
      <h2>{cardNames[document]}</h2>
      <RadioGroup
        label={`Decision on the ${cardNames[document]}`}
        hideLabel
        look="segmented"
        options={verdicts}
        value={draft.verdict}
        error={fault}
        onValueChange={(verdict) => onChange({ verdict: verdict as Draft['verdict'] })}
      />
      {draft.verdict === 'accept' && (document === 'pan' ? <PanFields {...props} /> : <AadhaarFields {...props} />)}
      {draft.verdict === 'again' && <AgainFields {...props} />}
    </section>
  )
}
