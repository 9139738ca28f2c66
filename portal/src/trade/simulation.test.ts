import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSimulation, simulationRules, type Simulation } from './simulation.ts'

const { investedMilliseconds, positionMilliseconds, ranges, trailPoints } = simulationRules
const running: Simulation[] = []

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const each of running.splice(0)) each.stop()
  vi.useRealTimers()
})

/** Draws these numbers over and over. */
function simulationOf(...drawn: number[]) {
  let turn = 0
  const simulation = createSimulation(() => drawn[turn++ % drawn.length] ?? 0)
  running.push(simulation)
  return simulation
}

const two = [
  { id: 'one', cost: 1_000_000n },
  { id: 'two', cost: 500_000n },
]

test('before the first movement every position stands at its cost', () => {
  const simulation = simulationOf(1)
  simulation.hold(two)
  expect(simulation.of('one')).toMatchObject({ profit: 0n, basisPoints: 0n, trail: [0], origin: 'Simulated' })
  expect(simulation.total()).toMatchObject({ profit: 0n, basisPoints: 0n })
})

test('each open position moves every 700 ms, within its own range', () => {
  const simulation = simulationOf(1, 0)
  simulation.hold(two)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds - 1)
  expect(simulation.of('one')?.profit).toBe(0n)
  vi.advanceTimersByTime(1)
  // A quarter of the way to +10 %, and to −3 %.
  expect(simulation.of('one')).toMatchObject({ profit: 25_000n, basisPoints: 250n, trail: [0, 2.5] })
  expect(simulation.of('two')).toMatchObject({ profit: -3750n, basisPoints: -75n, trail: [0, -0.75] })
  expect(simulation.total()).toMatchObject({ profit: 21_250n, basisPoints: 142n })
})

test('the invested total updates every 800 ms', () => {
  const simulation = simulationOf(1)
  const changed = vi.fn<() => void>()
  simulation.hold(two)
  simulation.followInvested(changed)
  simulation.start()
  vi.advanceTimersByTime(investedMilliseconds - 1)
  expect(simulation.invested()).toMatchObject({ profit: 0n, basisPoints: 0n })
  vi.advanceTimersByTime(1)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(simulation.invested()).toEqual(simulation.total())
})

test.each([
  ['the lowest', [0]],
  ['the highest', [1]],
  ['one after the other', [1, 0, 0]],
  ['anything', Array.from({ length: 997 }, () => Math.random())],
])('whatever is drawn, a position never leaves its range: %s', (_, drawn) => {
  const simulation = simulationOf(...drawn)
  simulation.hold(ranges.map((__, index) => ({ id: String(index), cost: 123_457n })))
  simulation.start()
  for (let tick = 0; tick < 200; tick += 1) {
    vi.advanceTimersByTime(positionMilliseconds)
    ranges.forEach(([low, high], index) => {
      const points = Number(simulation.of(String(index))!.basisPoints)
      expect(points).toBeGreaterThanOrEqual(low * 100)
      expect(points).toBeLessThanOrEqual(high * 100)
    })
  }
  expect(simulation.of('0')?.trail).toHaveLength(trailPoints)
})

test('the total is the sum of what the positions show, to the paisa', () => {
  const simulation = createSimulation()
  running.push(simulation)
  const held = Array.from({ length: 500 }, (_, index) => ({ id: String(index), cost: BigInt(index * 7919 + 1) }))
  simulation.hold(held)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds * 3)
  const sum = held.reduce((before, { id }) => before + simulation.of(id)!.profit, 0n)
  expect(simulation.total()?.profit).toBe(sum)
  expect(sum).not.toBe(0n)
})

test('only who follows a position is told of it, and no longer than asked', () => {
  const simulation = simulationOf(1)
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()]
  simulation.hold(two)
  const leave = simulation.follow('one', one)
  simulation.follow('elsewhere', other)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds)
  leave()
  vi.advanceTimersByTime(positionMilliseconds)
  expect(one).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
})

test('stopped, nothing moves; started twice, it moves once', () => {
  const simulation = simulationOf(1)
  simulation.hold(two)
  simulation.start()
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds)
  const before = simulation.of('one')
  expect(before?.basisPoints).toBe(250n)
  simulation.stop()
  vi.advanceTimersByTime(60_000)
  expect(simulation.of('one')).toBe(before)
  expect(vi.getTimerCount()).toBe(0)
})

test('a position sold in part goes on from where it was, one sold whole is gone', () => {
  const simulation = simulationOf(1)
  simulation.hold(two)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds)
  simulation.hold([{ id: 'one', cost: 400_000n }])
  expect(simulation.of('one')).toMatchObject({ profit: 10_000n, basisPoints: 250n })
  expect(simulation.of('two')).toBeUndefined()
  expect(simulation.total()).toMatchObject({ profit: 10_000n, basisPoints: 250n })
})
