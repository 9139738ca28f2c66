import type { DeskTrade } from '@sauda/contract/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Dialog } from '@sauda/ui/dialog'
import { appToast } from '@sauda/ui/toast'
import { errorMessage } from '@sauda/web/api-error'
import { type Replayable, withReplay } from '@sauda/web/idempotent'
import { type SubmitEvent, useRef, useState } from 'react'
import { discardPendingRequests, invalidate, queryClient } from '../shell/api.ts'
import { priceText, quantityText, typedDecimal } from '../shell/format.ts'
import { discardDraft, useDraft } from '../shell/draft.ts'
import { focusFirstError } from '../shell/field-errors.ts'
import { useMe } from '../shell/me.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { OrderFields } from './order-fields.tsx'
import { SellFigures } from './order-figures.tsx'
import { bookedSentence, sellSentence } from './sentence.ts'
import { type Sell, type SellPreview, sellPreviewQuery, tradeQuery, useSell, useTrade } from './trade.api.ts'
import { sellOf, type TypedOrder } from './typed-order.ts'
import { useCheck } from './use-check.ts'
import layout from '../shell/layout.module.css'
import styles from './trade.module.css'

interface SquareOffProps {
  position: DeskTrade
  open: boolean
  onClose: () => void
}

export function SquareOff({ position, open, onClose }: SquareOffProps) {
  const { stockName, clientName, tradeId, avgPrice } = position
  const draftName = `close ${useMe().data?._id} ${position._id}`
  const { draft: typed, change } = useDraft<TypedOrder>(draftName, {
    quantity: typedDecimal(position.quantity),
    price: '',
  })
  const [isDone, setDone] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { left, overtakenBy } = useOvertakingSale(position)
  const close = () => {
    discardDraft(draftName)
    discardPendingRequests()
    onClose()
  }
  const onBooked = (booked: Replayable<DeskTrade>) => {
    setDone(true)
    appToast.success(withReplay('booked', booked, bookedSentence(booked)))
    close()
  }
  const sale = useSquareOff({ position, left, typed, onBooked })
  const { asked, faults } = sale
  const found = sellOf(typed)
  // While this sale is being booked, the position may already be reduced.
  const overtaken = overtakenBy && !isDone && !sale.isBooking && <OvertakenNotice by={overtakenBy} left={left} />
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!sale.isChecking && (await sale.review())) focusFirstError(form.current)
  }
  if (asked)
    return (
      <ConfirmDialog
        open={open}
        title="Book this sale?"
        sentence={sellSentence(asked.preview, clientName)}
        does="Book sale"
        warnings={asked.preview.warnings}
        isSending={sale.isBooking}
        onConfirm={sale.book}
        onClose={sale.goBack}
      >
        {sale.error ? (
          <AlertBanner tone="error">{errorMessage(sale.error, 'the client’s page')}</AlertBanner>
        ) : (
          overtaken
        )}
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
        <OrderFields
          typed={typed}
          faults={faults}
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
        {sale.fault !== undefined && <AlertBanner tone="error">{sale.fault}</AlertBanner>}
        <SellFigures tradeId={position._id} order={'order' in found ? found.order : undefined} />
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

interface RequestedOrder {
  order: Sell
  preview: SellPreview
}

interface SquareOffInput {
  position: DeskTrade
  /** The quantity shown to the dealer; the server rejects the sale if it has changed. */
  left: number
  typed: TypedOrder
  onBooked: (sale: Replayable<DeskTrade>) => void
}

function useSquareOff({ position, left, typed, onBooked }: SquareOffInput) {
  const send = useSell(position)
  // Less may be left than this screen shows.
  const lookAgain = () => void invalidate(tradeQuery(position._id).queryKey)
  const { check, place, ...checked } = useCheck(JSON.stringify(typed), lookAgain)
  const [asked, setAsked] = useState<RequestedOrder>()

  const review = () =>
    check(
      sellOf(typed),
      (order) => queryClient.fetchQuery(sellPreviewQuery(position._id, order)),
      (order, preview) => {
        send.reset()
        setAsked({ order: { ...order, left: typedDecimal(left) }, preview })
        return undefined
      },
    )
  const book = () => {
    if (!asked || send.isPending) return
    send.mutate(asked.order, { onSuccess: onBooked, onError: place })
  }
  return {
    ...checked,
    review,
    asked,
    goBack: () => setAsked(undefined),
    book,
    isBooking: send.isPending,
    error: send.error,
  }
}
