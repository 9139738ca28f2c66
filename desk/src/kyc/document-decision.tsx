import { type KycDocumentName, kycReasons } from '@sauda/contract/kyc'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { RadioGroup } from '@sauda/ui/radio-group'
import { TextField } from '@sauda/ui/text-field'
import { Link } from 'react-router'
import { NameCheck } from '../shell/name-check.tsx'
import { ReasonFields } from '../shell/reason-fields.tsx'
import type { FieldErrors } from '../shell/field-errors.ts'
import { cardNames, type Draft } from './decision.ts'
import { type Submission, useSamePan } from './kyc.api.ts'
import styles from './decision-form.module.css'

interface FieldsProps {
  submission: Submission
  draft: Draft
  errors: FieldErrors
  onChange: (part: Partial<Draft>) => void
}

interface DocumentDecisionProps extends FieldsProps {
  document: KycDocumentName
  isActive: boolean
  onActive: () => void
}

const verdicts = [
  { value: 'accept', label: 'Accept' },
  { value: 'reupload', label: 'Request re-upload' },
] as const

export function DocumentDecision(props: DocumentDecisionProps) {
  const { document, draft, errors, isActive, onActive, onChange } = props
  const error = errors[`${document}.verdict`]
  return (
    <section
      className={styles.document}
      data-document={document}
      data-active={isActive || undefined}
      data-error={error ? '' : undefined}
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
        error={error}
        onValueChange={(verdict) => onChange({ verdict: verdict as Draft['verdict'] })}
      />
      {draft.verdict === 'accept' && (document === 'pan' ? <PanFields {...props} /> : <AadhaarFields {...props} />)}
      {draft.verdict === 'reupload' && (
        <ReasonFields
          reason={draft.reason}
          more={draft.more}
          reasons={kycReasons[document]}
          error={errors[`${document}.reason`]}
          onChange={onChange}
        />
      )}
    </section>
  )
}

const cardField = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const

function PanFields({ submission, draft, errors, onChange }: FieldsProps) {
  const { clientId, clientName } = submission
  const others = useSamePan(clientId, draft.number).data?.samePan ?? []
  return (
    <>
      <TextField
        {...cardField}
        label="PAN"
        placeholder="ABCPD1234E"
        maxLength={10}
        value={draft.number}
        error={errors['pan.number']}
        onChange={(event) => onChange({ number: event.target.value.toUpperCase().replace(/[^A-Z0-9]/g, '') })}
      />
      <TextField
        {...cardField}
        label="Name as on the card"
        maxLength={100}
        value={draft.name}
        error={errors['pan.name']}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <NameCheck registered={clientName} found={draft.name} />
      {/* Below the name: the next Tab from the PAN goes to the name, not to a link. */}
      <SamePan others={others} />
    </>
  )
}

/** No more of the Aadhaar number may be stored. */
const AadhaarFields = ({ draft, errors, onChange }: FieldsProps) => (
  <TextField
    label="Last 4 digits of the Aadhaar number"
    hint="Only these 4 digits are stored. Never enter the first 8."
    prefix="XXXX XXXX"
    inputMode="numeric"
    maxLength={4}
    autoComplete="off"
    value={draft.last4}
    error={errors['aadhaar.last4']}
    onChange={(event) => onChange({ last4: event.target.value.replace(/\D/g, '') })}
  />
)

export function SamePan({ others }: { others: Submission['samePan'] }) {
  if (others.length === 0) return null
  return (
    <AlertBanner
      tone="warn"
      title={others.length === 1 ? 'Another client has this PAN' : 'Other clients have this PAN'}
    >
      {others.map(({ clientId, clientName, saudaId }) => (
        <div key={clientId}>
          <Link className={styles.other} to={`/clients/${clientId}`}>
            {clientName}, {saudaId}
          </Link>
        </div>
      ))}
    </AlertBanner>
  )
}
