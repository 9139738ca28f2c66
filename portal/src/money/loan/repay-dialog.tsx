import { parseRupees } from '@sauda/contract/platform/amount-text'
import { rupeesOf, above, paiseOf } from '@sauda/contract/platform/money'
import { AmountField } from '@sauda/ui/amount-field'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { Money } from '@sauda/ui/money'
import { RadioGroup } from '@sauda/ui/radio-group'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { useId, useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { formatDate } from '@sauda/web/date-time'
import { useToday } from '@sauda/web/server-clock'
import { withReplay } from '@sauda/web/idempotent'
import { useDraft } from '../../shell/draft.ts'
import { shortId } from '../../shell/given.ts'
import { useBusy, type Busy } from '@sauda/web/hooks'
import { releaseRepayment, useLoanRequests, type Loan, type Funds } from './loan.api.ts'
import { loanText } from './loan.text.ts'
import { loanErrors, repaidFromLoan } from '@sauda/contract/money/loan'

interface RepayDialogProps {
  open: boolean
  loan: Loan
  funds: Funds | undefined
  onClose: () => void
  onDone: (message: string) => void
}

type TextState = [text: string, setText: (text: string) => void]

export function RepayDialog(props: RepayDialogProps) {
  // Here, so that closing the dialog does not clear the field.
  const typed = useDraft(`repay ${props.loan._id} amount`, '')
  const pending = useBusy()
  return (
    <Dialog
      open={props.open}
      onOpenChange={() => {
        // The next repayment is a new request, even of the same amount.
        releaseRepayment()
        props.onClose()
      }}
      busy={pending[0]}
      title={loanText.repayTitle(shortId(props.loan._id))}
    >
      <RepayForm {...props} typed={typed} pending={pending} />
    </Dialog>
  )
}

interface RepayFormProps extends RepayDialogProps {
  typed: TextState
  pending: Busy
}

function RepayForm({ loan, funds, onDone, typed: [text, setText], pending: [busy, run] }: RepayFormProps) {
  const today = useToday()
  const { next, whole, saved } = repayable(loan, today)
  const usual = next !== undefined ? 'next' : repaymentError(whole, loan, funds) === undefined ? 'whole' : 'part'
  const [chosen, setChoice] = useDraft<RepaymentChoice>(`repay ${loan._id}`, usual)
  const choice = chosen === 'next' ? usual : chosen
  const early = loan.next && loan.next.dueDate > today ? formatDate(loan.next.dueDate) : undefined
  const [error, setError] = useState<string>()
  const { repay } = useLoanRequests()
  const label = useId()

  const amounts = { next: next ?? whole, whole, part: parseRupees(text) }
  const paise = amounts[choice]
  const invalid = repaymentError(paise, loan, funds)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (invalid) return
    void run(async () => {
      setError(undefined)
      try {
        const reply = await repay(loan._id, rupeesOf(paise))
        setText('')
        onDone(withReplay('repaid', reply, reply.message))
      } catch (caught) {
        setError(errorMessage(caught, 'your loans'))
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
              : [
                  {
                    value: 'next' as const,
                    label: early ? loanText.towardsNext : loanText.next,
                    note: <Money amount={next} />,
                  },
                ]),
            { value: 'whole', label: 'Close the loan', note: <Whole whole={whole} saved={saved} /> },
            { value: 'part', label: 'Another amount' },
          ]}
          value={choice}
          onValueChange={setChoice}
          disabled={busy}
        />
        {choice === 'part' && (
          <AmountField
            label="Amount"
            value={text}
            onText={setText}
            hint={sentence(loanText.repaymentLimit, { amount: <Money amount={whole} /> })}
            error={text === '' ? undefined : invalid}
            disabled={busy}
          />
        )}
        {early && choice !== 'whole' && <p className="note">{loanText.early(early)}</p>}
        {funds && invalid === undefined && <Sources {...sourcesOf(paise, loan, funds)} />}
        {error && <AlertBanner tone="error">{error}</AlertBanner>}
        {invalid !== undefined && choice !== 'part' && (
          <AlertBanner tone="warn" title={invalid}>
            {funds &&
              sentence(loanText.ownOnly, {
                own: <Money amount={funds.own} />,
                borrowed: <Money amount={funds.borrowed} />,
              })}
          </AlertBanner>
        )}
        <Button type="submit" full loading={busy} disabled={invalid !== undefined}>
          {invalid === undefined ? sentence(loanText.repay, { amount: <Money amount={paise} /> }) : 'Repay'}
        </Button>
      </Stack>
    </form>
  )
}

function Whole({ whole, saved }: { whole: bigint; saved: bigint }) {
  const amount = <Money amount={whole} />
  if (saved === 0n) return amount
  return sentence(loanText.savesInterest, { amount, saved: <Money amount={saved} /> })
}

function Sources({ own, borrowed }: Funds) {
  const items = [
    { term: 'From unused loan money', value: <Money amount={borrowed} /> },
    { term: 'From your own money', value: <Money amount={own} /> },
  ]
  return <DescriptionList amounts items={borrowed > 0n ? items : items.slice(1)} />
}

type RepaymentChoice = 'next' | 'whole' | 'part'

/** Paise. `next`: what can be paid of the next instalment, unless `whole`, which closes the loan today and saves `saved` in interest. */
export function repayable(loan: Loan, today: string) {
  const { payoff = 0, outstanding = 0, next } = loan
  const whole = paiseOf(payoff)
  const due = next && (next.dueDate > today ? payableBefore(next.dueDate, loan) : paiseOf(next.amount))
  return { whole, next: due && due < whole ? due : undefined, saved: above(paiseOf(outstanding), whole) }
}

/** Before the due date, only the interest so far and the principal of the instalment. */
function payableBefore(dueDate: string, { terms, principal = 0, firstFromOwn = 0 }: Loan): bigint {
  const later = terms?.schedule.filter((row) => row.dueDate > dueDate) ?? []
  const after = later.reduce((sum, row) => sum + paiseOf(row.principal), 0n)
  return paiseOf(firstFromOwn) + above(paiseOf(principal), after)
}

function sourcesOf(
  paise: bigint,
  { principal = 0, firstFromOwn = 0 }: Pick<Loan, 'principal' | 'firstFromOwn'>,
  funds: Funds,
): Funds {
  const owed = { principal: paiseOf(principal), firstFromOwn: paiseOf(firstFromOwn) }
  const borrowed = repaidFromLoan(paise, owed, funds.borrowed)
  return { own: paise - borrowed, borrowed }
}

/** The same that the server would answer. */
export function repaymentError(paise: bigint, loan: Loan, funds?: Funds): string | undefined {
  if (paise <= 0n) return loanErrors.amountNeeded.message
  if (paise > paiseOf(loan.payoff ?? 0)) return loanErrors.tooMuch.message
  if (!funds || loan.principal === undefined || loan.firstFromOwn === undefined) return undefined
  return sourcesOf(paise, loan, funds).own > funds.own ? loanErrors.insufficient.message : undefined
}
