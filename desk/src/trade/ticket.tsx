import { type DeskTrade, tradeErrors } from '@sauda/contract/trade'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { errorMessage } from '@sauda/web/api-error'
import { type Replayable, replayText } from '@sauda/web/idempotent'
import { type ReactNode, type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useDraft } from '../shell/draft.ts'
import { focusFirstError } from '../shell/field-errors.ts'
import { KeyHint } from '../shell/lines.tsx'
import { useMe } from '../shell/me.ts'
import { queryClient } from '../shell/api.ts'
import { useShortcuts } from '../shell/shortcut.ts'
import { BuyFigures } from './order-figures.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { OrderFields } from './order-fields.tsx'
import { bookedSentence, buySentence } from './sentence.ts'
import { type Buy, type BuyPreview, buyPreviewQuery, useBuy } from './trade.api.ts'
import { buyOf, fieldOf, type TypedOrder } from './typed-order.ts'
import { useCheck } from './use-check.ts'
import layout from '../shell/layout.module.css'
import styles from './trade.module.css'

interface TicketProps {
  client: { _id: string; name: string } | undefined
  stockName: string | undefined
  clientField: (fault: string | undefined) => ReactNode
  stockField: (fault: string | undefined) => ReactNode
  stockInput: RefObject<HTMLInputElement | null>
  quantityHint: ReactNode
  priceHint: ReactNode
  onBooked: () => void
}

const empty: TypedOrder = { quantity: '', price: '' }

export function Ticket(props: TicketProps) {
  const { client, stockName, clientField, stockField, stockInput, quantityHint, priceHint, onBooked } = props
  const form = useRef<HTMLFormElement>(null)
  const draftName = `ticket ${useMe().data?._id}`
  const { draft: typed, change } = useDraft(draftName, empty)
  const what = { clientId: client?._id ?? '', stockName: stockName ?? '' }
  const ticket = useTicket(what, typed, () => {
    change(empty)
    onBooked()
  })
  const { asked, booked, faults } = ticket
  const found = buyOf(what, typed)
  const review = async () => {
    if (!ticket.isChecking && (await ticket.review())) focusFirstError(form.current)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void review()
  }
  useShortcuts('Order entry', [
    { keys: ['Ctrl+Enter'], does: 'Review the order', inFields: true, run: () => form.current?.requestSubmit() },
  ])
  return (
    <div className={styles.ticket}>
      <Card title="Buy">
        <form ref={form} noValidate className={layout.form} aria-label="Order entry" onSubmit={submit}>
          {clientField(faults.client)}
          {stockField(faults.stock)}
          <OrderFields
            typed={typed}
            faults={faults}
            onEdit={change}
            quantityHint={quantityHint}
            priceHint={priceHint}
          />
          {ticket.fault !== undefined && <AlertBanner tone="error">{ticket.fault}</AlertBanner>}
          <Button type="submit" full loading={ticket.isChecking} loadingText="Checking">
            Review
          </Button>
          <p className={layout.faint}>
            <KeyHint keys={['↵']}>reviews.</KeyHint> Nothing is booked until you confirm.
          </p>
        </form>
      </Card>
      <div className={layout.column}>
        {booked && (
          <AlertBanner
            tone="success"
            title={replayText('booked', booked) ?? 'Booked'}
            action={<Link to={`/trade/${booked._id}`}>{`See ${booked.tradeId}`}</Link>}
          >
            {bookedSentence(booked)}
          </AlertBanner>
        )}
        <BuyFigures order={'order' in found ? found.order : undefined} />
      </div>
      {asked && (
        <ConfirmDialog
          open={asked.open}
          title="Book this buy?"
          sentence={buySentence(asked.preview, client?.name ?? '')}
          does="Book buy"
          warnings={asked.preview.warnings}
          isSending={ticket.isBooking}
          onConfirm={ticket.book}
          onClose={ticket.goBack}
          {...(booked && { finalFocus: stockInput })}
        >
          {ticket.error && <AlertBanner tone="error">{errorMessage(ticket.error, 'the client’s page')}</AlertBanner>}
        </ConfirmDialog>
      )}
    </div>
  )
}

interface RequestedOrder {
  order: Buy
  preview: BuyPreview
  open: boolean
}

function useTicket(what: Pick<Buy, 'clientId' | 'stockName'>, typed: TypedOrder, onBooked: () => void) {
  const send = useBuy()
  const { check, place, ...checked } = useCheck(JSON.stringify([what, typed]))
  const [asked, setAsked] = useState<RequestedOrder>()
  const [booked, setBooked] = useState<Replayable<DeskTrade>>()

  const review = () =>
    check(
      buyOf(what, typed),
      (order) => queryClient.fetchQuery(buyPreviewQuery(order)),
      (order, preview) => {
        if (preview.missing > 0) return { client: tradeErrors.insufficient.message }
        send.reset()
        setBooked(undefined)
        setAsked({ order, preview, open: true })
        return undefined
      },
    )
  const goBack = () => {
    if (asked) setAsked({ ...asked, open: false })
    // The error is shown on the order form too.
    if (send.error && fieldOf(send.error)) place(send.error)
  }
  const book = () => {
    if (!asked || send.isPending) return
    send.mutate(asked.order, {
      onSuccess: (trade) => {
        setBooked(trade)
        setAsked({ ...asked, open: false })
        onBooked()
      },
    })
  }
  return {
    ...checked,
    review,
    asked,
    goBack,
    book,
    isBooking: send.isPending,
    error: send.error,
    booked,
  }
}
