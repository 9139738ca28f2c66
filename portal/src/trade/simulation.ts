import type { Mark, Marks, MarkTotal } from './marks.ts'
import { basisPointsOf, shareOf } from './percent.ts'

/**
 * The made-up price movement of the positions page (section 9). It lives in this browser tab alone: it knows no address, no
 * storage and no query, so nothing it draws can be sent or kept. `use-simulation.ts` says when it runs; in live it never does.
 */

export const simulationRules = {
  investedMilliseconds: 800,
  positionMilliseconds: 700,
  /** Percent, lowest and highest, of the random numbers drawn for a position; every fifth position has the same. */
  ranges: [
    [-5, 10],
    [-3, 5],
    [-10, 10],
    [-7, 7],
    [-5, 15],
  ],
  /** How far a position goes towards the number drawn: all the way would be a flicker and no movement. */
  step: 0.25,
  trailPoints: 40,
} as const

/** An open position by its trade, with its cost in paise. */
export type Held = { readonly id: string; readonly cost: bigint }

export type Simulation = Marks & {
  readonly source: 'simulated'
  /** Which positions move. Those it knows already go on from where they are. */
  readonly hold: (positions: readonly Held[]) => void
  readonly start: () => void
  readonly stop: () => void
}

const simulated = { origin: 'Simulated', isStale: false } as const

type Moving = { cost: bigint; percent: number; range: readonly [number, number]; mark: Mark }

/** `random`: from 0 up to 1. */
export function createSimulation(random: () => number = Math.random): Simulation {
  let moving = new Map<string, Moving>()
  let timers: ReturnType<typeof setInterval>[] = []
  let total: MarkTotal | undefined
  let invested: MarkTotal | undefined
  const positions = new Map<string, Set<() => void>>()
  const totals = new Set<() => void>()
  const investeds = new Set<() => void>()

  const move = (): void => {
    for (const each of moving.values()) step(each, random())
    total = sum(moving.values())
    for (const id of moving.keys()) tell(positions.get(id))
    tell(totals)
  }
  const moveInvested = (): void => {
    invested = sum(moving.values())
    tell(investeds)
  }
  return {
    source: 'simulated',
    hold(held) {
      const { ranges } = simulationRules
      moving = new Map(
        held.map(({ id, cost }, index) => {
          const known = moving.get(id)
          if (known?.cost === cost) return [id, known]
          const range = known?.range ?? ranges[index % ranges.length] ?? ranges[0]
          return [id, atRest(cost, range, known?.percent)]
        }),
      )
      total = sum(moving.values())
      moveInvested()
      tell(totals)
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
    of: (id) => moving.get(id)?.mark,
    follow(id, changed) {
      const followers = positions.get(id) ?? new Set()
      positions.set(id, followers.add(changed))
      return () => {
        followers.delete(changed)
        if (followers.size === 0) positions.delete(id)
      }
    },
    total: () => total,
    followTotal: (changed) => joined(totals, changed),
    invested: () => invested,
    followInvested: (changed) => joined(investeds, changed),
  }
}

function atRest(cost: bigint, range: Moving['range'], percent = 0): Moving {
  return { cost, percent, range, mark: markOf(cost, percent, []) }
}

function step(moving: Moving, drawn: number): void {
  const [low, high] = moving.range
  moving.percent += (low + drawn * (high - low) - moving.percent) * simulationRules.step
  moving.mark = markOf(moving.cost, moving.percent, moving.mark.trail)
}

function markOf(cost: bigint, percent: number, before: readonly number[]): Mark {
  const profit = shareOf(cost, BigInt(Math.round(percent * 100)))
  const trail = [...before.slice(1 - simulationRules.trailPoints), percent]
  return { profit, basisPoints: basisPointsOf(profit, cost), trail, ...simulated }
}

function sum(all: Iterable<Moving>): MarkTotal {
  let [profit, cost] = [0n, 0n]
  for (const each of all) {
    profit += each.mark.profit
    cost += each.cost
  }
  return { profit, basisPoints: basisPointsOf(profit, cost), missing: 0, ...simulated }
}

function joined(followers: Set<() => void>, changed: () => void): () => void {
  followers.add(changed)
  return () => followers.delete(changed)
}

function tell(followers: ReadonlySet<() => void> | undefined): void {
  if (followers) for (const changed of followers) changed()
}
