import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PlainError, start } from '../scripts/child.ts'
import { listen } from '../server/test/socket-server.ts'
import { addPeople, clientToken, openBench, type Bench } from './database.ts'
import { residentMegabytes, startServer } from './program.ts'
import { quantile } from './faults/requests.ts'
import { Readers } from './readers.ts'
import { printTable, ratio, whole } from './report.ts'

const streams = 10_000
/** How many of them stop reading after opening. */
const silentReaders = 100
const tickMilliseconds = 1000
const ticks = 60
/** Each stream follows some of them, in as many combinations as symbols. */
const market = 50
const followed = 20
/** File descriptors for database, feed and the program. */
const spareDescriptors = 200

type Result = {
  kilobytes: number
  growth: number
  p50: number
  p99: number
  cpu: number
  events: number
  seconds: number
}

/** `npm run bench:stream`: ten thousand price streams on one process, compared with a minimal server. */
export async function main(): Promise<void> {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' })) || Number.POSITIVE_INFINITY
  if (limit < streams + spareDescriptors)
    throw new PlainError(
      `This shell may open ${limit} files, too few for ${streams} streams. Raise it with ulimit -Hn.`,
    )
  const bare = await measureBare()
  const product = await measureProduct()
  const row = (what: string, of: (result: Result) => number): string[] => [
    what,
    of(product).toLocaleString('en', { maximumSignificantDigits: 3 }),
    of(bare).toLocaleString('en', { maximumSignificantDigits: 3 }),
    // Too small for a meaningful ratio.
    of(bare) < 0.1 ? '–' : ratio(of(product), of(bare)),
  ]
  console.log(`${streams} streams, ${silentReaders} of them asleep, ${ticks} ticks of ${market} prices, one a second`)
  printTable(
    ['', 'Sauda', 'bare server', 'ratio'],
    [
      row('memory a stream, KB', ({ kilobytes }) => kilobytes),
      row('grown in the second half, KB a stream', ({ growth }) => growth),
      row('a tick to a browser, median ms', ({ p50 }) => p50),
      row('a tick to a browser, p99 ms', ({ p99 }) => p99),
      row('p99 against one tick', ({ p99 }) => p99 / tickMilliseconds),
      row('processor, share of one core', ({ cpu }) => cpu),
      row('opened in seconds', ({ seconds }) => seconds),
    ],
  )
  console.log(
    `Ticks that came on their own: ${whole((100 * product.events) / ((streams - silentReaders) * ticks))} % of all`,
  )
}

async function measureProduct(): Promise<Result> {
  const bench = await openBench()
  const feed = await benchFeed()
  await addPeople(bench.owner, streams)
  await addInstruments(bench)
  const server = await startServer(bench, { FEED_URL: feed.url })
  try {
    return await measure(server, feed, (n) => {
      const symbols = Array.from({ length: followed }, (_, k) => names[(n + k) % market])
      return `GET /api/user/prices?symbols=${symbols.join()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${clientToken(n + 1)}\r\n\r\n`
    })
  } finally {
    await server.stop()
    await feed.close()
    await bench.stop()
  }
}

async function measureBare(): Promise<Result> {
  const feed = await benchFeed()
  const said = Promise.withResolvers<number>()
  const child = start('node', [join(import.meta.dirname, 'bare-stream.ts')], {
    env: { ...process.env, FEED_URL: feed.url },
    onText: (text) => said.resolve(Number(/ready http:\S+:(\d+)/.exec(text)?.[1])),
  })
  try {
    const server = { port: await said.promise, pid: child.process.pid ?? 0 }
    return await measure(server, feed, () => 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  } finally {
    child.stop()
    await child.ended
    await feed.close()
  }
}

const addInstruments = ({ owner }: Bench) =>
  owner.run(
    `insert into instrument (symbol, name, exchange, kind, lot, tick, fractional)
     select symbol, symbol, 'NSE', 'share', 1, 0.05, false from unnest($1::text[]) symbol`,
    [names],
  )

const names = Array.from({ length: market }, (_, n) => `SYM${n}`)

async function benchFeed() {
  const hello = JSON.stringify({ type: 'hello', source: 'Bench' })
  const server = await listen(0, { open: (connection) => connection.send(hello) })
  return {
    ...server,
    url: `ws://127.0.0.1:${server.port}`,
    say: (tick: number) => {
      const at = new Date().toISOString()
      server.send(
        JSON.stringify({ type: 'prices', prices: names.map((symbol) => ({ symbol, price: String(tick), at })) }),
      )
    },
  }
}

type Server = { readonly port: number; readonly pid: number }
type Feed = Awaited<ReturnType<typeof benchFeed>>

async function measure({ port, pid }: Server, feed: Feed, request: (n: number) => string): Promise<Result> {
  const readers = new Readers()
  const tick = async (): Promise<void> => {
    feed.say(readers.tick())
    // Not synchronised with the server's rounds.
    await wait(tickMilliseconds * (0.8 + 0.4 * Math.random()))
  }
  // 0 is not a valid price.
  readers.tick()
  for (let warm = 0; warm < 5; warm += 1) await tick()
  const before = residentMegabytes(pid)
  const began = performance.now()
  const requests = Array.from({ length: streams }, (_, n) => request(n))
  await readers.open(port, requests.slice(0, silentReaders), { sleeping: true })
  await readers.open(port, requests.slice(silentReaders))
  const seconds = (performance.now() - began) / 1000
  for (let warm = 0; warm < 5; warm += 1) await tick()
  const opened = residentMegabytes(pid)
  readers.count()
  const [busy, from] = [processorSeconds(pid), performance.now()]
  let halfway = opened
  for (let each = 0; each < ticks; each += 1) {
    if (each === ticks / 2) halfway = residentMegabytes(pid)
    await tick()
  }
  const cpu = (processorSeconds(pid) - busy) / ((performance.now() - from) / 1000)
  const { delays, events, living } = readers.results()
  const after = residentMegabytes(pid)
  readers.close()
  if (living < streams) throw new Error(`${streams - living} streams were closed`)
  const perStream = (megabytes: number): number => (megabytes * 1024) / streams
  return {
    kilobytes: perStream(opened - before),
    growth: perStream(after - halfway),
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    cpu,
    events,
    seconds,
  }
}

/** CPU time of the process since its start, user and system; the kernel counts hundredths of a second. */
function processorSeconds(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) / 100
}
