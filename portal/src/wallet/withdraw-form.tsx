import { maskAccountNumber } from '@sauda/contract/bank'
import { chargeWords } from '@sauda/contract/charge'
import { paiseTyped } from '@sauda/ui/amount'
import { AmountField } from '@sauda/ui/amount-field'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, buttonClass } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Landmark } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router'
import { withdrawFault } from './fund-rules.ts'
import styles from './fund.module.css'
import { QuickAdd } from './quick-add.tsx'

type PayTo = { readonly accountHolderName: string; readonly accountNumber: string; readonly ifsc: string }

/** Where the money goes, and how to ask for it again where that did not come. */
export type Destination = {
  readonly payTo: PayTo | undefined
  readonly isPending: boolean
  readonly again: () => void
}

interface WithdrawFormProps {
  text: string
  onText: (text: string) => void
  busy: boolean
  /** Undefined while it is not known. */
  withdrawable: bigint | undefined
  destination: Destination
  /** With the sentence that stands against it, if one does. */
  onSubmit: (paise: bigint, fault: string | undefined) => void
}

/** How much goes to the bank; never more than the client's own money. */
export function WithdrawForm({ text, onText, busy, withdrawable, destination, onSubmit }: WithdrawFormProps) {
  const paise = paiseTyped(text)
  const fault = withdrawFault(paise, withdrawable)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(paise, fault)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <AmountField
        label="Amount"
        value={text}
        onText={onText}
        hint={sentence('Withdrawable {amount}', {
          amount: withdrawable === undefined ? '–' : <Money amount={withdrawable} />,
        })}
        error={text !== '' && paise > 0n ? fault : undefined}
        disabled={busy}
      />
      <QuickAdd value={text} onText={onText} disabled={busy} />
      {destination.payTo ? <To payTo={destination.payTo} /> : <NotKnown {...destination} />}
      <Button type="submit" full loading={busy} loadingText="Processing...">
        Withdraw Fund
      </Button>
      <p className={styles.honest}>{chargeWords.honest}</p>
    </form>
  )
}

function NotKnown({ isPending, again }: Destination) {
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
      <span>Your bank details did not load.</span>
      <Button variant="secondary" size="small" onClick={again}>
        Try again
      </Button>
    </p>
  )
}

function To({ payTo }: { payTo: PayTo }) {
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
        Withdrawals are paid to your saved bank details only.
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
