import type { Loan } from '@sauda/contract/loan'
import { formatRupees, rupeesOf } from '@sauda/contract/money'
import { paiseTyped } from '@sauda/ui/amount'
import { AmountField } from '@sauda/ui/amount-field'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '../shell/dialog.tsx'
import { Money } from '@sauda/ui/money'
import { RadioGroup } from '@sauda/ui/radio-group'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { useId, useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { withReplay } from '@sauda/web/idempotent'
import { useKept } from '../shell/kept.ts'
import { useBusy, type Busy } from '@sauda/web/use-busy'
import styles from './loan-card.module.css'
import { loanName } from './loan-state.ts'
import { useLoanRequests } from './loan.api.ts'
import { repayable, repaymentFault, type RepaymentChoice } from './repayment.ts'

/** What a repayment is taken from, in paise. */
export type Funds = { readonly own: bigint; readonly borrowed: bigint }

interface RepayDialogProps {
  open: boolean
  loan: Loan
  /** Undefined while it is not known. */
  funds: Funds | undefined
  onClose: () => void
  onDone: (message: string) => void
}

type Typed = [text: string, setText: (text: string) => void]

/** Part or whole, from the wallet. */
export function RepayDialog(props: RepayDialogProps) {
  // Here and not in the form: a dialog closed to look something up has lost nothing.
  const typed = useKept(`repay ${props.loan._id} amount`, '')
  const pending = useBusy()
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onClose}
      busy={pending[0]}
      title={`Repay loan ${loanName(props.loan._id)}`}
    >
      <RepayForm {...props} typed={typed} pending={pending} />
    </Dialog>
  )
}

interface RepayFormProps extends RepayDialogProps {
  typed: Typed
  pending: Busy
}

function RepayForm({ loan, funds, onDone, typed: [text, setText], pending: [busy, run] }: RepayFormProps) {
  const { next, whole, saved } = repayable(loan)
  const [choice, setChoice] = useKept<RepaymentChoice>(`repay ${loan._id}`, next === undefined ? 'whole' : 'next')
  const [fault, setFault] = useState<string>()
  const { repay } = useLoanRequests()
  const label = useId()

  const amounts = { next: next ?? whole, whole, part: paiseTyped(text) }
  const paise = amounts[choice]
  const wrong = repaymentFault(paise, whole)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (wrong) return
    void run(async () => {
      setFault(undefined)
      try {
        const reply = await repay(loan._id, rupeesOf(paise))
        setText('')
        onDone(withReplay('repaid', reply, reply.message))
      } catch (error) {
        setFault(errorMessage(error, 'your loans'))
      }
    })
  }
  return (
    <form onSubmit={submit} noValidate aria-labelledby={label}>
      <Stack gap={6}>
        <RadioGroup
          label={<span id={label}>How much</span>}
          options={[
            ...(next === undefined
              ? []
              : [{ value: 'next', label: 'What is due next', note: <Money amount={next} /> }]),
            { value: 'whole', label: 'All of it', note: <Whole whole={whole} saved={saved} /> },
            { value: 'part', label: 'Another amount' },
          ]}
          value={choice}
          onValueChange={(value) => setChoice(value as RepaymentChoice)}
          disabled={busy}
        />
        {choice === 'part' && (
          <AmountField
            label="Amount"
            value={text}
            onText={setText}
            error={text === '' ? undefined : wrong}
            disabled={busy}
          />
        )}
        {funds && (
          <p className={styles.note}>
            {funds.borrowed > 0n
              ? sentence(
                  'From your wallet: {own} of your own and {borrowed} of loan money not used. Loan money goes back first; interest and fee come from your own.',
                  { own: <Money amount={funds.own} />, borrowed: <Money amount={funds.borrowed} /> },
                )
              : sentence('From your wallet: {own} of your own.', { own: <Money amount={funds.own} /> })}
          </p>
        )}
        {fault && <AlertBanner tone="error">{fault}</AlertBanner>}
        <Button type="submit" full loading={busy} disabled={wrong !== undefined}>
          {wrong === undefined ? `Repay ${formatRupees(paise)}` : 'Repay'}
        </Button>
      </Stack>
    </form>
  )
}

function Whole({ whole, saved }: { whole: bigint; saved: bigint }) {
  const amount = <Money amount={whole} />
  if (saved === 0n) return amount
  return sentence('{amount}, saves {saved} in interest', { amount, saved: <Money amount={saved} /> })
}
