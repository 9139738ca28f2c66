import type { DeskTrade } from '@sauda/contract/trading/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { DescriptionList } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { appToast } from '@sauda/ui/toast'
import { withReplay } from '@sauda/web/idempotent'
import { type SubmitEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { discardPendingRequests, queryClient } from '../../shell/api.ts'
import type { ItemDialog } from '../../shell/form-dialog.tsx'
import { discardDraft, focusFirstError, useDraft } from '../../shell/form-field.tsx'
import { priceText, quantityText, typedDecimal } from '../../shell/format.ts'
import { useMe } from '../../shell/me.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { chargesFact, dealFacts, OrderFields, SellFigures, tradeTimeFact } from './order-form.tsx'
import { bookedSentence, sellSentence } from './sentence.ts'
import { sellPreviewQuery, tradeQuery, useSell, useTrade } from './trade.api.ts'
import { useOrder, emptyOrder, sellOf, type TypedOrder } from './use-order.ts'
import layout from '../../shell/layout.module.css'
import styles from './trade.module.css'

export function SquareOff({ item: position, open, onClose }: ItemDialog<DeskTrade>) {
  const { _id, stockName, clientName, tradeId, avgPrice } = position
  const draftName = `close ${useMe().data?._id} ${_id}`
  const { draft: typed, change } = useDraft<TypedOrder>(draftName, {
    ...emptyOrder,
    quantity: typedDecimal(position.quantity),
  })
  const form = useRef<HTMLFormElement>(null)
  const { left, overtakenBy } = useOvertakingSale(position)
  const close = () => {
    discardDraft(draftName)
    discardPendingRequests()
    onClose()
  }
  const found = sellOf(typed)
  const order = 'order' in found ? found.order : undefined
  const { review, ...sale } = useOrder({
    about: JSON.stringify(typed),
    // The server rejects the sale if the quantity shown here has changed.
    typed: order ? { order: { ...order, left: typedDecimal(left) } } : found,
    // Without `left`: the figures are shown although the position has changed.
    fetchPreview: ({ left: _left, ...sell }) => queryClient.fetchQuery(sellPreviewQuery(_id, sell)),
    mutation: useSell(position),
    // Less may be left than this screen shows.
    onRejected: () => void queryClient.invalidateQueries({ queryKey: tradeQuery(_id).queryKey }),
    onBooked: (booked) => {
      if (booked.waitsForSecond) appToast.info(bookedSentence(booked))
      else appToast.success(withReplay('booked', booked, bookedSentence(booked)))
      close()
    },
  })
  // While this sale is being booked, the position may already be reduced.
  const overtaken = overtakenBy && !sale.booked && !sale.dialog.isSending && (
    <OvertakenNotice by={overtakenBy} left={left} />
  )
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!sale.isChecking && (await sale.check())) focusFirstError(form.current)
  }
  // A booked sale stays while the dialog closes.
  if (review && (review.open || sale.booked))
    return (
      <ConfirmDialog
        {...sale.dialog}
        open={open}
        title="Book this sale?"
        sentence={sellSentence(review.preview, clientName)}
        action="Book sale"
        warnings={review.preview.warnings.map((text) => ({ text }))}
      >
        <DescriptionList
          amounts
          items={[
            ...dealFacts({
              ...review.preview,
              amount: review.preview.proceeds,
              last: position.priceAt === undefined ? undefined : { price: position.currentPrice, isClose: false },
            }),
            tradeTimeFact(review.order),
            { term: 'Client ID', value: position.saudaId },
            chargesFact,
          ]}
        />
        {!sale.dialog.error && overtaken}
      </ConfirmDialog>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={`Square off ${stockName} for ${clientName}`}
      description={`${tradeId}: ${quantityText(left)} open, bought at ${priceText(avgPrice)}.`}
      action={
        <Button type="submit" form="square-off" loading={sale.isChecking} loadingText="Checking">
          Review
        </Button>
      }
    >
      <form id="square-off" ref={form} noValidate className={layout.form} onSubmit={(event) => void submit(event)}>
        {overtaken}
        {position.waitingReversal && (
          <AlertBanner
            tone="warn"
            title="Reversal pending"
            action={<Link to={`/trade/reversal/${position.waitingReversal._id}`}>View request</Link>}
          >
            It cannot be approved once any of this position is sold.
          </AlertBanner>
        )}
        <OrderFields
          typed={typed}
          errors={sale.errors}
          onEdit={change}
          quantityAside={
            <button
              type="button"
              className={styles.all}
              onClick={() => change({ quantity: typedDecimal(left) })}
              disabled={typed.quantity === typedDecimal(left)}
            >
              All
            </button>
          }
        />
        {sale.error !== undefined && <AlertBanner tone="error">{sale.error}</AlertBanner>}
        <SellFigures tradeId={_id} order={order} />
      </form>
    </Dialog>
  )
}

function useOvertakingSale(position: DeskTrade) {
  const [seen] = useState(position.quantity)
  const { data } = useTrade(position._id)
  const left = data?.quantity ?? position.quantity
  return { left, overtakenBy: left === seen ? undefined : data?.sales.find(({ reversed }) => !reversed) }
}

function OvertakenNotice({ by, left }: { by: DeskTrade; left: number }) {
  const { bookedBy, bookedQuantity, sellPrice, avgPrice } = by
  const sold = `${quantityText(bookedQuantity)} at ${priceText(sellPrice ?? avgPrice)}`
  return (
    <AlertBanner tone="warn" title={`${bookedBy} sold ${sold} meanwhile`}>
      {left === 0 ? 'This position is fully closed.' : `${quantityText(left)} left in this position.`}
    </AlertBanner>
  )
}
