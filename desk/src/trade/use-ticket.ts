import { tradeErrors, type DeskTrade } from '@sauda/contract/trade'
import type { Replayable } from '@sauda/web/idempotent'
import { useState } from 'react'
import { queryClient } from '../shell/query-client.ts'
import { buyPreviewQuery, useBuy, type Buy, type BuyPreview } from './trade.api.ts'
import { buyOf, fieldOf, type TypedOrder } from './typed-order.ts'
import { useCheck } from './use-check.ts'

interface Asked {
  order: Buy
  preview: BuyPreview
  open: boolean
}

export function useTicket(what: Pick<Buy, 'clientId' | 'stockName'>, typed: TypedOrder, onBooked: () => void) {
  const send = useBuy()
  const { check, place, ...checked } = useCheck(JSON.stringify([what, typed]))
  const [asked, setAsked] = useState<Asked>()
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
