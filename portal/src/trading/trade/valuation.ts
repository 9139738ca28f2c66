import { createStore, type ReadStore, useStore } from '@sauda/web/store'
import { useCallback, useEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { basisPointsOf } from '../../shell/percent.ts'

/** The value of an open position compared with its cost. */
export type Valuation = {
  /** Paise; negative for a loss. */
  readonly profit: bigint
  /** The profit in hundredths of a percent of the cost. */
  readonly basisPoints: bigint
  /** How good the price is: `Simulated`, `Live`, `Delayed as of 3:14 pm`. */
  readonly quality: string
  readonly isStale: boolean
  readonly price: string
}

/** The sum of all open positions that have a price. */
export type TotalValuation = Omit<Valuation, 'price'> & { readonly unpriced: number }

/**
 * The valuation of each open position, from the simulation in demo mode or from market prices in live mode. Each position
 * is subscribed to by itself, so that a page of five hundred redraws only the rows that changed.
 */
export type Valuations = {
  readonly source: 'simulated' | 'live'
  readonly of: (tradeId: string) => Valuation | undefined
  readonly subscribe: (tradeId: string, listener: () => void) => () => void
  /** Undefined while there is no price at all. */
  readonly total: ReadStore<TotalValuation | undefined>
  /** The same total, at the pace at which the Invested card updates. */
  readonly invested: ReadStore<TotalValuation | undefined>
}

const noSubscription = () => () => undefined
const noTotal = createStore(undefined)

/** A position's valuation; it updates only while its row is near the viewport. */
export function useValuation(
  valuations: Valuations | undefined,
  tradeId: string,
  isNear: boolean,
): Valuation | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (valuations && isNear ? valuations.subscribe(tradeId, listener) : noSubscription()),
    [valuations, tradeId, isNear],
  )
  return useSyncExternalStore(subscribe, () => valuations?.of(tradeId))
}

/** The valuation of several purchases of one stock; undefined while one of them has none. */
export function useGroupValuation(
  valuations: Valuations | undefined,
  ids: readonly string[],
  cost: bigint,
  isNear: boolean,
): Valuation | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!valuations || !isNear) return () => undefined
      const unsubscribes = ids.map((id) => valuations.subscribe(id, listener))
      return () => unsubscribes.forEach((unsubscribe) => unsubscribe())
    },
    [valuations, ids, isNear],
  )
  const profit = useSyncExternalStore(subscribe, () => profitOfAll(valuations, ids))
  const [first = ''] = ids
  const valuation = valuations?.of(first)
  if (profit === undefined || !valuation) return undefined
  return { ...valuation, profit, basisPoints: basisPointsOf(profit, cost) }
}

function profitOfAll(valuations: Valuations | undefined, ids: readonly string[]): bigint | undefined {
  let sum = 0n
  for (const id of ids) {
    const valuation = valuations?.of(id)
    if (!valuation) return undefined
    sum += valuation.profit
  }
  return sum
}

type Totals<Total> = { readonly total: ReadStore<Total | undefined> }

export const useTotalValuation = <Total = TotalValuation>(valuations: Totals<Total> | undefined): Total | undefined =>
  useStore<Total | undefined>(valuations?.total ?? noTotal)

/** The quality that the total names, such as Simulated; the rows name only another one. */
export const useTotalQuality = (valuations: Valuations | undefined): string | undefined =>
  useSyncExternalStore(valuations?.total.subscribe ?? noSubscription, () => valuations?.total.get()?.quality)

export const useInvestedValuation = (valuations: Valuations | undefined): TotalValuation | undefined =>
  useStore<TotalValuation | undefined>(valuations?.invested ?? noTotal)

export function useIsNearViewport(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '100px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isNear
}
