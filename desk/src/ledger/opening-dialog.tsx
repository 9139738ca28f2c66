import { brokerBankCalls, type ListedBrokerBank } from '@sauda/contract/broker-bank'
import { parseRupees, rupeesOf } from '@sauda/contract/money'
import { AmountField } from '@sauda/ui/amount-field'
import { DateField } from '@sauda/ui/date-field'
import { Textarea } from '@sauda/ui/text-field'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { type Outcome, toastOutcome } from '../shell/outcome-toast.ts'
import { useOpenAccount, useReverseOpening } from './bank-accounts.api.ts'

interface OpeningDialogProps {
  account: ListedBrokerBank
  open: boolean
  onClose: () => void
}

/** Enters the opening balance, or reverses the one that is booked. */
export const OpeningDialog = (props: OpeningDialogProps) =>
  props.account.opening ? <Reverse {...props} /> : <Enter {...props} />

const { body: entered } = brokerBankCalls.open

function Enter({ account, open, onClose }: OpeningDialogProps) {
  const send = useOpenAccount(account._id)
  const empty = { day: '', amount: '' }
  const form = useFormDialog({ name: `opening ${account._id}`, empty, mutation: send, onClose })
  const { draft, errors, edit } = form
  const body = { day: draft.day, amount: rupeesOf(parseRupees(draft.amount)) }
  const missing = draft.amount === '' && { amount: 'Enter the opening balance printed on the statement' }
  const found = missing ? { ...fieldErrors(entered, body), ...missing } : fieldErrors(entered, body)
  const onSuccess = (outcome: Outcome) => {
    toastOutcome(outcome, 'Opening balance booked')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Opening balance of ${account.name}`}
      description="What the bank had at the beginning of the first day that is kept here. Enter it together with the first import of clients. Nothing is booked until a second operator approves it."
      action="Enter opening balance"
      checkAt="the bank accounts"
      onSubmit={(event) => form.submit(event, found, () => send.mutate(body, { onSuccess }))}
    >
      <DateField label="At the beginning of" value={draft.day} error={errors['day']} onText={(day) => edit({ day })} />
      <AmountField
        label="Opening balance"
        hint="As printed on the bank’s statement."
        value={draft.amount}
        error={errors['amount']}
        onText={(amount) => edit({ amount })}
      />
    </FormDialog>
  )
}

const { body: reversed } = brokerBankCalls.reverseOpening

function Reverse({ account, open, onClose }: OpeningDialogProps) {
  const send = useReverseOpening(account._id)
  const form = useFormDialog({
    name: `opening reversal ${account._id}`,
    empty: { reason: '' },
    mutation: send,
    onClose,
  })
  const body = { reason: form.draft.reason.trim() }
  const onSuccess = (outcome: Outcome) => {
    toastOutcome(outcome, 'Opening balance reversed')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Reverse the opening balance of ${account.name}`}
      description="A contra entry is booked once a second operator approves it. Then the right balance can be entered."
      action="Reverse opening balance"
      variant="danger"
      checkAt="the bank accounts"
      onSubmit={(event) => form.submit(event, fieldErrors(reversed, body), () => send.mutate(body, { onSuccess }))}
    >
      <Textarea
        label="Reason"
        rows={2}
        maxLength={300}
        value={form.draft.reason}
        error={form.errors['reason']}
        onChange={(event) => form.edit({ reason: event.target.value })}
      />
    </FormDialog>
  )
}
