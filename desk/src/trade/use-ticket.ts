import { tradeRefusals, type DeskTrade } from '@sauda/contract/trade'
import { useState } from 'react'
import { faultText } from '../shell/fault.ts'
import { queryClient } from '../shell/query-client.ts'
import { buyPreviewQuery, useBuy, type Buy, type BuyPreview } from './trade.api.ts'
import { buyOf, placeOf, type Found, type TypedOrder } from './typed-order.ts'

interface Asked {
  order: Buy
  preview: BuyPreview
  /** Kept while the dialog closes. */
  open: boolean
}

/** A ticket on its way: what is typed is checked, shown as a sentence, and booked once. */
export function useTicket(what: Pick<Buy, 'clientId' | 'stockName'>, typed: TypedOrder, onBooked: () => void) {
  const send = useBuy()
  const [found, setFound] = useState<Found>({ about: '', faults: {} })
  const [isChecking, setChecking] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [booked, setBooked] = useState<DeskTrade>()

  // What was wrong with another ticket says nothing of this one.
  const about = JSON.stringify([what, typed])
  const { faults, fault }: Found = found.about === about ? found : { about, faults: {} }
  const place = (error: unknown) => {
    const field = placeOf(error)
    const words = error instanceof Error ? faultText(error) : ''
    setFound({ about, ...(field ? { faults: { [field]: words } } : { faults: {}, fault: words }) })
  }
  /** Asks the server before it asks the dealer; true where there is something to confirm. */
  const review = async (): Promise<boolean> => {
    const checked = buyOf(what, typed)
    setFound({ about, faults: 'faults' in checked ? checked.faults : {} })
    if ('faults' in checked) return false
    setChecking(true)
    try {
      const preview = await queryClient.fetchQuery(buyPreviewQuery(checked.order))
      if (preview.missing > 0) {
        setFound({ about, faults: { client: tradeRefusals.insufficient.message } })
        return false
      }
      send.reset()
      setBooked(undefined)
      setAsked({ order: checked.order, preview, open: true })
      return true
    } catch (error) {
      place(error)
      return false
    } finally {
      setChecking(false)
    }
  }
  const goBack = () => {
    if (asked) setAsked({ ...asked, open: false })
    // What refused the booking stands on the ticket too, beside its field.
    if (send.error && placeOf(send.error)) place(send.error)
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
    faults,
    fault,
    review,
    isChecking,
    asked,
    goBack,
    book,
    isBooking: send.isPending,
    error: send.error,
    booked,
  }
}
