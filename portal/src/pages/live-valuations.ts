import type { PriceState, Quote } from '@sauda/contract/trading/market'
import { paiseOf } from '@sauda/contract/platform/money'
import { dayChangeOf, type PricedHolding, valueHoldings, worthAt } from '@sauda/contract/trading/valuation'
import { createStore, type ReadStore } from '@sauda/web/store'
import { useEffect, useMemo } from 'react'
import type { Prices } from '../trading/market/price-store.ts'
import { priceQuality } from '../trading/market/price.tsx'
import { prices, useWatch } from '../trading/market/prices.ts'
import { basisPointsOf } from '../shell/percent.ts'
import type { TotalValuation, Valuation, Valuations } from '../trading/trade/valuation.ts'

/** The price that came with it is used until a newer one arrives; without its state it counts as stale. */
export type PricedPosition = {
  readonly _id: string
  readonly stockName: string
  readonly quantity: number
  readonly cost: number
  readonly currentPrice?: number | undefined
  readonly priceAt?: string | undefined
  readonly priceState?: PriceState | undefined
  readonly previousClose?: number | undefined
  readonly isSample?: boolean | undefined
  readonly recent?: PricedHolding['recent']
}

/** In paise, with what the total needs of the price. */
export type PricedValuation = Valuation & {
  readonly value: bigint
  /** Since the close before. */
  readonly dayChange: bigint | undefined
  readonly closeBefore: string | undefined
  readonly price: string
  readonly state: PriceState
  readonly at: string
}

/** All positions, at cost where there is no price. */
export type LiveTotal = TotalValuation & { readonly value: bigint; readonly dayChange: bigint | undefined }

export type LiveValuations = Valuations & {
  readonly of: (tradeId: string) => PricedValuation | undefined
  readonly total: ReadStore<LiveTotal | undefined>
  /** Keeps the total up to date until the returned function is called. */
  readonly start: () => () => void
}

/** Prices that arrive within this time update the total once. */
const totalDelayMilliseconds = 250

/** The open positions at market prices. */
export function useLiveValuations(positions: readonly PricedPosition[]): LiveValuations {
  useWatch(useMemo(() => positions.map(({ stockName }) => stockName), [positions]))
  const live = useMemo(() => createLiveValuations(prices, positions), [positions])
  useEffect(() => live.start(), [live])
  return live
}

export function createLiveValuations(source: Prices, positions: readonly PricedPosition[]): LiveValuations {
  const byId = new Map(positions.map((position) => [position._id, position]))
  const cache = new Map<string, { quote: Quote; valuation: PricedValuation | undefined }>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const of = (tradeId: string): PricedValuation | undefined => {
    const position = byId.get(tradeId)
    if (!position) return undefined
    const quote = source.quote(position.stockName)
    const cached = cache.get(tradeId)
    // useSyncExternalStore needs the same object until something changes.
    if (cached?.quote === quote) return cached.valuation
    const valuation = valuationOf(position, quote)
    cache.set(tradeId, { quote, valuation })
    return valuation
  }
  const total = createStore(totalOf(positions, of))
  const scheduleTotal = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      total.set(totalOf(positions, of))
    }, totalDelayMilliseconds)
  }
  return {
    source: 'live',
    of,
    subscribe: (tradeId, listener) => source.follow(byId.get(tradeId)?.stockName ?? '', listener),
    total,
    invested: total,
    start() {
      const symbols = new Set(positions.map(({ stockName }) => stockName))
      const unsubscribes = [...symbols].map((symbol) => source.follow(symbol, scheduleTotal))
      scheduleTotal()
      return () => {
        clearTimeout(timer)
        timer = undefined
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  }
}

/** At the market price, or until there is one at the price that came with the position. */
function valuationOf(position: PricedPosition, quote: Quote): PricedValuation | undefined {
  const { currentPrice, priceAt, priceState = 'stale' } = position
  const own = { price: currentPrice, at: priceAt, state: priceState, ...position }
  const known = quote.price === undefined || quote.at === undefined ? own : quote
  if (known.price === undefined || known.at === undefined) return undefined
  const [price, at, state] = [String(known.price), known.at, known.state]
  const closeBefore = known.previousClose === undefined ? undefined : String(known.previousClose)
  const { quantity } = position
  const [value, cost] = [worthAt(price, quantity), paiseOf(position.cost)]
  const profit = value - cost
  const basisPoints = basisPointsOf(profit, cost)
  return {
    profit,
    basisPoints,
    value,
    dayChange: dayChangeOf({ ...position, price, at, previousClose: closeBefore }),
    price,
    closeBefore,
    state,
    at,
    quality: priceQuality({ ...quote, ...(known.isSample && { isSample: true }), state, at }),
    isStale: state === 'stale',
  }
}

/** Its quality is that of the worst and oldest price in it; undefined without any price. */
function totalOf(
  positions: readonly PricedPosition[],
  of: (tradeId: string) => PricedValuation | undefined,
): LiveTotal | undefined {
  const valuations = positions.map(({ _id }) => of(_id))
  const { value, cost, dayChange, unpriced, worst } = valueHoldings(
    positions.map(({ quantity, cost, recent }, index) => {
      const { price, closeBefore, state, at } = valuations[index] ?? {}
      return { quantity, cost, recent, price, previousClose: closeBefore, state, at }
    }),
  )
  if (!worst) return undefined
  const profit = value - cost
  const pricedCost = positions.reduce((sum, each, index) => sum + (valuations[index] ? paiseOf(each.cost) : 0n), 0n)
  return {
    profit,
    basisPoints: basisPointsOf(profit, pricedCost),
    value,
    dayChange,
    quality: valuations[worst.index]?.quality ?? '',
    isStale: worst.state === 'stale',
    unpriced,
  }
}
