import type { DeskTrade } from '@sauda/contract/trade'
import { useState } from 'react'
import { typedDecimal } from '../shell/decimal-words.ts'
import { faultText } from '../shell/fault.ts'
import { queryClient } from '../shell/query-client.ts'
import { sellPreviewQuery, tradeQuery, useSell, type Sell, type SellPreview } from './trade.api.ts'
import { placeOf, sellOf, type Found, type TypedOrder } from './typed-order.ts'

interface Asked {
  order: Sell
  preview: SellPreview
}

interface Closing {
  position: DeskTrade
  /** What the dealer sees of it; where another is faster the server refuses. */
  left: number
  typed: TypedOrder
  onBooked: (sale: DeskTrade) => void
}

/** A sale on its way: checked, shown as a sentence, booked once. */
export function useClose({ position, left, typed, onBooked }: Closing) {
  const send = useSell(position)
  const [found, setFound] = useState<Found>({ about: '', faults: {} })
  const [isChecking, setChecking] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const about = JSON.stringify(typed)
  const { faults, fault }: Found = found.about === about ? found : { about, faults: {} }

  const place = (error: unknown) => {
    const field = placeOf(error)
    const words = error instanceof Error ? faultText(error) : ''
    setFound({ about, ...(field ? { faults: { [field]: words } } : { faults: {}, fault: words }) })
    // Perhaps less is left of it than this screen shows.
    void queryClient.invalidateQueries({ queryKey: tradeQuery(position._id).queryKey })
  }
  const review = async (): Promise<boolean> => {
    const checked = sellOf(typed)
    setFound({ about, faults: 'faults' in checked ? checked.faults : {} })
    if ('faults' in checked) return false
    setChecking(true)
    try {
      const preview = await queryClient.fetchQuery(sellPreviewQuery(position._id, checked.order))
      send.reset()
      setAsked({ order: { ...checked.order, left: typedDecimal(left) }, preview })
      return true
    } catch (error) {
      place(error)
      return false
    } finally {
      setChecking(false)
    }
  }
  const book = () => {
    if (!asked || send.isPending) return
    send.mutate(asked.order, { onSuccess: onBooked, onError: place })
  }
  return {
    faults,
    fault,
    review,
    isChecking,
    asked,
    goBack: () => setAsked(undefined),
    book,
    isBooking: send.isPending,
    error: send.error,
  }
}
