import { decimalOf, moneyOf } from '@sauda/contract/platform/decimal'
import type { PriceState, Quote } from '@sauda/contract/trading/market'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Trade } from '@sauda/contract/trading/trade'
import { createStore } from '@sauda/web/store'
import { useEffect, useMemo } from 'react'
import type { Prices } from '../trading/market/price-store.ts'
import { priceQuality } from '../trading/market/price.tsx'
import { prices, useWatch } from '../trading/market/prices.ts'
import { basisPointsOf } from '../shell/percent.ts'
import type { TotalValuation, Valuation, Valuations } from '../trading/trade/valuation.ts'

type Position = Pick<Trade, '_id' | 'stockName' | 'quantity' | 'cost' | 'currentPrice' | 'priceAt'>

/** With the state of the price that the total needs. */
type PricedValuation = Valuation & { readonly state: PriceState; readonly at: string }

type LiveValuations = Valuations & {
  /** Keeps the total up to date until the returned function is called. */
  readonly start: () => () => void
}

/** Prices that arrive within this time update the total once. */
const totalDelayMilliseconds = 250
const historyPoints = 40

/** The open positions at market prices. */
export function useLiveValuations(positions: readonly Position[]): Valuations {
  useWatch(useMemo(() => positions.map(({ stockName }) => stockName), [positions]))
  const live = useMemo(() => createLiveValuations(prices, positions), [positions])
  useEffect(() => live.start(), [live])
  return live
}

export function createLiveValuations(source: Prices, positions: readonly Position[]): LiveValuations {
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
    const valuation = valuationOf(position, quote, cached?.valuation?.history ?? [])
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
    total: total.get,
    subscribeTotal: total.subscribe,
    invested: total.get,
    subscribeInvested: total.subscribe,
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

/** At the market price, or until there is one at the price that came with the trade, marked stale. */
function valuationOf(position: Position, quote: Quote, before: readonly number[]): PricedValuation | undefined {
  const price = quote.price ?? String(position.currentPrice)
  const at = quote.price ? quote.at : position.priceAt
  if (!at) return undefined
  const state = quote.price ? quote.state : 'stale'
  const cost = paiseOf(position.cost)
  const profit = moneyOf(decimalOf(price) ?? 0n, decimalOf(position.quantity) ?? 0n) - cost
  const basisPoints = basisPointsOf(profit, cost)
  const history = [...before.slice(1 - historyPoints), Number(basisPoints) / 100]
  const quality = priceQuality({ ...quote, state, at })
  return { profit, basisPoints, history, price, state, at, quality, isStale: state === 'stale' }
}

const worstFirst: readonly PriceState[] = ['stale', 'close', 'delayed', 'live']

/** Its quality is that of the worst and oldest price in it; undefined without any price. */
function totalOf(
  positions: readonly Position[],
  of: (tradeId: string) => PricedValuation | undefined,
): TotalValuation | undefined {
  const priced = positions.flatMap((position) => {
    const valuation = of(position._id)
    return valuation ? [{ valuation, cost: paiseOf(position.cost) }] : []
  })
  if (priced.length === 0) return undefined
  const profit = priced.reduce((sum, { valuation }) => sum + valuation.profit, 0n)
  const cost = priced.reduce((sum, each) => sum + each.cost, 0n)
  const states = new Set(priced.map(({ valuation }) => valuation.state))
  const state = worstFirst.find((each) => states.has(each)) ?? 'live'
  const ofState = priced.filter(({ valuation }) => valuation.state === state)
  const oldest = ofState.map(({ valuation }) => valuation).toSorted((one, other) => one.at.localeCompare(other.at))[0]
  return {
    profit,
    basisPoints: basisPointsOf(profit, cost),
    quality: oldest?.quality ?? '',
    isStale: state === 'stale',
    unpriced: positions.length - priced.length,
  }
}
