import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { useNeedsSecond } from '../shell/me.ts'
import { bookedWhen, requestedText } from '../shell/outcome-toast.ts'
import { fieldErrors } from '../shell/field-errors.ts'
import { adjustmentKinds, ledgerCalls, ledgerErrors } from '@sauda/contract/ledger'
import { rupeesOf, parseRupees } from '@sauda/contract/money'
import { AmountField } from '@sauda/ui/amount-field'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Textarea } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import { withReplay } from '@sauda/web/idempotent'
import { effectOf, kindNames } from './ledger.text.ts'
import { useRequestAdjustment } from './ledger.api.ts'

interface RequestAdjustmentProps {
  clientId: string
  clientName: string
  open: boolean
  onClose: () => void
}

type Kind = (typeof adjustmentKinds)[number]
const empty = { kind: 'credit' as Kind, amount: '', reason: '' }

export function RequestAdjustment({ clientId, clientName, open, onClose }: RequestAdjustmentProps) {
  const send = useRequestAdjustment(clientId)
  const needsSecond = useNeedsSecond()
  const form = useFormDialog({ name: `adjustment ${clientId}`, empty, mutation: send, onClose })
  const { draft, errors, edit } = form
  const { kind, amount, reason } = draft
  const paise = parseRupees(amount)
  const body = { clientId, kind, amount: rupeesOf(paise), reason: reason.trim() }
  const issues = fieldErrors(ledgerCalls.requestAdjustment.body, body)
  const found = paise === 0n ? { ...issues, amount: ledgerErrors.amountNeeded.message } : issues
  const onSuccess = (adjustment: Awaited<ReturnType<typeof send.mutateAsync>>) => {
    appToast.success(withReplay('requested', adjustment, requestedText(needsSecond)))
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Request an adjustment for ${clientName}`}
      description={bookedWhen(needsSecond)}
      action="Request adjustment"
      checkAt="the client’s page"
      onSubmit={(event) => form.submit(event, found, () => send.mutate(body, { onSuccess }))}
    >
      <RadioGroup
        label="Type"
        look="segmented"
        options={adjustmentKinds.map((value) => ({ value, label: kindNames[value] }))}
        value={kind}
        onValueChange={(value) => edit({ kind: value as Kind })}
      />
      <AmountField
        label="Amount"
        value={amount}
        error={errors['amount']}
        hint={paise > 0n && effectOf(kind, paise)}
        onText={(text) => edit({ amount: text })}
      />
      <Textarea
        label="Reason"
        hint="Shown to the client in the statement and by e-mail."
        rows={2}
        maxLength={300}
        value={reason}
        error={errors['reason']}
        onChange={(event) => edit({ reason: event.target.value })}
      />
    </FormDialog>
  )
}
