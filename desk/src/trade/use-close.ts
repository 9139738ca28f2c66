import type { DeskTrade } from '@sauda/contract/trade'
import type { Replayable } from '@sauda/web/idempotent'
import { useState } from 'react'
import { typedDecimal } from '../shell/decimal-words.ts'
import { queryClient } from '../shell/query-client.ts'
import { sellPreviewQuery, tradeQuery, useSell, type Sell, type SellPreview } from './trade.api.ts'
import { sellOf, type TypedOrder } from './typed-order.ts'
import { useCheck } from './use-check.ts'

interface Asked {
  order: Sell
  preview: SellPreview
}

interface Closing {
  position: DeskTrade
  /** What the dealer sees of it; where another is faster the server refuses. */
  left: number
  typed: TypedOrder
  onBooked: (sale: Replayable<DeskTrade>) => void
}

/** A sale on its way: checked, shown as a sentence, booked once. */
export function useClose({ position, left, typed, onBooked }: Closing) {
  const send = useSell(position)
  // Perhaps less is left of it than this screen shows.
  const lookAgain = () => void queryClient.invalidateQueries({ queryKey: tradeQuery(position._id).queryKey })
  const { check, place, ...checked } = useCheck(JSON.stringify(typed), lookAgain)
  const [asked, setAsked] = useState<Asked>()

  /** True where the dealer is to be taken to a fault. */
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
