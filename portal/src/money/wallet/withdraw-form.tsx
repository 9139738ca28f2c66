import { parseRupees } from '@sauda/contract/platform/amount-text'
import { formatRupees } from '@sauda/contract/platform/money'
import { maskAccountNumber } from '@sauda/contract/money/bank'
import { chargeTexts } from '@sauda/contract/money/charge'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button, buttonClass } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import { Skeleton } from '@sauda/ui/skeleton'
import { Row, Stack } from '@sauda/ui/stack'
import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import { AmountForm, type AmountInput } from './amount-form.tsx'
import { traceOf } from '../../shell/amounts.tsx'
import { accountText, withdrawError } from './fund-rules.ts'
import styles from './fund.module.css'
import { walletText } from './wallet.text.ts'

type PayTo = { readonly accountHolderName: string; readonly accountNumber: string; readonly ifsc: string }

export type Destination = {
  readonly payTo: PayTo | undefined
  readonly isPending: boolean
  readonly reload: () => void
}

interface WithdrawFormProps extends AmountInput {
  withdrawable: bigint | undefined
  destination: Destination
  /** `error`: why this amount cannot be withdrawn. */
  onSubmit: (paise: bigint, error: string | undefined) => void
}

export function WithdrawForm({ withdrawable, destination, onSubmit, ...input }: WithdrawFormProps) {
  const paise = parseRupees(input.text)
  const error = withdrawError(paise, withdrawable)
  const account = destination.payTo?.accountNumber
  return (
    <Stack>
      <Row as="p" justify="between" align="baseline" gap="0 3" className="soft">
        Withdrawable{' '}
        {withdrawable === undefined ? (
          '–'
        ) : (
          <Money
            amount={withdrawable}
            className="xl strong ink"
            onTrace={traceOf('Withdrawable', { figure: 'cash' })}
          />
        )}
      </Row>
      <AmountForm
        {...input}
        action="Withdraw Fund"
        hint="Minimum ₹100"
        error={paise > 0n ? error : undefined}
        all={withdrawable}
        summary={
          error || !account ? undefined : walletText.withdrawTo(formatRupees(paise), accountText(destination.payTo))
        }
        loadingText="Processing..."
        disabled={input.blocked !== undefined}
        onSubmit={() => onSubmit(paise, error)}
      >
        {destination.payTo ? <BankAccount payTo={destination.payTo} /> : <MissingBankAccount {...destination} />}
      </AmountForm>
      <p className="note centred">{chargeTexts.honest}</p>
    </Stack>
  )
}

function MissingBankAccount({ isPending, reload }: Destination) {
  if (isPending)
    return (
      <Row as="output" tight className={styles.destination}>
        <span>
          <span className="visually-hidden">Loading your bank details...</span>
          <Skeleton />
        </span>
      </Row>
    )
  return (
    <Row as="p" tight className={styles.destination}>
      <span>Your bank details could not be loaded.</span>
      <Button variant="secondary" size="small" onClick={reload}>
        Try again
      </Button>
    </Row>
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
    <Row as="p" tight className={styles.destination}>
      <Landmark aria-hidden="true" />
      <span>
        {`To ${payTo.accountHolderName}`}
        <small className="note tabular block" translate="no">
          {maskAccountNumber(payTo.accountNumber)} · {payTo.ifsc}
        </small>
      </span>
      <Link to="/account/bank">
        Change<span className="visually-hidden"> bank details</span>
      </Link>
    </Row>
  )
}
