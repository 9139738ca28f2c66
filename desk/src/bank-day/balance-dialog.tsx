import { type BankDay, bankDayCalls, bankDayErrors } from '@sauda/contract/bank-day'
import { parseRupees, rupeesOf } from '@sauda/contract/money'
import { AmountField } from '@sauda/ui/amount-field'
import { appToast } from '@sauda/ui/toast'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useEnterBalance } from './bank-day.api.ts'
import { periodText } from './bank-day.text.ts'

interface BalanceDialogProps {
  bankDay: BankDay
  open: boolean
  onClose: () => void
}

/** For a statement whose lines have no running balance. */
export function BalanceDialog({ bankDay, open, onClose }: BalanceDialogProps) {
  const { bankAccountId, day, balanceEntry } = bankDay
  const enter = useEnterBalance(bankDay)
  const empty = { opening: '', closing: '' }
  const form = useFormDialog({ name: `balance ${bankAccountId} ${day}`, empty, mutation: enter, onClose })
  const { draft, edit } = form
  const isBoth = balanceEntry === 'both'
  const rupees = (text: string) => rupeesOf(parseRupees(text))
  const body = { day, closing: rupees(draft.closing), ...(isBoth && { opening: rupees(draft.opening) }) }
  const errors = {
    ...(isBoth && draft.opening === '' && { opening: bankDayErrors.openingNeeded.message }),
    ...(draft.closing === '' && { closing: 'Enter the closing balance printed on the statement' }),
    ...fieldErrors(bankDayCalls.enterBalance.body, body),
  }
  const onSuccess = () => {
    appToast.success('Closing balance entered')
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title="Enter the closing balance"
      description={`As the bank printed it on the statement of ${periodText(bankDay)}. It is accepted if the imported entries lead to it, and recorded with your name.`}
      action="Enter"
      checkAt="the day"
      onSubmit={(event) =>
        form.submit(event, Object.keys(errors).length > 0 ? errors : undefined, () => enter.mutate(body, { onSuccess }))
      }
    >
      {isBoth && (
        <AmountField
          label="Opening balance"
          value={draft.opening}
          error={form.errors['opening']}
          onText={(opening) => edit({ opening })}
        />
      )}
      <AmountField
        label="Closing balance"
        value={draft.closing}
        error={form.errors['closing']}
        onText={(closing) => edit({ closing })}
      />
    </FormDialog>
  )
}
