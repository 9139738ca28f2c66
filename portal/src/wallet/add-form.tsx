import { walletErrors } from '@sauda/contract/wallet'
import { paiseTyped } from '@sauda/ui/amount'
import { AmountField } from '@sauda/ui/amount-field'
import { Button } from '@sauda/ui/button'
import type { SubmitEvent } from 'react'
import { addFault, canAdd } from './fund-rules.ts'
import styles from './fund.module.css'
import { QuickAdd } from './quick-add.tsx'

interface AddFormProps {
  text: string
  onText: (text: string) => void
  busy: boolean
  onSubmit: (paise: bigint) => void
}

/** How much to add; the QR comes next. */
export function AddForm({ text, onText, busy, onSubmit }: AddFormProps) {
  const paise = paiseTyped(text)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (canAdd(paise)) onSubmit(paise)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <AmountField
        label="Amount"
        value={text}
        onText={onText}
        hint={walletErrors.addMinimum.message}
        error={addFault(paise)}
        disabled={busy}
      />
      <QuickAdd value={text} onText={onText} disabled={busy} />
      <Button type="submit" full loading={busy} disabled={!canAdd(paise)}>
        Add Fund
      </Button>
    </form>
  )
}
