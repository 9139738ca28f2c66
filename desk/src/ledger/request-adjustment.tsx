import { adjustmentKinds, ledgerCalls, ledgerErrors } from '@sauda/contract/ledger'
import { rupeesOf, parseRupees } from '@sauda/contract/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { AmountField } from '@sauda/ui/amount-field'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { RadioGroup } from '@sauda/ui/radio-group'
import { Textarea } from '@sauda/ui/textarea'
import { appToast } from '@sauda/ui/toast'
import { useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { withReplay } from '@sauda/web/idempotent'
import { focusFirstError } from '../shell/focus-first-error.ts'
import { discardPendingRequests } from '../shell/api.ts'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { useMe } from '../shell/me.ts'
import { effectOf, kindNames } from './adjustment.text.ts'
import { useRequestAdjustment } from './ledger.api.ts'
import layout from '../shell/layout.module.css'

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
  const draftName = `adjustment ${useMe().data?._id} ${clientId}`
  const { draft: typed, change } = useDraft(draftName, empty)
  const [faults, setFaults] = useState<{ amount?: string | undefined; reason?: string | undefined }>({})
  const { kind, amount, reason } = typed
  const paise = parseRupees(amount)
  const close = () => {
    send.reset()
    setFaults({})
    discardPendingRequests()
    onClose()
  }
  const edit = (part: Partial<typeof empty>) => {
    change(part)
    setFaults({})
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = { clientId, kind, amount: rupeesOf(paise), reason: reason.trim() }
    const issues = ledgerCalls.requestAdjustment.body.safeParse(body).error?.issues ?? []
    const found = {
      amount:
        paise === 0n ? ledgerErrors.amountNeeded.message : issues.find(({ path }) => path[0] === 'amount')?.message,
      reason: issues.find(({ path }) => path[0] === 'reason')?.message,
    }
    setFaults(found)
    if (found.amount !== undefined || found.reason !== undefined) return focusFirstError(event.currentTarget)
    send.mutate(body, {
      onSuccess: (adjustment) => {
        appToast.success(withReplay('requested', adjustment, 'Requested. Another operator must approve it'))
        change(empty)
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
      title={`Request an adjustment for ${clientName}`}
      description="Nothing is booked until another operator approves it."
      action={
        <Button type="submit" form="adjustment" loading={send.isPending}>
          Request adjustment
        </Button>
      }
    >
      <form id="adjustment" noValidate className={layout.form} onSubmit={submit}>
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
          error={faults.amount}
          hint={paise > 0n && effectOf(kind, paise)}
          onText={(text) => edit({ amount: text })}
        />
        <Textarea
          label="Reason"
          hint="Shown to the client in the statement and by e-mail."
          rows={2}
          maxLength={300}
          value={reason}
          error={faults.reason}
          onChange={(event) => edit({ reason: event.target.value })}
        />
      </form>
      {send.error && <AlertBanner tone="error">{errorMessage(send.error, 'the client’s page')}</AlertBanner>}
    </Dialog>
  )
}
