import { reversalCalls, reversalReasons, reversalErrors } from '@sauda/contract/reversal'
import type { DeskTrade } from '@sauda/contract/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { appToast } from '@sauda/ui/toast'
import { useState, type SubmitEvent } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { withReplay } from '@sauda/web/idempotent'
import { focusFirstError } from '../shell/focus-first-error.ts'
import { discardPendingRequests } from '../shell/api.ts'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { useMe } from '../shell/me.ts'
import { reasonText, type Reason } from '../shell/reason.ts'
import { ReasonFields } from '../shell/reason-fields.tsx'
import { useRequestReversal } from './reversal.api.ts'
import { reversalSentence } from './sentence.ts'
import layout from '../shell/layout.module.css'

interface RequestReversalProps {
  trade: DeskTrade
  open: boolean
  onClose: () => void
}

export function RequestReversal({ trade, open, onClose }: RequestReversalProps) {
  const send = useRequestReversal(trade)
  const draftName = `reversal ${useMe().data?._id} ${trade._id}`
  const { draft: typed, change } = useDraft<Reason>(draftName, { reason: '', more: '' })
  const [fault, setFault] = useState<string>()
  const isSoldSince = trade.action === 'BUY' && trade.quantity !== trade.bookedQuantity
  const close = () => {
    discardDraft(draftName)
    discardPendingRequests()
    onClose()
  }
  const edit = (part: Partial<Reason>) => {
    change(part)
    setFault(undefined)
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isPending) return
    const checked = reversalCalls.ask.body.safeParse({ reason: reasonText(typed) })
    setFault(checked.error?.issues[0]?.message)
    if (!checked.success) return focusFirstError(event.currentTarget)
    send.mutate(checked.data.reason, {
      onSuccess: (reversal) => {
        discardDraft(draftName)
        appToast.success(withReplay('requested', reversal, 'Requested. Another operator must approve it'))
        close()
      },
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      busy={send.isPending}
      title={`Request reversal of ${trade.tradeId}`}
      description={`${reversalSentence(trade)} Nothing is booked until another operator approves it.`}
      action={
        <Button type="submit" form="reversal" loading={send.isPending} disabled={isSoldSince}>
          Request reversal
        </Button>
      }
    >
      {isSoldSince ? (
        <AlertBanner tone="warn">{reversalErrors.soldSince.message}</AlertBanner>
      ) : (
        <form id="reversal" noValidate className={layout.form} onSubmit={submit}>
          <ReasonFields {...typed} reasons={reversalReasons} fault={fault} onChange={edit} />
        </form>
      )}
      {send.error && <AlertBanner tone="error">{errorMessage(send.error, 'the client’s page')}</AlertBanner>}
    </Dialog>
  )
}
