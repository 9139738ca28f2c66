import { FormDialog, useFormDialog } from '../shell/form-dialog.tsx'
import { chargeTypes, chargeTexts, demoOnlyChargeTypes, type ChargeType } from '@sauda/contract/charge'
import { AmountField } from '@sauda/ui/amount-field'
import { DateField } from '@sauda/ui/date-field'
import { Money } from '@sauda/ui/money'
import { Select } from '@sauda/ui/select'
import { Textarea } from '@sauda/ui/text-field'
import { appToast } from '@sauda/ui/toast'
import { useBrand } from '../shell/page.tsx'
import { withReplay } from '@sauda/web/idempotent'
import { useRaise } from './charge.api.ts'
import { chargeOf, emptyCharge, totalOf } from './typed-charge.ts'
import layout from '../shell/layout.module.css'

interface RaiseChargeProps {
  clientId: string
  clientName: string
  open: boolean
  onClose: () => void
}

export function RaiseCharge({ clientId, clientName, open, onClose }: RaiseChargeProps) {
  const { demo } = useBrand()
  const send = useRaise(clientId)
  const form = useFormDialog({ name: `raise ${clientId}`, empty: emptyCharge, mutation: send, onClose })
  const { draft: typed, errors, edit } = form
  const types = chargeTypes.filter((type) => demo || !demoOnlyChargeTypes.includes(type))
  const { charge, errors: found } = chargeOf(clientId, typed)
  const onRaised = (raised: Awaited<ReturnType<typeof send.mutateAsync>>) => {
    appToast.success(withReplay('raised', raised, `${raised.reference} raised. ${clientName} has been notified`))
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Raise a charge for ${clientName}`}
      description={`Paid by UPI, outside the wallet. ${chargeTexts.honestAtDesk}`}
      action="Raise charge"
      checkAt="the client’s page"
      onSubmit={(event) => form.submit(event, found, () => send.mutate(charge, { onSuccess: onRaised }))}
    >
      <Select
        label="Type"
        options={[
          { value: '', label: 'Choose a type' },
          ...types.map((type) => ({ value: type as string, label: type })),
        ]}
        value={typed.chargeType}
        error={errors['chargeType']}
        onChange={(event) => edit({ chargeType: event.target.value as ChargeType | '' })}
      />
      <Textarea
        label="Description"
        hint="Shown to the client: what the charge is for and how it is calculated."
        rows={2}
        maxLength={300}
        value={typed.description}
        error={errors['description']}
        onChange={(event) => edit({ description: event.target.value })}
      />
      <div className={layout.pair}>
        <AmountField
          label="Amount"
          value={typed.amount}
          error={errors['amount']}
          onText={(amount) => edit({ amount })}
        />
        <AmountField
          label="GST"
          optional
          hint="An odd paisa is rounded down, so that CGST and SGST are equal."
          value={typed.gst}
          error={errors['gst']}
          onText={(gst) => edit({ gst })}
        />
      </div>
      <DateField
        label="Due date"
        optional
        value={typed.dueDate}
        error={errors['dueDate']}
        onText={(dueDate) => edit({ dueDate })}
      />
      <output className={layout.total}>
        The client pays <Money amount={totalOf(typed)} size="large" />
      </output>
    </FormDialog>
  )
}
