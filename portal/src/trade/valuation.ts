import { useCallback, useSyncExternalStore, type RefObject } from 'react'

/** What an open position would bring now, compared with its cost. */
export type Valuation = {
  /** Paise; negative for a loss. */
  readonly profit: bigint
  /** The profit in hundredths of a percent of the cost. */
  readonly basisPoints: bigint
  /** The percentages since the screen was opened, oldest first. */
  readonly history: readonly number[]
  /** How good the price is: `Simulated`, `Live`, `Delayed as of 3:14 pm`. */
  readonly quality: string
  readonly isStale: boolean
  readonly price?: string
}

/** The sum of all open positions that have a price. */
export type TotalValuation = Omit<Valuation, 'history' | 'price'> & { readonly unpriced: number }

/**
 * The valuation of each open position, from the simulation in demo mode or from market prices in live mode. Each position
 * is subscribed to by itself, so that a page of five hundred redraws only the rows that changed.
 */
export type Valuations = {
  readonly source: 'simulated' | 'live'
  readonly of: (tradeId: string) => Valuation | undefined
  readonly subscribe: (tradeId: string, listener: () => void) => () => void
  /** Undefined while there is no price at all. */
  readonly total: () => TotalValuation | undefined
  readonly subscribeTotal: (listener: () => void) => () => void
  /** The same total, at the pace at which the Invested card updates. */
  readonly invested: () => TotalValuation | undefined
  readonly subscribeInvested: (listener: () => void) => () => void
}

const subscribeToNothing = () => () => undefined
const noTotal = () => undefined

/** A position's valuation; it updates only while `block`, which contains its row, is near the viewport. */
export function useValuation(
  valuations: Valuations | undefined,
  tradeId: string,
  block: RefObject<Element | null>,
): Valuation | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!valuations || !block.current) return subscribeToNothing()
      let unsubscribe: (() => void) | undefined
      const unobserve = observeVisibility(block.current, (isVisible) => {
        unsubscribe?.()
        unsubscribe = isVisible ? valuations.subscribe(tradeId, listener) : undefined
        // It may have changed while it was not visible.
        if (isVisible) listener()
      })
      return () => {
        unobserve()
        unsubscribe?.()
      }
    },
    [valuations, tradeId, block],
  )
  return useSyncExternalStore(subscribe, () => valuations?.of(tradeId))
}

export function useTotalValuation(valuations: Valuations | undefined): TotalValuation | undefined {
  return useSyncExternalStore(valuations?.subscribeTotal ?? subscribeToNothing, valuations?.total ?? noTotal)
}

export function useInvestedValuation(valuations: Valuations | undefined): TotalValuation | undefined {
  return useSyncExternalStore(valuations?.subscribeInvested ?? subscribeToNothing, valuations?.invested ?? noTotal)
}

type VisibilityListener = (isVisible: boolean) => void
const visibilityListeners = new WeakMap<Element, Set<VisibilityListener>>()
let observer: IntersectionObserver | undefined

/** One observer for all elements, because each costs the browser time. */
function observeVisibility(element: Element, listener: VisibilityListener): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        for (const notify of visibilityListeners.get(target) ?? []) notify(isIntersecting)
    },
    { rootMargin: '100px' },
  )
  const listeners = visibilityListeners.get(element) ?? new Set()
  visibilityListeners.set(element, listeners.add(listener))
  observer.observe(element)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) observer?.unobserve(element)
  }
}
