import { chargeTypes, chargeWords, demoOnlyChargeTypes, type ChargeType } from '@sauda/contract/charge'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { AmountField } from '@sauda/ui/amount-field'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { Money } from '@sauda/ui/money'
import { Select } from '@sauda/ui/select'
import { TextField } from '@sauda/ui/text-field'
import { Textarea } from '@sauda/ui/textarea'
import { appToast } from '@sauda/ui/toast'
import { useState, type SubmitEvent } from 'react'
import { useBrand } from '../shell/brand.ts'
import { errorMessage } from '@sauda/web/api-error'
import { withReplay } from '@sauda/web/idempotent'
import { focusFirstError } from '../shell/focus-first-error.ts'
import { discardPendingRequests } from '../shell/api.ts'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { useMe } from '../shell/me.ts'
import { useRaise } from './charge.api.ts'
import { chargeOf, emptyCharge, totalOf, type ChargeFaults, type TypedCharge } from './typed-charge.ts'
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
  const draftName = `raise ${useMe().data?._id} ${clientId}`
  const { draft: typed, change } = useDraft(draftName, emptyCharge)
  const [faults, setFaults] = useState<ChargeFaults>({})
  const types = chargeTypes.filter((type) => demo || !demoOnlyChargeTypes.includes(type))
  const close = () => {
    send.reset()
    setFaults({})
    discardPendingRequests()
    onClose()
  }
  const edit = (part: Partial<TypedCharge>) => {
    change(part)
    setFaults({})
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = chargeOf(clientId, typed)
    setFaults('faults' in found ? found.faults : {})
    if ('faults' in found) return focusFirstError(event.currentTarget)
    send.mutate(found.charge, {
      onSuccess: (charge) => {
        appToast.success(withReplay('raised', charge, `${charge.reference} raised. ${clientName} has been notified`))
        change(emptyCharge)
        discardDraft(draftName)
        close()
      },
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      busy={send.isPending}
      title={`Raise a charge for ${clientName}`}
      description={`Paid by UPI, outside the wallet. ${chargeWords.honestAtDesk}`}
      action={
        <Button type="submit" form="charge" loading={send.isPending}>
          Raise charge
        </Button>
      }
    >
      <form id="charge" noValidate className={layout.form} onSubmit={submit}>
        <Select
          label="Type"
          options={[
            { value: '', label: 'Choose a type' },
            ...types.map((type) => ({ value: type as string, label: type })),
          ]}
          value={typed.chargeType}
          error={faults.chargeType}
          onChange={(event) => edit({ chargeType: event.target.value as ChargeType | '' })}
        />
        <Textarea
          label="Description"
          hint="Shown to the client: what the charge is for and how it is calculated."
          rows={2}
          maxLength={300}
          value={typed.description}
          error={faults.description}
          onChange={(event) => edit({ description: event.target.value })}
        />
        <div className={layout.pair}>
          <AmountField
            label="Amount"
            value={typed.amount}
            error={faults.amount}
            onText={(amount) => edit({ amount })}
          />
          <AmountField label="GST" optional value={typed.gst} error={faults.gst} onText={(gst) => edit({ gst })} />
        </div>
        <TextField
          label="Due date"
          optional
          type="date"
          value={typed.dueDate}
          error={faults.dueDate}
          onChange={(event) => edit({ dueDate: event.target.value })}
        />
        <output className={layout.total}>
          The client pays <Money amount={totalOf(typed)} size="large" />
        </output>
      </form>
      {send.error && <AlertBanner tone="error">{errorMessage(send.error, 'the client’s page')}</AlertBanner>}
    </Dialog>
  )
}
