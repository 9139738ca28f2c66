import { parseRupees } from '@sauda/contract/money'
import { maskAccountNumber } from '@sauda/contract/bank'
import { chargeTexts } from '@sauda/contract/charge'
import { AmountField } from '@sauda/ui/amount-field'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, buttonClass } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Landmark } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router'
import { QuickAdd, type AmountFormProps } from './add-form.tsx'
import { withdrawError } from './fund-rules.ts'
import styles from './fund.module.css'
import { walletText } from './wallet.text.ts'

type PayTo = { readonly accountHolderName: string; readonly accountNumber: string; readonly ifsc: string }

export type Destination = {
  readonly payTo: PayTo | undefined
  readonly isPending: boolean
  readonly reload: () => void
}

interface WithdrawFormProps extends AmountFormProps {
  withdrawable: bigint | undefined
  destination: Destination
  /** `error`: why this amount cannot be withdrawn. */
  onSubmit: (paise: bigint, error: string | undefined) => void
}

export function WithdrawForm(props: WithdrawFormProps) {
  const { text, onText, busy, blocked, withdrawable, destination, onSubmit } = props
  const paise = parseRupees(text)
  const error = withdrawError(paise, withdrawable)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (blocked === undefined) onSubmit(paise, error)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <AmountField
        label="Amount"
        value={text}
        onText={onText}
        hint={sentence(walletText.withdrawalLimits, {
          amount: withdrawable === undefined ? '–' : <Money amount={withdrawable} />,
        })}
        error={text !== '' && paise > 0n ? error : undefined}
        disabled={busy}
      />
      <QuickAdd value={text} onText={onText} disabled={busy} />
      {destination.payTo ? <BankAccount payTo={destination.payTo} /> : <MissingBankAccount {...destination} />}
      <Button
        type="submit"
        full
        loading={busy}
        loadingText="Processing..."
        disabled={blocked !== undefined}
        aria-describedby="withdraw-blocked"
      >
        Withdraw Fund
      </Button>
      {blocked && (
        <p id="withdraw-blocked" className={styles.blocked}>
          {blocked}
        </p>
      )}
      <p className={styles.honest}>{chargeTexts.honest}</p>
    </form>
  )
}

function MissingBankAccount({ isPending, reload }: Destination) {
  if (isPending)
    return (
      <output className={styles.destination}>
        <span>
          <span className="visually-hidden">Loading your bank details...</span>
          <Skeleton />
        </span>
      </output>
    )
  return (
    <p className={styles.destination}>
      <span>Your bank details could not be loaded.</span>
      <Button variant="secondary" size="small" onClick={reload}>
        Try again
      </Button>
    </p>
  )
}

function BankAccount({ payTo }: { payTo: PayTo }) {
  if (payTo.accountNumber === '')
    return (
      <AlertBanner
        tone="warn"
        title="Add your bank details first"
        action={
          <Link to="/account/bank" className={buttonClass('secondary', { size: 'small' })}>
            Add bank details
          </Link>
        }
      >
        We pay withdrawals only to your saved bank account.
      </AlertBanner>
    )
  return (
    <p className={styles.destination}>
      <Landmark aria-hidden="true" />
      <span>
        {`To ${payTo.accountHolderName}`}
        <small>
          {maskAccountNumber(payTo.accountNumber)} · {payTo.ifsc}
        </small>
      </span>
      <Link to="/account/bank">
        Change<span className="visually-hidden"> bank details</span>
      </Link>
    </p>
  )
}
