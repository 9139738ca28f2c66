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

const position = (id: string, price: string, cost: bigint, quantity = 10, stockName = id) => ({
  id,
  stockName,
  quantity,
  cost,
  lastPrice: () => price,
})

const two = [position('one', '1000', 900_000n), position('two', '500', 500_000n)]

test('starts every position at its last price, not at what it cost', () => {
  const simulation = simulationOf(1)
  simulation.setPositions(two)
  expect(simulation.of('one')).toMatchObject({ price: '1000', profit: 100_000n, quality: 'Simulated' })
  expect(simulation.of('two')).toMatchObject({ price: '500', profit: 0n, basisPoints: 0n })
  expect(simulation.total.get()).toMatchObject({ profit: 100_000n, basisPoints: 714n })
})

test('moves each open position every 700 ms', () => {
  const simulation = simulationOf(1, 0)
  simulation.setPositions(two)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds - 1)
  expect(simulation.of('two')?.profit).toBe(0n)
  vi.advanceTimersByTime(1)
  // A quarter of the way to +10 %, and to −3 %.
  expect(simulation.of('one')).toMatchObject({ price: '1025', profit: 125_000n, basisPoints: 1389n })
  expect(simulation.of('two')).toMatchObject({ price: '496.25', profit: -3750n, basisPoints: -75n })
  expect(simulation.total.get()).toMatchObject({ profit: 121_250n, basisPoints: 866n })
})

test('purchases of one stock have one price', () => {
  const simulation = simulationOf(1, 0)
  simulation.setPositions([
    position('first', '1000', 900_000n, 10, 'TCS'),
    position('second', '1000', 1_100_000n, 10, 'TCS'),
  ])
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds)
  expect(simulation.of('first')?.price).toBe('1025')
  expect(simulation.of('second')?.price).toBe('1025')
})

test('follows the last price', () => {
  let last = '1000'
  const simulation = simulationOf(1)
  simulation.setPositions([{ ...position('one', '', 900_000n), lastPrice: () => last }])
  simulation.start()
  last = '2000'
  vi.advanceTimersByTime(positionMilliseconds)
  expect(simulation.of('one')?.price).toBe('2050')
})

test('updates the invested total every 800 ms', () => {
  const simulation = simulationOf(1)
  const changed = vi.fn<() => void>()
  simulation.setPositions(two)
  simulation.invested.subscribe(changed)
  simulation.start()
  vi.advanceTimersByTime(investedMilliseconds - 1)
  expect(simulation.invested.get()).toMatchObject({ profit: 100_000n })
  vi.advanceTimersByTime(1)
  expect(changed).toHaveBeenCalledTimes(1)
  expect(simulation.invested.get()).toEqual(simulation.total.get())
})

test.each([
  ['the lowest', [0]],
  ['the highest', [1]],
  ['alternating', [1, 0, 0]],
  ['anything', Array.from({ length: 997 }, () => Math.random())],
])('keeps each price within its range, with random numbers: %s', (_, random) => {
  const simulation = simulationOf(...random)
  simulation.setPositions(ranges.map((__, index) => position(String(index), '1000', 123_457n)))
  simulation.start()
  for (let tick = 0; tick < 200; tick += 1) {
    vi.advanceTimersByTime(positionMilliseconds)
    ranges.forEach(([low, high], index) => {
      const price = Number(simulation.of(String(index))!.price)
      expect(price).toBeGreaterThanOrEqual(1000 + low * 10)
      expect(price).toBeLessThanOrEqual(1000 + high * 10)
    })
  }
})

test('totals the positions to the paisa', () => {
  const simulation = createSimulation()
  running.push(simulation)
  const positions = Array.from({ length: 500 }, (_, index) =>
    position(String(index), `${index + 1}.35`, BigInt(index * 7919 + 1)),
  )
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
  expect(before?.price).toBe('1025')
  simulation.stop()
  vi.advanceTimersByTime(60_000)
  expect(simulation.of('one')).toBe(before)
  expect(vi.getTimerCount()).toBe(0)
})

test('continues a partly sold position from its price and drops a sold one', () => {
  const simulation = simulationOf(1)
  simulation.setPositions(two)
  simulation.start()
  vi.advanceTimersByTime(positionMilliseconds)
  simulation.setPositions([position('one', '1000', 360_000n, 4)])
  expect(simulation.of('one')).toMatchObject({ price: '1025', profit: 50_000n })
  expect(simulation.of('two')).toBeUndefined()
  expect(simulation.total.get()).toMatchObject({ profit: 50_000n, basisPoints: 1389n })
})
