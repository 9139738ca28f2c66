import { AmountField } from '@sauda/ui/amount-field'
import { TextField } from '@sauda/ui/text-field'
import type { FieldErrors } from '../shell/decision-form.tsx'
import type { OfferDraft } from './offer.ts'
import styles from './offer-fields.module.css'

interface OfferFieldsProps {
  draft: OfferDraft
  errors: FieldErrors
  onChange: (part: Partial<OfferDraft>) => void
}

/** What the operator decides about an offer. */
export function OfferFields({ draft, errors, onChange }: OfferFieldsProps) {
  return (
    <div className={styles.fields}>
      <AmountField
        label="Amount"
        value={draft.amount}
        error={errors['amount']}
        onText={(amount) => onChange({ amount })}
      />
      <AmountField label="Fee" optional value={draft.fee} error={errors['fee']} onText={(fee) => onChange({ fee })} />
      <TextField
        label="Interest rate (% p.a.)"
        inputMode="decimal"
        autoComplete="off"
        value={draft.rate}
        error={errors['rate']}
        onChange={(event) => onChange({ rate: event.target.value.replace(/[^\d.]/g, '').slice(0, 6) })}
      />
      <TextField
        label="Tenure (months)"
        inputMode="numeric"
        autoComplete="off"
        value={draft.months}
        error={errors['months']}
        onChange={(event) => onChange({ months: event.target.value.replace(/\D/g, '').slice(0, 3) })}
      />
    </div>
  )
}
