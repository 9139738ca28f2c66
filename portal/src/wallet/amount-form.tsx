import { parseRupees } from '@sauda/contract/money'
import { walletErrors, walletRules } from '@sauda/contract/wallet'
import { plusRupees } from '@sauda/ui/amount'
import { AmountField } from '@sauda/ui/amount-field'
import { Button } from '@sauda/ui/button'
import { Stack } from '@sauda/ui/stack'
import type { ReactNode, SubmitEvent } from 'react'
import { addError, canAdd } from './fund-rules.ts'
import styles from './fund.module.css'

export interface AmountInput {
  text: string
  onText: (text: string) => void
  busy: boolean
  /** Why nothing can be sent now. */
  blocked: string | undefined
}

interface AmountFormProps extends AmountInput {
  action: 'Add Fund' | 'Withdraw Fund'
  hint: ReactNode
  error: string | undefined
  disabled: boolean
  loadingText?: string
  onSubmit: () => void
  children?: ReactNode
}

export function AmountForm({ text, onText, busy, blocked, hint, error, disabled, onSubmit, ...rest }: AmountFormProps) {
  const { action, loadingText, children } = rest
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!disabled) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack className={styles.form}>
        <AmountField label="Amount" value={text} onText={onText} hint={hint} error={error} disabled={busy} />
        <fieldset className={styles.quick} disabled={busy}>
          <legend className="visually-hidden">Add to the amount</legend>
          {walletRules.quickAdd.map((rupees) => (
            <Button key={rupees} variant="secondary" size="small" onClick={() => onText(plusRupees(text, rupees))}>
              +{rupees}
            </Button>
          ))}
        </fieldset>
        {children}
        <Button
          type="submit"
          full
          loading={busy}
          loadingText={loadingText}
          disabled={disabled}
          aria-describedby="amount-blocked"
        >
          {action}
        </Button>
        {blocked && (
          <p id="amount-blocked" className={`note ${styles.centred}`}>
            {blocked}
          </p>
        )}
      </Stack>
    </form>
  )
}

export function AddForm({ onSubmit, ...input }: AmountInput & { onSubmit: (paise: bigint) => void }) {
  const paise = parseRupees(input.text)
  return (
    <AmountForm
      {...input}
      action="Add Fund"
      hint={walletErrors.addMinimum.message}
      error={addError(input.text)}
      disabled={!canAdd(paise) || input.blocked !== undefined}
      onSubmit={() => onSubmit(paise)}
    />
  )
}
