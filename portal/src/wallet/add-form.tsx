import { parseRupees } from '@sauda/contract/money'
import { walletErrors, walletRules } from '@sauda/contract/wallet'
import { plusRupees } from '@sauda/ui/amount'
import { AmountField } from '@sauda/ui/amount-field'
import { Button } from '@sauda/ui/button'
import type { SubmitEvent } from 'react'
import { addError, canAdd } from './fund-rules.ts'
import styles from './fund.module.css'

export interface AmountFormProps {
  text: string
  onText: (text: string) => void
  busy: boolean
  blocked: string | undefined
}

export function AddForm({
  text,
  onText,
  busy,
  blocked,
  onSubmit,
}: AmountFormProps & { onSubmit: (paise: bigint) => void }) {
  const paise = parseRupees(text)
  const allowed = canAdd(paise) && blocked === undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (allowed) onSubmit(paise)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <AmountField
        label="Amount"
        value={text}
        onText={onText}
        hint={walletErrors.addMinimum.message}
        error={addError(text)}
        disabled={busy}
      />
      <QuickAdd value={text} onText={onText} disabled={busy} />
      <Button type="submit" full loading={busy} disabled={!allowed} aria-describedby="add-blocked">
        Add Fund
      </Button>
      {blocked && (
        <p id="add-blocked" className={styles.blocked}>
          {blocked}
        </p>
      )}
    </form>
  )
}

interface QuickAddProps {
  value: string
  onText: (text: string) => void
  disabled: boolean
}

export function QuickAdd({ value, onText, disabled }: QuickAddProps) {
  return (
    <fieldset className={styles.quick} disabled={disabled}>
      <legend className="visually-hidden">Add to the amount</legend>
      {walletRules.quickAdd.map((rupees) => (
        <Button key={rupees} variant="secondary" size="small" onClick={() => onText(plusRupees(value, rupees))}>
          +{rupees}
        </Button>
      ))}
    </fieldset>
  )
}
