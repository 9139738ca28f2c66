import { decimalOf, moneyOf } from '@sauda/contract/decimal'
import type { PriceState, Quote } from '@sauda/contract/market'
import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { useEffect, useMemo } from 'react'
import type { Prices } from '../market/price-store.ts'
import { asOf, stateWords } from '../market/price-words.ts'
import { prices, useWatch } from '../market/prices.ts'
import type { Mark, Marks, MarkTotal } from '../trade/marks.ts'
import { basisPointsOf } from '../trade/percent.ts'

type Position = Pick<Trade, '_id' | 'stockName' | 'quantity' | 'cost' | 'currentPrice' | 'priceAt'>

/** A mark with what a total must know of its price. */
type Judged = Mark & { readonly state: PriceState; readonly at: string }

type LiveMarks = Marks & {
  /** Keeps the total up to date until what it answers is called. */
  readonly watch: () => () => void
}

/** Several prices within so long are one new total. */
const gatherMilliseconds = 250
const trailPoints = 40

/** What the open positions bring at the prices of the market; in demo nobody says any. */
export function useLiveMarks(positions: readonly Position[]): Marks {
  useWatch(useMemo(() => positions.map(({ stockName }) => stockName), [positions]))
  const live = useMemo(() => createLiveMarks(prices, positions), [positions])
  useEffect(() => live.watch(), [live])
  return live
}

export function createLiveMarks(source: Prices, positions: readonly Position[]): LiveMarks {
  const byId = new Map(positions.map((position) => [position._id, position]))
  const seen = new Map<string, { quote: Quote; mark: Judged | undefined }>()
  const followers = new Set<() => void>()
  let gathering: ReturnType<typeof setTimeout> | undefined

  const of = (tradeId: string): Judged | undefined => {
    const position = byId.get(tradeId)
    if (!position) return undefined
    const quote = source.quote(position.stockName)
    const known = seen.get(tradeId)
    // The same object until something about it changes.
    if (known?.quote === quote) return known.mark
    const mark = markOf(position, quote, known?.mark?.trail ?? [])
    seen.set(tradeId, { quote, mark })
    return mark
  }
  let total = totalOf(positions, of)
  const gather = (): void => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      total = totalOf(positions, of)
      for (const changed of followers) changed()
    }, gatherMilliseconds)
  }
  const followTotal = (changed: () => void) => {
    followers.add(changed)
    return () => followers.delete(changed)
  }
  return {
    source: 'live',
    of,
    follow: (tradeId, changed) => source.follow(byId.get(tradeId)?.stockName ?? '', changed),
    total: () => total,
    followTotal,
    invested: () => total,
    followInvested: followTotal,
    watch() {
      const symbols = new Set(positions.map(({ stockName }) => stockName))
      const leave = [...symbols].map((symbol) => source.follow(symbol, gather))
      gather()
      return () => {
        clearTimeout(gathering)
        gathering = undefined
        for (const each of leave) each()
      }
    },
  }
}

/** At the market's price; before it has said one, at the price the trade came with, which is as old as it says. */
function markOf(position: Position, quote: Quote, before: readonly number[]): Judged | undefined {
  const price = quote.price ?? String(position.currentPrice)
  const at = quote.price ? quote.at : position.priceAt
  if (!at) return undefined
  const state = quote.price ? quote.state : 'stale'
  const cost = paiseOf(position.cost)
  const profit = moneyOf(decimalOf(price) ?? 0n, decimalOf(position.quantity) ?? 0n) - cost
  const basisPoints = basisPointsOf(profit, cost)
  const trail = [...before.slice(1 - trailPoints), Number(basisPoints) / 100]
  return { profit, basisPoints, trail, price, state, at, origin: originOf(state, at), isStale: state === 'stale' }
}

/** As good as the worst price in it; undefined while there is none. */
function totalOf(positions: readonly Position[], of: (tradeId: string) => Judged | undefined): MarkTotal | undefined {
  const marked = positions.flatMap((position) => {
    const mark = of(position._id)
    return mark ? [{ mark, cost: paiseOf(position.cost) }] : []
  })
  if (marked.length === 0) return undefined
  const profit = marked.reduce((sum, { mark }) => sum + mark.profit, 0n)
  const cost = marked.reduce((sum, each) => sum + each.cost, 0n)
  const states = new Set(marked.map(({ mark }) => mark.state))
  const state = states.has('stale') ? 'stale' : states.has('delayed') ? 'delayed' : 'live'
  const at = marked.reduce((oldest, { mark }) => (mark.at < oldest ? mark.at : oldest), marked[0]?.mark.at ?? '')
  return {
    profit,
    basisPoints: basisPointsOf(profit, cost),
    origin: originOf(state, at),
    isStale: state === 'stale',
    missing: positions.length - marked.length,
  }
}

function originOf(state: PriceState, at: string): string {
  return state === 'live' ? stateWords.live : `${stateWords[state]} ${asOf(at)}`
}
