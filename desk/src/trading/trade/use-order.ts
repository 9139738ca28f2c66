import type { Reply, Schema } from '@sauda/contract/platform/call'
import { tradeCalls } from '@sauda/contract/trading/trade'
import { watchFocus } from '@sauda/ui/dom'
import { errorMessage, ApiError } from '@sauda/web/api-error'
import type { Replayable } from '@sauda/web/idempotent'
import type { UseMutationResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { commonErrors, type ErrorDefinition } from '@sauda/contract/platform/error'
import { notInLots, tradeErrors } from '@sauda/contract/trading/trade-error'
import { fieldErrors } from '../../shell/form-field.tsx'
import { typedDigits } from '../../shell/typed-number.ts'
import type { Buy, Sell } from './trade.api.ts'

type BookedTrade = Reply<typeof tradeCalls.buy>

interface OrderInput<Order, Preview> {
  /** Identifies the input on screen: errors and replies about another input are not shown. */
  about: string
  typed: CheckedOrder<Order>
  fetchPreview: (order: Order) => Promise<Preview>
  errorsIn?: (preview: Preview) => OrderErrors | undefined
  mutation: UseMutationResult<Replayable<BookedTrade>, Error, Order>
  /** Called for each error of the server. */
  onRejected?: () => void
  onBooked: (trade: Replayable<BookedTrade>) => void
}

interface Found {
  about: string
  errors: OrderErrors
  /** An error that belongs to no field. */
  error?: string
}

function foundIn(about: string, rejected: unknown): Found {
  const field = fieldOf(rejected)
  const text = rejected instanceof Error ? errorMessage(rejected) : ''
  return field ? { about, errors: { [field]: text } } : { about, errors: {}, error: text }
}

/** An order on its way from the form to the booking: checked by the server, reviewed by the operator, then booked. */
export function useOrder<Order, Preview>(input: OrderInput<Order, Preview>) {
  const { about, typed, fetchPreview, errorsIn, mutation, onRejected, onBooked } = input
  const [found, setFound] = useState<Found>({ about, errors: {} })
  const [isChecking, setChecking] = useState(false)
  const [review, setReview] = useState<{ order: Order; preview: Preview; open: boolean }>()
  const latest = useRef(about)
  useLayoutEffect(() => {
    latest.current = about
  }, [about])
  const { errors, error }: Found = found.about === about ? found : { about, errors: {} }

  const closeReview = () => setReview((before) => before && { ...before, open: false })
  return {
    errors,
    error,
    isChecking,
    review,
    /** The props of the dialog that books what was reviewed. */
    dialog: {
      loadingText: 'Booking',
      isSending: mutation.isPending,
      error: mutation.error,
      checkAt: 'the client’s page',
      onConfirm: () => {
        if (!review || mutation.isPending) return
        mutation.mutate(review.order, {
          onSuccess: (trade) => {
            closeReview()
            onBooked(trade)
          },
          onError: onRejected,
        })
      },
      onClose: () => {
        closeReview()
        // The error is shown on the order form too.
        if (mutation.error) setFound(foundIn(about, mutation.error))
      },
    },
    /** The last trade booked, until the next review. */
    booked: mutation.data,
    /** Resolves to true if focus should move to an error. */
    check: async (): Promise<boolean> => {
      setFound({ about, errors: 'errors' in typed ? typed.errors : {} })
      if ('errors' in typed) return true
      const isThere = watchFocus()
      setChecking(true)
      try {
        const preview = await fetchPreview(typed.order)
        if (latest.current !== about) return false
        const wrong = errorsIn?.(preview)
        if (wrong) {
          setFound({ about, errors: wrong })
          return isThere()
        }
        mutation.reset()
        setReview({ order: typed.order, preview, open: true })
        return false
      } catch (rejected) {
        setFound(foundIn(about, rejected))
        onRejected?.()
        return latest.current === about && isThere()
      } finally {
        setChecking(false)
      }
    },
  }
}

/** What the exchange says of the trade; all of it may be left out. */
const execution = ['exchange', 'orderNumber', 'exchangeTradeNumber'] as const
type ExecutionField = (typeof execution)[number]

export type TypedOrder = Record<'quantity' | 'price' | 'tradedOn' | 'tradedTime' | ExecutionField, string>

export const emptyOrder: TypedOrder = {
  quantity: '',
  price: '',
  tradedOn: '',
  tradedTime: '',
  exchange: '',
  orderNumber: '',
  exchangeTradeNumber: '',
}

type OrderField = 'clientId' | 'stockName' | 'quantity' | 'price' | 'tradedAt' | ExecutionField
export type OrderErrors = Readonly<Partial<Record<OrderField, string>>>
type CheckedOrder<Order> = { order: Order } | { errors: OrderErrors }

export const buyOf = (what: Pick<Buy, 'clientId' | 'stockName'>, typed: TypedOrder): CheckedOrder<Buy> =>
  checkOrder(tradeCalls.buy.body, { ...what, ...plain(typed) })

export const sellOf = (typed: TypedOrder): CheckedOrder<Sell> => checkOrder(tradeCalls.sell.body, plain(typed))

// As text: a price with many digits must not pass through floating point.
const plain = ({ quantity, price, tradedOn, tradedTime, ...typed }: TypedOrder) => ({
  quantity: typedDigits(quantity),
  price: typedDigits(price),
  // A day without a time is sent as typed, and rejected.
  ...((tradedOn || tradedTime) && {
    tradedAt: `${tradedOn}T${/^\d\d:\d\d$/.test(tradedTime) ? `${tradedTime}:00` : tradedTime}+05:30`,
  }),
  ...Object.fromEntries(execution.map((name) => [name, typed[name].trim()]).filter(([, text]) => text !== '')),
})

function checkOrder<Order>(schema: Schema, order: Order): CheckedOrder<Order> {
  const errors = fieldErrors(schema, order)
  return errors ? { errors } : { order }
}

const r = tradeErrors
const lots = notInLots('').message
const places: readonly [OrderField, readonly ErrorDefinition[]][] = [
  ['clientId', [commonErrors.notVerified, r.insufficient, r.tooManyOpen]],
  ['stockName', [r.unknownStock, r.notTraded]],
  ['tradedAt', [r.tradedInFuture, r.beforeCalendar, r.soldBeforeBought]],
  ['quantity', [r.wholeOnly, r.tooSmall, r.tooLarge, r.moreThanLeft, r.restTooSmall]],
]

/** The field an error of the server belongs to, if any. */
export function fieldOf(error: unknown): OrderField | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.message.startsWith(lots)) return 'quantity'
  return places.find(([, errors]) => errors.some(({ message }) => message === error.message))?.[0]
}
