import { AmountField } from '@sauda/ui/amount-field'
import { TextField } from '@sauda/ui/text-field'
import type { Draft, Faults } from './offer.ts'
import styles from './offer-fields.module.css'

interface OfferFieldsProps {
  draft: Draft
  faults: Faults
  onChange: (part: Partial<Draft>) => void
}

/** What the operator decides about an offer. */
export function OfferFields({ draft, faults, onChange }: OfferFieldsProps) {
  return (
    <div className={styles.fields}>
      <AmountField
        label="Amount"
        value={draft.amount}
        error={faults.amount}
        onText={(amount) => onChange({ amount })}
      />
      <AmountField label="Fee" optional value={draft.fee} error={faults.fee} onText={(fee) => onChange({ fee })} />
      <TextField
        label="Interest rate (% p.a.)"
        inputMode="decimal"
        autoComplete="off"
        value={draft.rate}
        error={faults.rate}
        onChange={(event) => onChange({ rate: event.target.value.replace(/[^\d.]/g, '').slice(0, 6) })}
      />
      <TextField
        label="Tenure (months)"
        inputMode="numeric"
        autoComplete="off"
        value={draft.months}
        error={faults.months}
        onChange={(event) => onChange({ months: event.target.value.replace(/\D/g, '').slice(0, 3) })}
      />
    </div>
  )
}
