import { setTimeout as wait } from 'node:timers/promises'
import { commonErrors } from '@sauda/contract/platform/error'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../test/events.ts'
import { createLoad, loadRules, lateRules, watchLateCalls } from './load.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
const loads: { stop(): void }[] = []
afterEach(() => loads.splice(0).forEach((load) => load.stop()))

function newLoad(callsAtOnce: number) {
  const load = createLoad({ callsAtOnce, callsOfOne: 8, turnMilliseconds: 6000 }, log, () => ['books'])
  loads.push(load)
  return load
}

/** Work that ends on request. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { work: () => ended, end }
}

test('calls beyond the limit are rejected at once, and accepted again when one has ended', async () => {
  const load = newLoad(10)
  const { work, end } = held()
  const running = Array.from({ length: 10 }, () => load.during('GET /x', work))
  await expect(load.during('GET /x', work)).rejects.toMatchObject({
    ...commonErrors.busy,
    extra: { retryAfter: loadRules.retrySeconds },
  })
  expect(load.rejects()).toBe(true)
  expect(load.figures()).toMatchObject({ atOnce: 10, rejected: 2 })
  end()
  await Promise.all(running)
  expect(load.rejects()).toBe(false)
  expect(await load.during('GET /x', async () => 'done')).toBe('done')
})

test('while calls stay late, only as many are accepted as end in time; afterwards all again', () => {
  let time = 0
  const late = watchLateCalls(100, () => time)
  /** Half a second in which `count` calls end after `milliseconds`, with `atOnce` under way. */
  const round = (count: number, milliseconds: number, atOnce: number) => {
    late.began(atOnce)
    for (let n = 0; n < count; n += 1) late.ended(milliseconds)
    time += lateRules.roundMilliseconds
    return late.most()
  }
  expect(round(200, 400, 100)).toBe(100)
  expect(round(200, 400, 100)).toBe(60)
  // Two for each connection are always taken.
  expect(round(20, 4000, 60)).toBe(40)
  expect(round(200, 20, 40)).toBe(60)
  expect(round(200, 20, 10)).toBe(90)
  expect(round(0, 0, 0)).toBe(100)
})

test('a burst, a few slow calls, and slow calls on a quiet server are not limited', () => {
  let time = 0
  const late = watchLateCalls(100, () => time)
  for (const { slow, quick, atOnce } of [
    { slow: 100, quick: 0, atOnce: 100 },
    { slow: 10, quick: 200, atOnce: 100 },
    { slow: 100, quick: 0, atOnce: 100 },
    ...Array.from({ length: 5 }, () => ({ slow: 30, quick: 0, atOnce: 30 })),
  ]) {
    late.began(atOnce)
    for (let n = 0; n < slow; n += 1) late.ended(5000)
    for (let n = 0; n < quick; n += 1) late.ended(20)
    time += lateRules.roundMilliseconds
    expect(late.most()).toBe(100)
  }
})

test('the more calls are rejected, the longer the Retry-After, each with another value', async () => {
  const load = newLoad(1)
  const { work, end } = held()
  const running = load.during('GET /x', work)
  expect(load.retrySeconds()).toBe(loadRules.retrySeconds)
  for (let n = 0; n < 10 * loadRules.rejectedInSecond; n += 1) load.rejects()
  const told = new Set(Array.from({ length: 200 }, load.retrySeconds))
  expect(Math.max(...told)).toBe(loadRules.mostRetrySeconds)
  expect(Math.min(...told)).toBeGreaterThan(loadRules.retrySeconds)
  expect(told.size).toBeGreaterThan(4)
  end()
  await running
})

test('one client uses only its share; the others do not wait', async () => {
  const load = newLoad(100)
  const { work, end } = held()
  let begun = 0
  const stuck = Array.from({ length: 50 }, () => load.inTurn('one', () => ((begun += 1), work())))
  await wait(10)
  expect(begun).toBe(8)
  expect(await load.inTurn('other', async () => 'done')).toBe('done')
  const tooMany = Array.from({ length: loadRules.waitingOfOne }, () => load.inTurn('one', work))
  await expect(Promise.all(tooMany)).rejects.toMatchObject(commonErrors.busy)
  end()
  await Promise.all(stuck)
  expect(begun).toBe(50)
})

/** Computes until at least 1.2 s have passed, 0.2 s of them on a processor. */
function block(): void {
  const until = performance.now() + 1200
  const processor = process.cpuUsage()
  while (performance.now() < until || process.cpuUsage(processor).user < 200_000);
}

test('a blocked thread is reported with the running calls, and calls are rejected while many run', async () => {
  const load = newLoad(10)
  const { work, end } = held()
  const running = [1, 2, 3].map(() => load.during('GET /slow', work))
  lines.length = 0
  block()
  await eventually(() => lines.length > 0)
  const line = JSON.parse(lines[0] ?? '{}')
  expect(line).toMatchObject({ msg: 'the server stood still', calls: { 'GET /slow': 3 }, jobs: ['books'] })
  expect(line.ms).toBeGreaterThan(1000)
  expect(line.processorMilliseconds).toBeGreaterThan(100)
  expect(load.rejects()).toBe(true)
  end()
  await Promise.all(running)
  // Alone it is not the cause of the delay.
  expect(load.rejects()).toBe(false)
})

test('a thread that a timer stops is reported, also when the timer is due together with others', async () => {
  setTimeout(block, 500)
  newLoad(10)
  lines.length = 0
  await eventually(() => lines.some((line) => JSON.parse(line).processorMilliseconds > 100))
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'the server stood still', jobs: ['books'] }),
  )
})
