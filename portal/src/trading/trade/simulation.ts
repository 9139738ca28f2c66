import { decimalOf, decimalText, shareOf } from '@sauda/contract/platform/decimal'
import { worthAt } from '@sauda/contract/trading/valuation'
import { createListeners } from '@sauda/web/listeners'
import { createStore } from '@sauda/web/store'
import { basisPointsOf } from '../../shell/percent.ts'
import type { TotalValuation, Valuation, Valuations } from './valuation.ts'

/**
 * The simulated price movement of the positions page (section 9), from the last price on. It imports no call, no storage and no
 * query, so that no simulated number can leave the screen. `use-simulation.ts` decides when it runs, which is never in live mode.
 */

export const simulationRules = {
  investedMilliseconds: 800,
  positionMilliseconds: 700,
  /** Lowest and highest random percentage of a stock, from its last price; every fifth stock has the same range. */
  ranges: [
    [-5, 10],
    [-3, 5],
    [-10, 10],
    [-7, 7],
    [-5, 15],
  ],
  /** The part of the way a price moves to the random percentage: all the way would flicker. */
  step: 0.25,
} as const

export type SimulatedPosition = {
  readonly id: string
  readonly stockName: string
  readonly quantity: number
  /** Paise. */
  readonly cost: bigint
  /** The last price, as on the other screens. */
  readonly lastPrice: () => string
}

export type Simulation = Valuations & {
  readonly source: 'simulated'
  /** The positions to simulate. Known stocks continue from their current price. */
  readonly setPositions: (positions: readonly SimulatedPosition[]) => void
  readonly start: () => void
  readonly stop: () => void
}

const simulated = { quality: 'Simulated', isStale: false } as const

/** How far the price of a stock has moved. */
type Move = { percent: number; readonly range: readonly [number, number] }

/** `random`: from 0 up to 1. */
export function createSimulation(random: () => number = Math.random): Simulation {
  let open: readonly SimulatedPosition[] = []
  let moves = new Map<string, Move>()
  let valuations = new Map<string, Valuation>()
  let timers: ReturnType<typeof setInterval>[] = []
  const total = createStore<TotalValuation | undefined>(undefined)
  const invested = createStore<TotalValuation | undefined>(undefined)
  const listeners = createListeners()

  const valueAll = (): void => {
    valuations = new Map(open.map((each) => [each.id, valuationOf(each, moves.get(each.stockName)?.percent ?? 0)]))
    total.set(sum(open, valuations))
  }
  const move = (): void => {
    for (const each of moves.values()) step(each, random())
    valueAll()
    for (const { id } of open) listeners.notify(id)
  }
  const moveInvested = (): void => invested.set(sum(open, valuations))
  return {
    source: 'simulated',
    setPositions(positions) {
      const { ranges } = simulationRules
      open = positions
      moves = new Map(
        [...new Set(positions.map(({ stockName }) => stockName))].map((stock, index) => [
          stock,
          moves.get(stock) ?? { percent: 0, range: ranges[index % ranges.length] ?? ranges[0] },
        ]),
      )
      valueAll()
      moveInvested()
    },
    start() {
      if (timers.length > 0) return
      timers = [
        setInterval(move, simulationRules.positionMilliseconds),
        setInterval(moveInvested, simulationRules.investedMilliseconds),
      ]
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
      timers = []
    },
    of: (id) => valuations.get(id),
    subscribe: listeners.subscribe,
    total,
    invested,
  }
}

function step(move: Move, random: number): void {
  const [low, high] = move.range
  move.percent += (low + random * (high - low) - move.percent) * simulationRules.step
}

function valuationOf({ lastPrice, quantity, cost }: SimulatedPosition, percent: number): Valuation {
  const price = movedPrice(lastPrice(), percent)
  const profit = worthAt(price, quantity) - cost
  return { price, profit, basisPoints: basisPointsOf(profit, cost), ...simulated }
}

const paisa = decimalOf('0.01') ?? 1n

/** In whole paise once it has moved. */
function movedPrice(price: string, percent: number): string {
  if (percent === 0) return price
  const moved = shareOf(decimalOf(price) ?? 0n, BigInt(Math.round(10_000 + percent * 100)), 10_000n * paisa)
  return decimalText(moved * paisa)
}

function sum(open: readonly SimulatedPosition[], valuations: ReadonlyMap<string, Valuation>): TotalValuation {
  let [profit, cost] = [0n, 0n]
  for (const each of open) {
    profit += valuations.get(each.id)?.profit ?? 0n
    cost += each.cost
  }
  return { profit, basisPoints: basisPointsOf(profit, cost), unpriced: 0, ...simulated }
}
