import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { start, type Child } from '../../scripts/child.ts'
import { openDb } from '../../server/src/platform/db.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import { clientId, clientToken, operatorToken } from '../database.ts'
import { quantile, send, type Sent } from '../faults/requests.ts'
import { printTable, whole } from '../report.ts'

interface Load {
  /** Ports of the servers or the proxy; a caller uses the next one for each request. May change during the load. */
  ports: readonly number[]
  callers: number
  seconds: number
  /** Called with each answer about a withdrawal, also about one sent again. */
  onAnswer?: (answer: Sent) => void
}

export interface Applied {
  /** Ids of the withdrawals that were answered with 200. */
  acknowledged: string[]
  /** Withdrawals that never got a definite answer. */
  unknown: number
  /** Requests sent again with the same key. */
  repeated: number
  refused: Map<number, number>
  /** Histories without a withdrawal acknowledged before. */
  stale: number
  /** From the first sending of a withdrawal to its acknowledgement. */
  times: number[]
  /** The longest gap between withdrawals that were acknowledged one after the other. */
  longestGap: number
  seconds: number
}

const nothingApplied = (): Applied => ({
  acknowledged: [],
  unknown: 0,
  repeated: 0,
  refused: new Map(),
  stale: 0,
  times: [],
  longestGap: 0,
  seconds: 0,
})

const patienceMs = 90_000
const undecided = new Set([0, 409, 429, 500, 502, 503, 504])

/**
 * Each caller is a client: a withdrawal, sent again with its key until the answer is definite, then its history, which must
 * contain it. `during` causes the faults; what it finds is added to `applied`.
 */
export async function applyLoad(
  { ports, callers, seconds, onAnswer = () => {} }: Load,
  during = async () => {},
  applied = nothingApplied(),
): Promise<Applied> {
  const began = performance.now()
  let [isOver, last] = [false, began]
  const acknowledge = (id: string, sentAt: number) => {
    const now = performance.now()
    applied.acknowledged.push(id)
    applied.times.push(now - sentAt)
    applied.longestGap = Math.max(applied.longestGap, now - last)
    last = now
  }
  const run = `${process.pid}-${Date.now()}`

  async function call(n: number): Promise<void> {
    const agent = new Agent({ keepAlive: true })
    let turn = n
    const next = () => {
      turn += 1
      return { port: ports[turn % ports.length] ?? 0, agent }
    }
    const [id, token] = [clientId(n), clientToken(n)]
    for (let round = 0; !isOver; round += 1) {
      const sentAt = performance.now()
      const money = { method: 'POST', path: '/user/wallet/withdraw', token, key: `cluster-${run}-${n}-${round}` }
      const attempt = async () => {
        const sent = await send({ ...next(), ...money, body: { id, amount: 100 } })
        onAnswer(sent)
        return sent
      }
      let answer = await attempt()
      while (undecided.has(answer.status) && performance.now() - sentAt < patienceMs) {
        applied.repeated += 1
        await wait(100)
        answer = await attempt()
      }
      if (answer.status !== 200) {
        if (undecided.has(answer.status)) applied.unknown += 1
        else applied.refused.set(answer.status, (applied.refused.get(answer.status) ?? 0) + 1)
        continue
      }
      const { _id: withdrawal } = (JSON.parse(answer.body) as { transaction: { _id: string } }).transaction
      acknowledge(withdrawal, sentAt)
      const history = await send({ ...next(), path: `/user/wallet/transactions/${id}`, token })
      if (history.status === 200 && !history.body.includes(withdrawal)) applied.stale += 1
    }
    agent.destroy()
  }

  const calls = Promise.all(Array.from({ length: callers }, (_, n) => call(n + 1)))
  await during()
  await wait(Math.max(0, began + seconds * 1000 - performance.now()))
  isOver = true
  await calls
  applied.seconds += (performance.now() - began) / 1000
  return applied
}

const figures = ['a second', 'p50 ms', 'p99 ms', 'gap ms', 'repeated', 'acked', 'stored', 'lost', 'doubled', 'stale']

/** Compares each with its own database; returns the violations. */
export async function printCompared(
  rows: { name: string; applied: Applied; databaseUrl: string; storedBefore?: number }[],
): Promise<string[]> {
  const misses: string[] = []
  const lines: string[][] = []
  for (const { name, applied, databaseUrl, storedBefore = 0 } of rows) {
    const db = openDb(databaseUrl, makeLog('silent'), { size: 1 })
    const text = `select id::text as id from wallet_request where type = 'withdrawal'`
    const stored = new Set((await db.rows<{ id: string }>(text)).map(({ id }) => id))
    await db.close()
    const acknowledged = new Set(applied.acknowledged)
    const lost = [...acknowledged].filter((id) => !stored.has(id)).length
    const { stale, longestGap, repeated, times, refused } = applied
    const added = stored.size - storedBefore
    const doubled = Math.max(0, added - acknowledged.size - applied.unknown, times.length - acknowledged.size)
    const rates = [times.length / applied.seconds, quantile(times, 0.5), quantile(times, 0.99), longestGap]
    lines.push([name, ...[...rates, repeated, times.length, added, lost, doubled, stale].map(whole)])
    if (lost + doubled + stale + applied.unknown > 0)
      misses.push(`${name}: ${lost} lost, ${doubled} doubled, ${stale} stale, ${applied.unknown} unknown`)
    if (refused.size > 0) misses.push(`${name}: refused ${JSON.stringify([...refused])}`)
  }
  printTable(['case', ...figures], lines)
  console.log(`load average ${loadavg().map(whole).join(' ')}`)
  return misses
}

export async function booksBalance(port: number): Promise<boolean> {
  const { status, body } = await send({ port, path: '/desk/books', token: operatorToken })
  return status === 200 && (JSON.parse(body) as { balanced: boolean }).balanced
}

/** PostgreSQL and etcd refuse to run as root. Ends with `stack`; PostgreSQL waits for its clients unless it gets SIGINT. */
export function launchAsPostgres(
  stack: AsyncDisposableStack,
  cwd: string,
  command: string[],
  ending: NodeJS.Signals = 'SIGTERM',
): Child {
  const user = ['--reuid=postgres', '--regid=postgres', '--clear-groups']
  // They would read root's certificates otherwise.
  const env = { PATH: process.env['PATH'], HOME: cwd }
  const child = start('/usr/bin/setpriv', [...user, ...command], { cwd, env })
  stack.defer(async () => {
    child.process.kill(ending)
    await child.ended
  })
  return child
}

/** Every process of the PostgreSQL in this data folder at once, as a machine that loses its power. */
export function killPostgres(data: string): void {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ')
  for (const pid of [postmaster, ...children.map(Number)]) process.kill(pid, 'SIGKILL')
}

export async function until(what: string, condition: () => Promise<boolean>, seconds = 60): Promise<void> {
  for (const end = Date.now() + seconds * 1000; !(await condition().catch(() => false)); await wait(200))
    if (Date.now() > end) throw new Error(`${what} did not happen within ${seconds} s`)
}
