import { parseRupees } from '@sauda/contract/platform/amount-text'
import { formatCount } from '@sauda/contract/platform/decimal'
import { formatRupees } from '@sauda/contract/platform/money'
import { walletErrors, walletRules } from '@sauda/contract/money/wallet'
import { AmountField, amountText, plusRupees } from '@sauda/ui/amount-field'
import { Button } from '@sauda/ui/button'
import { AmountsHidden, AmountText } from '@sauda/ui/money'
import { Stack } from '@sauda/ui/stack'
import { type ReactNode, type SubmitEvent, use } from 'react'
import { addError, canAdd } from './fund-rules.ts'
import styles from './fund.module.css'
import { walletText } from './wallet.text.ts'

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
  /** The whole amount that can be sent. */
  all?: bigint | undefined
  /** The label of the button. */
  summary?: string | undefined
  loadingText?: string
  onSubmit: () => void
  children?: ReactNode
}

export function AmountForm({ text, onText, busy, blocked, hint, error, disabled, onSubmit, ...rest }: AmountFormProps) {
  const { action, all, summary, loadingText, children } = rest
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!disabled) onSubmit()
  }
  const isHidden = use(AmountsHidden)
  return (
    <form onSubmit={submit} noValidate>
      <Stack className={styles.form}>
        <AmountField label="Amount" value={text} onText={onText} hint={hint} error={error} disabled={busy} />
        <fieldset className={styles.quick} disabled={busy}>
          <legend className="visually-hidden">Add to the amount</legend>
          {walletRules.quickAdd.map((rupees) => (
            <Button key={rupees} variant="secondary" size="small" onClick={() => onText(plusRupees(text, rupees))}>
              +{formatCount(rupees)}
            </Button>
          ))}
          {all !== undefined && (
            <Button
              variant="secondary"
              size="small"
              disabled={all <= 0n}
              aria-label={isHidden ? undefined : `All: ${formatRupees(all)}`}
              onClick={() => onText(amountText(all))}
            >
              {walletText.all}
            </Button>
          )}
        </fieldset>
        {children}
        <Button
          type="submit"
          full
          loading={busy}
          loadingText={loadingText}
          disabled={disabled}
          aria-describedby="amount-blocked amount-summary"
        >
          {action}
          {summary && (
            <span id="amount-summary" aria-hidden="true" className={`regular ${styles.summary}`}>
              <AmountText>{summary}</AmountText>
            </span>
          )}
        </Button>
        {blocked && (
          <p id="amount-blocked" className="note centred">
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
