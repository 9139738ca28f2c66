import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSimulation, simulationRules, type Simulation } from './simulation.ts'

const { investedMilliseconds, positionMilliseconds, ranges } = simulationRules
const running: Simulation[] = []

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const each of running.splice(0)) each.stop()
  vi.useRealTimers()
})

/** Its random numbers are these, over and over. */
function simulationOf(...random: number[]) {
  let index = 0
  const simulation = createSimulation(() => random[index++ % random.length] ?? 0)
  running.push(simulation)
  return simulation
}

const two = [
  { id: 'one', cost: 1_000_000n },
  { id: 'two', cost: 500_000n },
]

test('starts every position at its cost', () => {
  const simulation = simulationOf(1)
  simulation.setPositions(two)
  expect(simulation.of('one')).toMatchObject({ profit: 0n, basisPoints: 0n, quality: 'Simulated' })
  expect(simulation.total.get()).toMatchObject({ profit: 0n, basisPoints: 0n })
})

test('moves each open position every 700 ms', () => {
  const simulation = simulationOf(1, 0)
  simulation.setPositions(two)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds - 1)
  expect(simulation.of('one')?.profit).toBe(0n)
  vi.advanceTimersByTime(1)
  // A quarter of the way to +10 %, and to −3 %.
  expect(simulation.of('one')).toMatchObject({ profit: 25_000n, basisPoints: 250n })
  expect(simulation.of('two')).toMatchObject({ profit: -3750n, basisPoints: -75n })
  expect(simulation.total.get()).toMatchObject({ profit: 21_250n, basisPoints: 142n })
})

test('updates the invested total every 800 ms', () => {
  const simulation = simulationOf(1)
  const changed = vi.fn<() => void>()
  simulation.setPositions(two)
  simulation.invested.subscribe(changed)
  simulation.start()
  vi.advanceTimersByTime(investedMilliseconds - 1)
  expect(simulation.invested.get()).toMatchObject({ profit: 0n, basisPoints: 0n })
  vi.advanceTimersByTime(1)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(simulation.invested.get()).toEqual(simulation.total.get())
})

test.each([
  ['the lowest', [0]],
  ['the highest', [1]],
  ['alternating', [1, 0, 0]],
  ['anything', Array.from({ length: 997 }, () => Math.random())],
])('keeps each position within its range, with random numbers: %s', (_, random) => {
  const simulation = simulationOf(...random)
  simulation.setPositions(ranges.map((__, index) => ({ id: String(index), cost: 123_457n })))
  simulation.start()
  for (let tick = 0; tick < 200; tick += 1) {
    vi.advanceTimersByTime(positionMilliseconds)
    ranges.forEach(([low, high], index) => {
      const points = Number(simulation.of(String(index))!.basisPoints)
      expect(points).toBeGreaterThanOrEqual(low * 100)
      expect(points).toBeLessThanOrEqual(high * 100)
    })
  }
})

test('totals the positions to the paisa', () => {
  const simulation = createSimulation()
  running.push(simulation)
  const positions = Array.from({ length: 500 }, (_, index) => ({ id: String(index), cost: BigInt(index * 7919 + 1) }))
  simulation.setPositions(positions)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds * 3)
  const sum = positions.reduce((before, { id }) => before + simulation.of(id)!.profit, 0n)
  expect(simulation.total.get()?.profit).toBe(sum)
  expect(sum).not.toBe(0n)
})

test('notifies only the listeners of a position, until they unsubscribe', () => {
  const simulation = simulationOf(1)
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()]
  simulation.setPositions(two)
  const unsubscribe = simulation.subscribe('one', one)
  simulation.subscribe('elsewhere', other)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds)
  unsubscribe()
  vi.advanceTimersByTime(positionMilliseconds)
  expect(one).toHaveBeenCalledTimes(1)
  expect(other).not.toHaveBeenCalled()
})

test('does not move after stop, and moves once after two starts', () => {
  const simulation = simulationOf(1)
  simulation.setPositions(two)
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

test('continues a partly sold position from its value and drops a sold one', () => {
  const simulation = simulationOf(1)
  simulation.setPositions(two)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds)
  simulation.setPositions([{ id: 'one', cost: 400_000n }])
  expect(simulation.of('one')).toMatchObject({ profit: 10_000n, basisPoints: 250n })
  expect(simulation.of('two')).toBeUndefined()
  expect(simulation.total.get()).toMatchObject({ profit: 10_000n, basisPoints: 250n })
})
