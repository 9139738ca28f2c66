import { createListeners } from '@sauda/web/listeners'
import { createStore } from '@sauda/web/store'
import { basisPointsOf, shareOf } from '../../shell/percent.ts'
import type { TotalValuation, Valuation, Valuations } from './valuation.ts'

/**
 * The simulated price movement of the positions page (section 9). It imports no call, no storage and no query, so that no
 * simulated number can leave the screen. `use-simulation.ts` decides when it runs, which is never in live mode.
 */

export const simulationRules = {
  investedMilliseconds: 800,
  positionMilliseconds: 700,
  /** Lowest and highest random percentage of a position; every fifth position has the same range. */
  ranges: [
    [-5, 10],
    [-3, 5],
    [-10, 10],
    [-7, 7],
    [-5, 15],
  ],
  /** The part of the way a position moves to the random percentage: all the way would flicker. */
  step: 0.25,
} as const

/** An open position and its cost in paise. */
export type SimulatedPosition = { readonly id: string; readonly cost: bigint }

export type Simulation = Valuations & {
  readonly source: 'simulated'
  /** The positions to simulate. Known ones continue from their current value. */
  readonly setPositions: (positions: readonly SimulatedPosition[]) => void
  readonly start: () => void
  readonly stop: () => void
}

const simulated = { quality: 'Simulated', isStale: false } as const

type Moving = { cost: bigint; percent: number; range: readonly [number, number]; valuation: Valuation }

/** `random`: from 0 up to 1. */
export function createSimulation(random: () => number = Math.random): Simulation {
  let moving = new Map<string, Moving>()
  let timers: ReturnType<typeof setInterval>[] = []
  const total = createStore<TotalValuation | undefined>(undefined)
  const invested = createStore<TotalValuation | undefined>(undefined)
  const listeners = createListeners()

  const move = (): void => {
    for (const each of moving.values()) step(each, random())
    for (const id of moving.keys()) listeners.notify(id)
    total.set(sum(moving.values()))
  }
  const moveInvested = (): void => invested.set(sum(moving.values()))
  return {
    source: 'simulated',
    setPositions(positions) {
      const { ranges } = simulationRules
      moving = new Map(
        positions.map(({ id, cost }, index) => {
          const known = moving.get(id)
          if (known?.cost === cost) return [id, known]
          const range = known?.range ?? ranges[index % ranges.length] ?? ranges[0]
          return [id, atRest(cost, range, known?.percent)]
        }),
      )
      total.set(sum(moving.values()))
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
    of: (id) => moving.get(id)?.valuation,
    subscribe: listeners.subscribe,
    total,
    invested,
  }
}

function atRest(cost: bigint, range: Moving['range'], percent = 0): Moving {
  return { cost, percent, range, valuation: valuationOf(cost, percent) }
}

function step(moving: Moving, random: number): void {
  const [low, high] = moving.range
  moving.percent += (low + random * (high - low) - moving.percent) * simulationRules.step
  moving.valuation = valuationOf(moving.cost, moving.percent)
}

function valuationOf(cost: bigint, percent: number): Valuation {
  const profit = shareOf(cost, BigInt(Math.round(percent * 100)))
  return { profit, basisPoints: basisPointsOf(profit, cost), ...simulated }
}

function sum(all: Iterable<Moving>): TotalValuation {
  let [profit, cost] = [0n, 0n]
  for (const each of all) {
    profit += each.valuation.profit
    cost += each.cost
  }
  return { profit, basisPoints: basisPointsOf(profit, cost), unpriced: 0, ...simulated }
}
