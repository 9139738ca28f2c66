import { type AadhaarQr, type KycDocumentName, kycReasons, kycRules } from '@sauda/contract/client/kyc'
import { maskAadhaar } from '@sauda/contract/client/pan-aadhaar'
import { lastFourOf, panOf } from '@sauda/contract/platform/code-text'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Kbd } from '@sauda/ui/badge'
import { Checkbox } from '@sauda/ui/checkbox'
import { RadioGroup } from '@sauda/ui/radio-group'
import { RewrittenField } from '@sauda/ui/rewritten-field'
import { Textarea, TextField } from '@sauda/ui/text-field'
import { Link } from 'react-router'
import { useNeedsSecond } from '../../shell/me.ts'
import { Check, NameCheck } from '../../shell/evidence.tsx'
import { useShortcuts } from '../../shell/shortcut.ts'
import type { FieldErrors } from '../../shell/form-field.tsx'
import { cardNames, type Draft, reasonOf } from './decision.ts'
import { type Submission, useSamePan } from './kyc.api.ts'
import { DescriptionList } from '@sauda/ui/description-list'
import { formatDate } from '@sauda/web/date-time'
import styles from './decision-form.module.css'

const results: Record<AadhaarQr['result'], { tone: 'success' | 'warn' | 'error'; title: string; text: string }> = {
  signed: { tone: 'success', title: 'Signed by UIDAI', text: 'Compare with the photo and with what you enter.' },
  expired: {
    tone: 'warn',
    title: 'Signed with an expired UIDAI certificate',
    text: 'The certificate was not valid on the day the QR code was made. Check the card with care.',
  },
  unknown: {
    tone: 'warn',
    title: 'Signature of the QR code not checked',
    text: 'No UIDAI certificate for the day of this QR code is installed. Check the card with care.',
  },
  forged: {
    tone: 'error',
    title: 'Not signed by UIDAI',
    text: 'The signature of the QR code matches no UIDAI certificate, so the card cannot be accepted. Request a new photo of the original card.',
  },
}

/** The content of the QR code on the photo; nothing if it has no readable one. */
function AadhaarQrResult({ submission: { aadhaarQr, clientName } }: { submission: Submission }) {
  if (!aadhaarQr) return null
  const { result, name, dateOfBirth = '', last4 } = aadhaarQr
  const { tone, title, text } = results[result]
  return (
    <AlertBanner tone={tone} title={title}>
      {text}
      {name !== undefined && last4 !== undefined && (
        <>
          <DescriptionList
            items={[
              { term: 'Name', value: name },
              { term: 'Date of birth', value: /^\d{4}-/.test(dateOfBirth) ? formatDate(dateOfBirth) : dateOfBirth },
              { term: 'Aadhaar', value: <span className="tabular">{maskAadhaar(last4)}</span> },
            ]}
          />
          <NameCheck registered={clientName} found={name} />
        </>
      )}
    </AlertBanner>
  )
}

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
        full
        options={verdicts}
        value={draft.verdict}
        error={error}
        onValueChange={(verdict) => onChange({ verdict: verdict as Draft['verdict'] })}
      />
      {document === 'aadhaar' && <AadhaarQrResult submission={props.submission} />}
      {draft.verdict === 'accept' && (document === 'pan' ? <PanFields {...props} /> : <AadhaarFields {...props} />)}
      {draft.verdict === 'reupload' && <Reasons {...props} error={errors[`${document}.reason`]} />}
    </section>
  )
}

/** Any number of reasons, each by its number key. */
function Reasons({
  document,
  draft,
  error,
  isActive,
  onChange,
}: DocumentDecisionProps & { error: string | undefined }) {
  const { reasons, more } = draft
  const offered = kycReasons[document]
  const toggle = (reason: string) =>
    onChange({ reasons: reasons.includes(reason) ? reasons.filter((each) => each !== reason) : [...reasons, reason] })
  useShortcuts(
    'Reasons',
    offered.map((reason, index) => isActive && { keys: [String(index + 1)], does: reason, run: () => toggle(reason) }),
  )
  const text = reasonOf(document, draft)
  return (
    <>
      <fieldset className={styles.reasons}>
        <legend>Reasons</legend>
        {offered.map((reason, index) => (
          <Checkbox
            key={reason}
            label={
              <>
                {reason} <Kbd>{String(index + 1)}</Kbd>
              </>
            }
            checked={reasons.includes(reason)}
            onChange={() => toggle(reason)}
          />
        ))}
      </fieldset>
      <Textarea
        label="Add details"
        optional={reasons.length > 0}
        rows={2}
        maxLength={kycRules.reasonLength}
        value={more}
        error={error}
        hint={text && `Shown to the client: “${text}”`}
        onChange={(event) => onChange({ more: event.target.value })}
      />
    </>
  )
}

const cardField = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const

function PanFields({ submission, draft, errors, onChange }: FieldsProps) {
  const { clientId, clientName } = submission
  const others = useSamePan(clientId, draft.number).data?.samePan ?? []
  const needsSecond = useNeedsSecond()
  return (
    <>
      <RewrittenField
        {...cardField}
        label="PAN"
        placeholder="ABCPD1234E"
        value={draft.number}
        error={errors['pan.number']}
        rewrite={panOf}
        onText={(number) => onChange({ number })}
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
      {others.length > 0 && (
        <Textarea
          label="Reason for using this PAN twice"
          hint={`For operators only.${needsSecond ? ' A second operator must approve it.' : ''}`}
          rows={2}
          maxLength={kycRules.reasonLength}
          value={draft.samePanReason}
          error={errors['pan.samePanReason']}
          onChange={(event) => onChange({ samePanReason: event.target.value })}
        />
      )}
    </>
  )
}

/** No more of the Aadhaar number may be stored. */
const AadhaarFields = ({ submission: { aadhaarQr }, draft, errors, onChange }: FieldsProps) => (
  <>
    <RewrittenField
      label="Last 4 digits of the Aadhaar number"
      hint="Only these 4 digits are stored. Never enter the first 8."
      prefix="XXXX XXXX"
      inputMode="numeric"
      autoComplete="off"
      value={draft.last4}
      error={errors['aadhaar.last4']}
      rewrite={lastFourOf}
      onText={(last4) => onChange({ last4 })}
    />
    {aadhaarQr?.last4 !== undefined && draft.last4.length === 4 && (
      <Check outcome={aadhaarQr.last4 === draft.last4 ? 'fits' : 'differs'}>
        {aadhaarQr.last4 === draft.last4
          ? 'Same as in the QR code'
          : `Differs from the QR code, ${maskAadhaar(aadhaarQr.last4)}`}
      </Check>
    )}
  </>
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
