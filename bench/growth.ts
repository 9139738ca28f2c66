import { parseArgs } from 'node:util'
import { createApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/platform/config.ts'
import { openDb } from '../server/src/platform/db.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { addOperator, clientId, clientToken, openBench, operatorToken, requestId, type Bench } from './database.ts'
import { fill, heavy, password } from './fill.ts'
import { load, type Ask, type Outcome } from './load.ts'
import { fullReads } from './plans.ts'
import { startServer } from './program.ts'
import { median } from './report.ts'
import { record, recorded, type Recording } from './record.ts'

// The same calls to a small and to a large house, by turns in one run: what a client waits for must not grow.

const { values: given } = parseArgs({
  options: {
    small: { type: 'string', default: '1000' },
    large: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '15' },
  },
})
const [small, large, rounds] = [Number(given.small), Number(given.large), Number(given.rounds)]
const goal = 1.25
const history = { small: 100, large: Math.min(100_000, large) }

interface Subject {
  clients: number
  history: number
}
interface Measured {
  name: string
  count: number
  /** Whether the goal is for it. */
  isGoal: boolean
  ask: (subject: Subject) => Ask
}

const somebody = ({ clients }: Subject) => 2 + Math.floor(Math.random() * (clients - 1))
const get = (path: string, token: string): Ask => ({ method: 'GET', path, token })
const ofClient = (path: (id: string) => string) => (subject: Subject) => {
  const n = somebody(subject)
  return get(path(clientId(n)), clientToken(n))
}
const search = (text: (subject: Subject) => string) => (subject: Subject) =>
  get(`/desk/clients?search=${encodeURIComponent(text(subject))}`, operatorToken)
const longHistory = (before: (subject: Subject) => string) => (subject: Subject) =>
  get(`/user/wallet/transactions/${clientId(heavy)}?limit=50${before(subject)}`, clientToken(heavy))

const calls: Measured[] = [
  { name: 'wallet', count: 300, isGoal: true, ask: ofClient((id) => `/user/wallet/${id}`) },
  { name: 'history page', count: 300, isGoal: true, ask: ofClient((id) => `/user/wallet/transactions/${id}?limit=50`) },
  {
    name: 'login',
    count: 30,
    isGoal: true,
    ask: (subject) => ({
      method: 'POST',
      path: '/user/login',
      body: { email: `client${somebody(subject)}@example.com`, password },
    }),
  },
  { name: 'statement page', count: 300, isGoal: false, ask: ofClient((id) => `/user/statement/${id}`) },
  { name: 'history of 100 / 100 000, first page', count: 200, isGoal: false, ask: longHistory(() => '') },
  {
    name: 'history of 100 / 100 000, middle page',
    count: 200,
    isGoal: false,
    ask: longHistory((subject) => `&before=${requestId(900_000_000_000 + Math.ceil(subject.history / 2) + 51)}`),
  },
  { name: 'desk: client by e-mail', count: 60, isGoal: false, ask: search((s) => `client${somebody(s)}@`) },
  { name: 'desk: client by id', count: 60, isGoal: false, ask: search((s) => `SD${100_000 + somebody(s)}`) },
  { name: 'desk: client by name', count: 60, isGoal: false, ask: search(() => 'Kavya Rao') },
  { name: 'desk: nobody', count: 60, isGoal: false, ask: search(() => 'Zarathustra') },
]

const shown = (value: number, digits: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits, useGrouping: false })

async function house(subject: Subject) {
  const bench = await openBench()
  await addOperator(bench.owner)
  const began = Date.now()
  await fill(bench, subject)
  const size = await bench.owner.row<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  console.log(`${subject.clients} clients: ${size?.size}, filled in ${shown((Date.now() - began) / 1000, 0)} s.`)
  return { subject, bench }
}
type House = Awaited<ReturnType<typeof house>>

/** Which statements of these calls would read a large table from end to end. */
async function planFaults({ subject, bench }: House): Promise<string[]> {
  const log = makeLog('silent')
  const config = readConfig({ DATABASE_URL: bench.url, DATA_DIR: bench.dataDir, RATE_LIMITS: 'off', DEMO_DATA: 'off' })
  const db = recorded(openDb(bench.url, log, { role: 'sauda_app' }))
  const app = await createApp({ config, db, log })
  const faults: string[] = []
  for (const { name, ask } of calls) {
    const { method, path, token, body } = ask(subject)
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const recording: Recording = await record(async () => {
      const answer = await app.http.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.payload}`)
    })
    faults.push(...(await fullReads(bench.owner, recording)).map((fault) => `${name}: ${fault}`))
  }
  await app.stop()
  await db.close()
  return faults
}

async function compare(one: House & { port: number }, other: House & { port: number }): Promise<string[]> {
  const misses: string[] = []
  console.log('\n| call | p99, large / small | p50, large / small | p99 in ms, small, large |\n|---|---|---|---|')
  for (const { name, count, isGoal, ask } of calls) {
    const measure = ({ port, subject }: House & { port: number }) =>
      load({ port, parallel: 2, count, ask: () => ask(subject) })
    const found: [Outcome[], Outcome[]] = [[], []]
    await measure(one)
    await measure(other)
    for (let round = 0; round < rounds; round += 1) {
      found[0].push(await measure(one))
      found[1].push(await measure(other))
    }
    const of = (key: 'p50' | 'p99') =>
      found.map((outcomes) => median(outcomes.map((each) => each[key]))) as [number, number]
    const [[p99, grown], [p50, grown50]] = [of('p99'), of('p50')]
    if (isGoal && grown / p99 > goal) misses.push(`${name}: ${shown(grown / p99, 2)}`)
    console.log(
      `| ${name} | ${shown(grown / p99, 2)} | ${shown(grown50 / p50, 2)} | ${shown(p99, 1)}, ${shown(grown, 1)} |`,
    )
  }
  return misses
}

async function checkBooks({ port, subject }: House & { port: number }): Promise<string[]> {
  const began = Date.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/desk/books`, {
    headers: { Authorization: `Bearer ${operatorToken}` },
    signal: AbortSignal.timeout(900_000),
  })
  const { balanced, entries } = (await response.json()) as { balanced: boolean; entries: number }
  console.log(
    `Books of ${subject.clients} clients, ${entries} entries: ${balanced ? 'balanced' : 'NOT balanced'}, in ${shown((Date.now() - began) / 1000, 1)} s.`,
  )
  return balanced ? [] : [`the books of ${subject.clients} clients`]
}

async function serve(one: House): Promise<House & { port: number; end: () => Promise<void> }> {
  const { port, stop } = await startServer(one.bench)
  return { ...one, port, end: stop }
}

const benches: Bench[] = []
const ends: (() => Promise<void>)[] = []
try {
  const houses: House[] = []
  for (const subject of [
    { clients: small, history: history.small },
    { clients: large, history: history.large },
  ]) {
    const made = await house(subject)
    benches.push(made.bench)
    houses.push(made)
  }
  const [little, big] = houses as [House, House]
  const misses = await planFaults(big)
  const served = [await serve(little), await serve(big)] as const
  ends.push(...served.map(({ end }) => end))
  for (const each of served) misses.push(...(await checkBooks(each)))
  misses.push(...(await compare(...served)))
  console.log(misses.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${misses.join('\n')}`)
  process.exitCode = misses.length === 0 ? 0 : 1
} finally {
  for (const end of ends) await end()
  for (const each of benches) await each.stop()
}
