import { parseArgs } from 'node:util'
import { createApp } from '../server/src/app.ts'
import { readConfig } from '../server/src/config.ts'
import { openDb } from '../server/src/platform/db.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { addOperator, clientId, clientToken, openBench, operatorToken, requestId } from './database.ts'
import { fill, heavy, password } from './fill.ts'
import { load, type ApiRequest, type Outcome } from './load.ts'
import { fullReads } from './plans.ts'
import { startServer } from './program.ts'
import { purchase, withdrawal } from './verbs.ts'
import { record, recorded, type Recording } from './record.ts'
import { median, printTable, ratio, whole } from './report.ts'

const goal = 1.25

interface Subject {
  clients: number
  history: number
}
interface Measured {
  name: string
  count: number
  /** Whether the limit applies to it. */
  isGoal: boolean
  request: (subject: Subject) => ApiRequest
}

const somebody = ({ clients }: Subject) => 2 + Math.floor(Math.random() * (clients - 1))
const get = (path: string, token: string): ApiRequest => ({ method: 'GET', path, token })
const ofClient = (path: (id: string) => string) => (subject: Subject) => {
  const n = somebody(subject)
  return get(path(clientId(n)), clientToken(n))
}
const search = (text: (subject: Subject) => string) => (subject: Subject) =>
  get(`/desk/clients?search=${encodeURIComponent(text(subject))}`, operatorToken)
const longHistory = (before: (subject: Subject) => string) => (subject: Subject) =>
  get(`/user/wallet/transactions/${clientId(heavy)}?limit=50${before(subject)}`, clientToken(heavy))

const calls: Measured[] = [
  { name: 'wallet', count: 300, isGoal: true, request: ofClient((id) => `/user/wallet/${id}`) },
  {
    name: 'history page',
    count: 300,
    isGoal: true,
    request: ofClient((id) => `/user/wallet/transactions/${id}?limit=50`),
  },
  {
    name: 'login',
    count: 30,
    isGoal: true,
    request: (subject) => ({
      method: 'POST',
      path: '/user/login',
      body: { email: `client${somebody(subject)}@example.com`, password },
    }),
  },
  { name: 'statement page', count: 300, isGoal: false, request: ofClient((id) => `/user/statement/${id}`) },
  { name: 'first page of a long history', count: 200, isGoal: false, request: longHistory(() => '') },
  {
    name: 'page in the middle of it',
    count: 200,
    isGoal: false,
    request: longHistory((subject) => `&before=${requestId(900_000_000_000 + Math.ceil(subject.history / 2) + 51)}`),
  },
  { name: 'trades', count: 300, isGoal: true, request: ofClient((id) => `/user/trade/history/${id}`) },
  { name: 'portfolio', count: 300, isGoal: true, request: ofClient((id) => `/user/portfolio/${id}`) },
  {
    name: 'sells of a long history',
    count: 200,
    isGoal: false,
    request: () => get(`/user/trade/history/${clientId(heavy)}?action=SELL`, clientToken(heavy)),
  },
  { name: 'desk: client by e-mail', count: 60, isGoal: false, request: search((s) => `client${somebody(s)}@`) },
  { name: 'desk: client by id', count: 60, isGoal: false, request: search((s) => `SD${100_000 + somebody(s)}`) },
  { name: 'desk: client by name', count: 60, isGoal: false, request: search(() => 'Kavya Rao') },
  { name: 'desk: nobody', count: 60, isGoal: false, request: search(() => 'Zarathustra') },
]

const atDesk = (path: string) => () => get(`/desk${path}`, operatorToken)

/** Further calls, of which only the query plans are checked. */
const planned: ((subject: Subject) => ApiRequest)[] = [
  () => withdrawal(2),
  ofClient((id) => `/user/loan/get-loans-by-user/${id}`),
  ofClient(() => '/user/charges'),
  ofClient((id) => `/user/profile/${id}`),
  () => get(`/user/wallet/transaction/${requestId(2)}`, clientToken(2)),
  atDesk('/queue'),
  atDesk('/clients'),
  atDesk(`/clients/${clientId(2)}`),
  atDesk(`/clients/${clientId(2)}/entries`),
  atDesk(`/wallet/transactions/${requestId(2)}`),
  () => get(`/user/trade/history/${clientId(heavy)}`, clientToken(heavy)),
  () => get(`/user/portfolio/${clientId(heavy)}`, clientToken(heavy)),
  atDesk(`/clients/${clientId(2)}/trades`),
  atDesk(`/trades/${requestId(4)}`),
  atDesk('/reversals'),
  () => purchase(2),
  atDesk('/ledger/adjustments'),
  atDesk('/audit'),
]

async function prepare(subject: Subject) {
  const bench = await openBench()
  await addOperator(bench.owner)
  const began = Date.now()
  await fill(bench, subject)
  const size = await bench.owner.row<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  console.log(`${subject.clients} clients: ${size?.size}, filled in ${whole((Date.now() - began) / 1000)} s.`)
  return { subject, bench }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

/** Which statements of these calls would read a large table from end to end. */
async function planFaults({ subject, bench }: Prepared): Promise<string[]> {
  const log = makeLog('silent')
  const config = readConfig({
    DATABASE_URL: bench.url,
    DATA_DIR: bench.dataDir,
    RATE_LIMITS: 'off',
    DEMO_DATA: 'off',
    APPROVALS: 'single',
  })
  const db = recorded(openDb(bench.url, log, { role: 'sauda_app' }))
  const app = await createApp({ config, db, log })
  const problems: string[] = []
  for (const request of [...calls.map((each) => each.request), ...planned]) {
    const { method, path, token, body } = request(subject)
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const recording: Recording = await record(async () => {
      const answer = await app.http.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) })
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.payload}`)
    })
    problems.push(...(await fullReads(bench.owner, recording)).map((problem) => `${method} ${path}: ${problem}`))
  }
  await app.stop()
  await db.close()
  if (problems.length === 0) console.log('No statement of these calls reads a large table from end to end.')
  return problems
}

async function compare(one: Served, other: Served, rounds: number): Promise<string[]> {
  const rows: string[][] = []
  const misses: string[] = []
  for (const { name, count, isGoal, request } of calls) {
    const measure = ({ port, subject }: Served) => load({ port, parallel: 2, count, request: () => request(subject) })
    // Warm-up: connections, prepared plans, compiled code.
    await measure(one)
    await measure(other)
    const found: [Outcome, Outcome][] = []
    for (let round = 0; round < rounds; round += 1) found.push([await measure(one), await measure(other)])
    const grown = (key: 'p50' | 'p99') => median(found.map(([before, after]) => after[key] / before[key]))
    const times = [0, 1].map((index) => whole(median(found.map((pair) => pair[index]?.p99 ?? 0)))).join(', ')
    if (isGoal && grown('p99') > goal) misses.push(`p99 of ${name}`)
    rows.push([name, ratio(grown('p99'), 1), ratio(grown('p50'), 1), times])
    console.log(rows.at(-1)?.join(' | '))
  }
  printTable(['call', 'p99, large to small', 'p50, large to small', 'p99 in ms, small, large'], rows)
  return misses
}

async function checkBooks({ port, subject }: Served): Promise<string[]> {
  const began = Date.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/desk/books`, {
    headers: { Authorization: `Bearer ${operatorToken}` },
    signal: AbortSignal.timeout(900_000),
  })
  const { balanced, entries } = (await response.json()) as { balanced: boolean; entries: number }
  console.log(
    `Books of ${subject.clients} clients, ${entries} entries: ${balanced ? 'balanced' : 'NOT balanced'}, in ${whole((Date.now() - began) / 1000)} s.`,
  )
  return balanced ? [] : [`the books of ${subject.clients} clients`]
}

interface Served extends Prepared {
  port: number
}

/** `npm run bench:growth`: the same calls on a small and a large database, in turns; response times must not grow. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      small: { type: 'string', default: '1000' },
      large: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '15' },
    },
  })
  const open: (() => Promise<void>)[] = []
  const misses: string[] = []
  try {
    const served: Served[] = []
    for (const clients of [Number(values.small), Number(values.large)]) {
      const made = await prepare({ clients, history: Math.min(100_000, clients / 10) })
      open.unshift(made.bench.stop)
      misses.push(...(clients === Number(values.large) ? await planFaults(made) : []))
      const { port, stop } = await startServer(made.bench)
      open.unshift(stop)
      served.push({ ...made, port })
    }
    for (const each of served) misses.push(...(await checkBooks(each)))
    const [little, big] = served
    if (little && big) misses.push(...(await compare(little, big, Number(values.rounds))))
  } finally {
    for (const close of open) await close()
  }
  console.log(misses.length === 0 ? 'Every goal is met.' : `Missed:\n${misses.join('\n')}`)
  process.exitCode = misses.length === 0 ? 0 : 1
}
