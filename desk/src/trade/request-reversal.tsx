import { reversalCalls, reversalErrors, reversalReasons } from '@sauda/contract/reversal'
import type { DeskTrade } from '@sauda/contract/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { appToast } from '@sauda/ui/toast'
import { withReplay } from '@sauda/web/idempotent'
import { fieldErrors } from '../shell/field-errors.ts'
import { FormDialog, useFormDialog, useItemDialog } from '../shell/form-dialog.tsx'
import { useCan, useNeedsSecond } from '../shell/me.ts'
import { bookedWhen, requestedText } from '../shell/outcome-toast.ts'
import { type Reason, ReasonFields, reasonText } from '../shell/reason-fields.tsx'
import { useRequestReversal } from './reversal.api.ts'
import { reversalSentence } from './sentence.ts'

export function RequestReversal({ trade, open, onClose }: { trade: DeskTrade; open: boolean; onClose: () => void }) {
  const send = useRequestReversal(trade)
  const needsSecond = useNeedsSecond()
  const empty: Reason = { reason: '', more: '' }
  const form = useFormDialog({ name: `reversal ${trade._id}`, empty, mutation: send, onClose, discardOnClose: true })
  const { draft, errors, edit } = form
  const isSoldSince = trade.action === 'BUY' && trade.quantity !== trade.bookedQuantity
  const reason = reasonText(draft)
  const onSuccess = (reversal: Awaited<ReturnType<typeof send.mutateAsync>>) => {
    appToast.success(withReplay('requested', reversal, requestedText(needsSecond)))
    form.finish()
  }
  return (
    <FormDialog
      form={form}
      open={open}
      title={`Request reversal of ${trade.tradeId}`}
      description={`${reversalSentence(trade)} ${bookedWhen(needsSecond)}`}
      action="Request reversal"
      disabled={isSoldSince}
      checkAt="the client’s page"
      onSubmit={(event) =>
        form.submit(event, fieldErrors(reversalCalls.request.body, { reason }), () =>
          send.mutate(reason, { onSuccess }),
        )
      }
    >
      {isSoldSince ? (
        <AlertBanner tone="warn">{reversalErrors.soldSince.message}</AlertBanner>
      ) : (
        <ReasonFields {...draft} reasons={reversalReasons} error={errors['reason']} onChange={edit} />
      )}
    </FormDialog>
  )
}

export function TradeActions({ trade }: { trade: DeskTrade }) {
  const can = useCan()
  const { show, dialog } = useItemDialog<DeskTrade>()
  if (!can('trade.book')) return null
  return (
    <>
      {!trade.reversed && !trade.waitingReversal && (
        <Button variant="secondary" onClick={() => show(trade)}>
          Request reversal
        </Button>
      )}
      {dialog && <RequestReversal key={dialog.key} trade={trade} {...dialog.props} />}
    </>
  )
}
