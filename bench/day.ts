import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { hashPassword } from '../server/src/core/session/password.ts'
import { addPeople, clientId, clientToken, openBench, operatorToken, type Bench } from './database.ts'
import { password } from './fill.ts'
import type { ApiRequest } from './load.ts'
import { startServer } from './program.ts'
import { Readers } from './readers.ts'
import { median, printTable, ratio, reportMisses, whole } from './report.ts'
import { addInstruments, benchFeed, names, processorSeconds, residentKilobytes } from './stream.ts'

/** Requests a second for each client, from the opening at 09:15 on. Every client logs in during the first fifth of the day. */
const pace = { wallet: 0.01, portfolio: 0.01, history: 0.005, deposit: 0.001, withdrawal: 0.0005 } as const
/** Requests a second of the desk. It also approves every deposit. */
const deskPace = { queue: 0.5, search: 0.2 } as const
const loginShare = 0.2
const mostGrowth = 0.1

type Taken = { times: number[]; failed: number; acknowledged: number }

interface Extent {
  port: number
  clients: number
  seconds: number
  /** 0.5 sends half as much. */
  share: number
}

/** Sends requests when they are due, whether earlier ones have been answered or not; times count from the moment they were due. */
class Day {
  readonly taken = new Map<string, Taken>()
  readonly #extent: Extent
  readonly #running = new Set<Promise<unknown>>()
  #utr = Date.now() % 1_000_000_000

  constructor(extent: Extent) {
    this.#extent = extent
  }

  async run(onSecond: (second: number) => void): Promise<void> {
    const { clients, seconds, share } = this.#extent
    const until = Math.max(1, Math.round(seconds * loginShare))
    const owed = new Map<string, number>()
    /** How many are due in this second, at this pace. */
    const due = (name: string, perSecond: number): number => {
      const sum = (owed.get(name) ?? 0) + perSecond * share
      owed.set(name, sum % 1)
      return Math.floor(sum)
    }
    const began = performance.now()
    for (let second = 0; second < seconds; second += 1) {
      const at = began + 1000 * second
      if (second < until) this.#send('login', due('login', clients / until), at, () => this.#login())
      for (const [name, perClient] of Object.entries(pace))
        this.#send(name, due(name, perClient * clients), at, () => this.#ofClient(name))
      for (const [name, perSecond] of Object.entries(deskPace))
        this.#send(`desk: ${name}`, due(name, perSecond), at, () => this.#atDesk(name))
      onSecond(second)
      await wait(Math.max(0, began + 1000 * (second + 1) - performance.now()))
    }
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  get #somebody(): number {
    return 1 + Math.floor(Math.random() * this.#extent.clients)
  }

  /** Spread over the second that begins `at`. */
  #send(name: string, count: number, at: number, make: () => ApiRequest): void {
    for (let each = 0; each < count; each += 1) this.#keep(this.#one(name, at + (1000 * each) / count, make()))
  }

  #keep(work: Promise<unknown>): void {
    const running: Promise<unknown> = work.finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  async #one(name: string, at: number, request: ApiRequest): Promise<void> {
    await wait(Math.max(0, at - performance.now()))
    const taken = this.taken.get(name) ?? { times: [], failed: 0, acknowledged: 0 }
    this.taken.set(name, taken)
    const { method, path, token, key, body } = request
    const headers = {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const reply = await fetch(`http://127.0.0.1:${this.#extent.port}/api${path}`, sent).catch(() => undefined)
    const json = (await reply?.json().catch(() => undefined)) as { transaction?: { _id: string } } | undefined
    taken.times.push(performance.now() - at)
    if (reply?.ok !== true) taken.failed += 1
    else taken.acknowledged += 1
    if (name === 'deposit' && json?.transaction)
      this.#keep(this.#one('desk: approve', performance.now() + 1000, this.#approval(json.transaction._id)))
  }

  #login(): ApiRequest {
    return { method: 'POST', path: '/user/login', body: { email: `client${this.#somebody}@example.com`, password } }
  }

  #ofClient(name: string): ApiRequest {
    const n = this.#somebody
    const [id, token] = [clientId(n), clientToken(n)]
    const body = { id, amount: 100 }
    if (name === 'deposit') {
      this.#utr += 1
      return {
        method: 'POST',
        path: '/user/wallet/add-money',
        token,
        key: randomUUID(),
        body: { ...body, utr: `4${this.#utr}`.padEnd(12, '0') },
      }
    }
    if (name === 'withdrawal') return { method: 'POST', path: '/user/wallet/withdraw', token, key: randomUUID(), body }
    const path = { wallet: `/user/wallet/${id}`, portfolio: `/user/portfolio/${id}` }[name]
    return { method: 'GET', path: path ?? `/user/wallet/transactions/${id}?limit=50`, token }
  }

  #atDesk(name: string): ApiRequest {
    const path = name === 'queue' ? '/desk/queue' : '/desk/clients?search=Ravi%20Kumar'
    return { method: 'GET', path, token: operatorToken }
  }

  #approval(id: string): ApiRequest {
    const body = { reference: `DAY${randomUUID().slice(0, 12)}` }
    return {
      method: 'POST',
      path: `/desk/wallet/transactions/${id}/approve`,
      token: operatorToken,
      key: randomUUID(),
      body,
    }
  }
}

function showTimes(title: string, { taken }: Day): void {
  const quantile = (times: readonly number[], share: number) =>
    whole(times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
  const rows = [...taken].map(([name, { times, failed }]) => [
    name,
    String(times.length),
    String(failed),
    quantile(times, 0.5),
    quantile(times, 0.99),
  ])
  console.log(title)
  printTable(['call', 'sent', 'failed', 'p50 ms', 'p99 ms'], rows)
}

const acknowledged = (days: readonly Day[], name: string): number =>
  days.reduce((sum, { taken }) => sum + (taken.get(name)?.acknowledged ?? 0), 0)

interface Running {
  port: number
  pid: number
  clients: number
  readers: Readers
  feed: Awaited<ReturnType<typeof benchFeed>>
}

async function runPhase({ port, pid, clients, readers, feed }: Running, title: string, minutes: number, share: number) {
  const day = new Day({ port, clients, seconds: Math.round(60 * minutes), share })
  const memory: number[] = []
  const busy = processorSeconds(pid)
  readers.count()
  await day.run(() => {
    feed.say(readers.tick())
    memory.push(residentKilobytes(pid) / 1024)
  })
  const used = (processorSeconds(pid) - busy) / (60 * minutes)
  const delays = readers.results().delays.toSorted((a, b) => a - b)
  showTimes(`${title}, ${minutes} minutes:`, day)
  const p99 = whole(delays[Math.floor(delays.length * 0.99)] ?? 0)
  const most = whole(Math.max(...memory))
  console.log(`${clients} price streams: p99 ${p99} ms. Server: ${ratio(used, 1)} of a core, at most ${most} MB.`)
  return { day, memory }
}

/** Everything acknowledged is stored, and the books balance. */
async function checkStored({ owner }: Bench, { port, clients }: Running, days: readonly Day[]): Promise<string[]> {
  const misses: string[] = []
  for (const [name, event] of [
    ['withdrawal', 'withdrawal.requested'],
    ['desk: approve', 'deposit.approved'],
  ] as const) {
    const row = await owner.row<{ count: bigint }>('select count(*) from journal where event = $1', [event])
    // Every client began with a deposit.
    const stored = Number(row?.count ?? 0n) - (event === 'deposit.approved' ? clients : 0)
    console.log(`${name}: ${acknowledged(days, name)} acknowledged, ${stored} stored.`)
    if (stored < acknowledged(days, name)) misses.push(`acknowledged ${name} not stored`)
  }
  const headers = { Authorization: `Bearer ${operatorToken}` }
  const reply = await fetch(`http://127.0.0.1:${port}/api/desk/books`, { headers })
  const { balanced } = (await reply.json()) as { balanced: boolean }
  return balanced ? misses : [...misses, 'the books']
}

const growthOf = (memory: readonly number[]): number => {
  const part = Math.max(1, Math.floor(memory.length / 10))
  const [first, last] = [median(memory.slice(part, 2 * part)), median(memory.slice(-part))]
  const growth = last / first - 1
  console.log(`Memory at half load: ${whole(first)} MB, at its end ${whole(last)} MB (${whole(100 * growth)} %).`)
  return growth
}

/** `npm run bench:day`: a morning at a broker in ten minutes, then half of it for as long as `--rest` says, for the growth of memory. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '10' },
      rest: { type: 'string', default: '60' },
    },
  })
  const clients = Number(values.clients)
  const bench = await openBench()
  const feed = await benchFeed()
  const readers = new Readers()
  const misses: string[] = []
  try {
    await addPeople(bench.owner, clients)
    await addInstruments(bench)
    await bench.owner.run('update client set password_hash = $1', [await hashPassword(password)])
    const { port, pid, stop } = await startServer(bench, { FEED_URL: feed.url })
    const running = { port, pid, clients, readers, feed }
    try {
      // 0 is not a valid price.
      readers.tick()
      const positions = (n: number) =>
        `GET /api/user/prices?symbols=${names.slice(0, 20).join()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${clientToken(n)}\r\n\r\n`
      const requests = Array.from({ length: clients }, (_, n) => positions(n + 1))
      await readers.open(port, requests)
      const full = await runPhase(running, 'The day', Number(values.minutes), 1)
      const rest = await runPhase(running, 'Half of it', Number(values.rest), 0.5)
      if (growthOf(rest.memory) > mostGrowth) misses.push('growth of memory')
      misses.push(...(await checkStored(bench, running, [full.day, rest.day])))
    } finally {
      readers.close()
      await stop()
    }
  } finally {
    await feed.close()
    await bench.stop()
  }
  reportMisses(misses)
}
