import { tradeErrors } from '@sauda/contract/trading/trade-error'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList, type Descriptions } from '@sauda/ui/description-list'
import { replayText } from '@sauda/web/idempotent'
import { type ReactNode, type RefObject, type SubmitEvent, useRef } from 'react'
import { Link } from 'react-router'
import { queryClient } from '../../shell/api.ts'
import { focusFirstError, useDraft } from '../../shell/form-field.tsx'
import { amountFact, KeyHint } from '../../shell/lines.tsx'
import { useMe } from '../../shell/me.ts'
import { useShortcuts } from '../../shell/shortcut.ts'
import { ConfirmDialog } from '../../shell/confirm-dialog.tsx'
import { BuyFigures, chargesFact, dealFacts, type LastPrice, OrderFields, tradeTimeFact } from './order-form.tsx'
import { bookedSentence, buySentence } from './sentence.ts'
import { buyPreviewQuery, useBuy } from './trade.api.ts'
import { useOrder, buyOf, emptyOrder } from './use-order.ts'
import layout from '../../shell/layout.module.css'
import styles from './trade.module.css'

interface TicketProps {
  client: { _id: string; name: string; saudaId: string } | undefined
  stockName: string | undefined
  clientField: (error: string | undefined) => ReactNode
  stockField: (error: string | undefined) => ReactNode
  stockInput: RefObject<HTMLInputElement | null>
  quantityHint: ReactNode
  priceHint: ReactNode
  last: LastPrice | undefined
  /** About the chosen stock and client, above the figures of the order. */
  facts: Descriptions
  onBooked: () => void
}

export function Ticket(props: TicketProps) {
  const { client, stockName, clientField, stockField, stockInput, quantityHint, priceHint, last, facts, onBooked } =
    props
  const form = useRef<HTMLFormElement>(null)
  const draftName = `ticket ${useMe().data?._id}`
  const { draft: typed, change } = useDraft(draftName, emptyOrder)
  const what = { clientId: client?._id ?? '', stockName: stockName ?? '' }
  const found = buyOf(what, typed)
  const { errors, review, booked, ...order } = useOrder({
    about: JSON.stringify([what, typed]),
    typed: found,
    fetchPreview: (buy) => queryClient.fetchQuery(buyPreviewQuery(buy)),
    errorsIn: ({ missing }) => (missing > 0 ? { clientId: tradeErrors.insufficient.message } : undefined),
    mutation: useBuy(),
    onBooked: () => {
      change(emptyOrder)
      onBooked()
    },
  })
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!order.isChecking && (await order.check())) focusFirstError(form.current)
  }
  useShortcuts('Order entry', [
    { keys: ['Ctrl+Enter'], does: 'Review the order', inFields: true, run: () => form.current?.requestSubmit() },
  ])
  return (
    <div className={styles.ticket}>
      <Card title="Buy">
        <form
          ref={form}
          noValidate
          className={layout.form}
          aria-label="Order entry"
          onSubmit={(event) => void submit(event)}
        >
          <div className={`${layout.columns} ${styles.what}`}>
            {clientField(errors.clientId)}
            {stockField(errors.stockName)}
          </div>
          <OrderFields
            typed={typed}
            errors={errors}
            onEdit={change}
            quantityHint={quantityHint}
            priceHint={priceHint}
          />
          {order.error !== undefined && <AlertBanner tone="error">{order.error}</AlertBanner>}
          <Button type="submit" full loading={order.isChecking} loadingText="Checking">
            Review
          </Button>
          <p className={layout.faint}>
            <KeyHint keys={['↵']}>reviews.</KeyHint> Nothing is booked until you confirm.
          </p>
        </form>
      </Card>
      <Card title="Preview">
        {booked && (
          <AlertBanner
            tone={booked.waitsForSecond ? 'warn' : 'success'}
            title={booked.waitsForSecond ? 'Needs a second operator' : (replayText('booked', booked) ?? 'Booked')}
            action={
              booked.waitsForSecond ? (
                <Link to={`/proposal/${booked._id}`}>See the proposal</Link>
              ) : (
                <Link to={`/trade/${booked._id}`}>{`See ${booked.tradeId}`}</Link>
              )
            }
          >
            {bookedSentence(booked)}
          </AlertBanner>
        )}
        <DescriptionList across items={facts} />
        <BuyFigures order={'order' in found ? found.order : undefined} />
      </Card>
      {review && (
        <ConfirmDialog
          {...order.dialog}
          open={review.open}
          title="Book this buy?"
          sentence={buySentence(review.preview, client?.name ?? '')}
          action="Book buy"
          warnings={review.preview.warnings.map((text) => ({ text }))}
          {...(booked && { finalFocus: stockInput })}
        >
          <DescriptionList
            amounts
            items={[
              ...dealFacts({ ...review.preview, amount: review.preview.cost, last }),
              tradeTimeFact(review.order),
              { term: 'Client', value: client && `${client.name}, ${client.saudaId}` },
              chargesFact,
              amountFact('Balance after', review.preview.cashAfter),
            ]}
          />
        </ConfirmDialog>
      )}
    </div>
  )
}
