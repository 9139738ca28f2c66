import { reversalCalls, reversalErrors, reversalReasons } from '@sauda/contract/core/reversal'
import type { DeskTrade } from '@sauda/contract/trading/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { withReplay } from '@sauda/web/idempotent'
import { FormDialog, useItemDialog, type DialogState } from '../../shell/form-dialog.tsx'
import { useCan, useNeedsSecond } from '../../shell/me.ts'
import { bookedWhen, requestedText } from '../../shell/outcome-toast.ts'
import { ReasonFields, reasonText } from '../../shell/reason-fields.tsx'
import { reversalSentence } from './sentence.ts'

export function RequestReversal({ trade, ...dialog }: DialogState & { trade: DeskTrade }) {
  const needsSecond = useNeedsSecond()
  const isSoldSince = trade.action === 'BUY' && trade.quantity !== trade.bookedQuantity
  return (
    <FormDialog
      {...dialog}
      call={reversalCalls.request}
      params={{ tradeId: trade._id }}
      name={`reversal ${trade._id}`}
      empty={{ reason: '', more: '' }}
      discardOnClose
      title={`Request reversal of ${trade.tradeId}`}
      description={`${reversalSentence(trade)} ${bookedWhen(needsSecond)}`}
      fields={({ draft, errors, edit }) => [
        {
          own: isSoldSince ? (
            <AlertBanner tone="warn">{reversalErrors.soldSince.message}</AlertBanner>
          ) : (
            <ReasonFields {...draft} reasons={reversalReasons} error={errors['reason']} onChange={edit} />
          ),
        },
      ]}
      body={(draft) => ({ reason: reasonText(draft) })}
      action="Request reversal"
      disabled={() => isSoldSince}
      checkAt="the client’s page"
      done={(reversal) => withReplay('requested', reversal, requestedText(needsSecond))}
    />
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
