import { parseRupees, rupeesOf, formatRupees, paiseOf } from '@sauda/contract/money'
import {
  retentionReasons,
  settlementErrors,
  type RetentionReason,
  type SettlementLine,
} from '@sauda/contract/settlement'
import { AmountField } from '@sauda/ui/amount-field'
import { Select } from '@sauda/ui/select'
import { appToast } from '@sauda/ui/toast'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useRetain } from './payout.api.ts'

interface RetentionDialogProps {
  line: SettlementLine
  day: string
  open: boolean
  onClose: () => void
}

export function RetentionDialog({ line, day, open, onClose }: RetentionDialogProps) {
  const retain = useRetain()
  const { clientId, clientName, funds, retained, retentionReason = 'margin' } = line
  const empty = { amount: retained > 0 ? String(retained) : '', reason: retentionReason as RetentionReason }
  const form = useFormDialog({
    name: `retention ${day} ${clientId}`,
    empty,
    mutation: retain,
    onClose,
    discardOnClose: true,
  })
  const { draft, errors, edit } = form
  const amount = rupeesOf(parseRupees(draft.amount))
  const found = amount > funds ? { amount: settlementErrors.retainedTooMuch.message } : undefined
  const onSuccess = () => {
    appToast.success(amount > 0 ? 'Retention saved' : 'Retention removed')
    form.close()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Retain funds of ${clientName}`}
      description={`Unused funds: ${formatRupees(paiseOf(funds))}. The client gets the amount and the reason by e-mail. Unpaid charges are never a reason.`}
      action="Save"
      onSubmit={(event) =>
        form.submit(event, found, () => retain.mutate({ day, clientId, amount, reason: draft.reason }, { onSuccess }))
      }
    >
      <AmountField
        label="Amount to retain"
        hint="Empty: nothing is retained."
        value={draft.amount}
        error={errors['amount']}
        onText={(text) => edit({ amount: text })}
      />
      <Select
        label="Reason"
        options={Object.entries(retentionReasons).map(([value, label]) => ({ value, label }))}
        value={draft.reason}
        onChange={(event) => edit({ reason: event.target.value as RetentionReason })}
      />
    </FormDialog>
  )
}
