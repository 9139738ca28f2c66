import { Worker } from 'node:worker_threads'
import { setTimeout as wait } from 'node:timers/promises'
import { addPeople, clientId, clientToken, openBench } from '../database.ts'
import { printTable, whole } from '../report.ts'
import type { CrowdOptions } from './crowd.ts'
import { quantile, send, summary, summaryHead } from './requests.ts'
import { residentMegabytes, startServer } from '../program.ts'

const crowdSockets = 19_500
const people = 100
const metricsPort = 25_403
const heads = Array.from(
  { length: people },
  (_, n) =>
    `GET /api/user/profile/${clientId(n + 1)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${clientToken(n + 1)}\r\n\r\n`,
)

async function crowd(options: CrowdOptions): Promise<{ sent: { status: number; ms: number }[]; open: number }> {
  const worker = new Worker(new URL('./crowd.ts', import.meta.url), { workerData: options })
  const result = await new Promise<never>((resolve) => worker.once('message', resolve))
  await worker.terminate()
  return result
}

/** `npm run bench:overload`: 19,500 sockets on one process, against its capacity with 32. */
export async function main(): Promise<void> {
  const bench = await openBench()
  await addPeople(bench.owner, people)
  const server = await startServer(bench, {
    CONNECTIONS: '30000',
    LOG_LEVEL: 'info',
    METRICS_PORT: String(metricsPort),
  })
  const { port } = server
  await crowd({ port, sockets: 32, seconds: 3, heads })
  server.answers()
  const alone = await crowd({ port, sockets: 32, seconds: 5, heads })
  const usual = server.answers().map(({ ms }) => ms)
  const before = residentMegabytes(server.pid)
  let most = before
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(server.pid))), 250)
  const seconds = 15
  const together = await crowd({ port, sockets: crowdSockets, seconds, heads })
  clearInterval(watch)
  const inServer = server.answers()
  const recovered = await recovery(port, 2 * Math.max(10, quantile(usual, 0.99)))
  const rate = (count: number, of: number) => whole(count / of)
  console.log(`capacity with 32 sockets: ${rate(alone.sent.length, 5)} a second`)
  console.log(`${together.open} connections of ${crowdSockets} sockets in ${seconds} s:`)
  printTable(summaryHead, [
    ...summary('in the server', inServer),
    ...summary('from request to answer, seen by the clients', together.sent),
  ])
  const accepted = together.sent.filter(({ status }) => status === 200).length
  console.log(await rejectedInServer())
  console.log(`accepted ${rate(accepted, seconds)} a second; memory ${whole(before)} MB, at most ${whole(most)} MB;`)
  console.log(`usual times again after ${whole(recovered * 1000)} ms`)
  await server.stop()
  await bench.stop()
}

/** The log has only calls that were begun; of those rejected before, the server counts how many took how long. */
async function rejectedInServer(): Promise<string> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const buckets = [...text.matchAll(/^sauda_rejection_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)]
  const counts = buckets.map(([, most, count]) => ({ most: Number(most) * 1000, count: Number(count) }))
  const all = counts.at(-1)?.count ?? 0
  const within = (share: number) => counts.find(({ count }) => count >= all * share)?.most ?? Number.NaN
  return `rejected before any work, in the server: ${all}; p50 at most ${within(0.5)} ms, p99 at most ${within(0.99)} ms, longest at most ${within(1)} ms`
}

/** Seconds until ten requests in a row are answered as fast as usual. */
async function recovery(port: number, usualMs: number): Promise<number> {
  const began = performance.now()
  for (let inRow = 0; inRow < 10; await wait(20)) {
    const { status, ms } = await send({ port, path: `/user/profile/${clientId(1)}`, token: clientToken(1) })
    inRow = status === 200 && ms <= usualMs ? inRow + 1 : 0
    if (performance.now() - began > 60_000) return 60
  }
  return (performance.now() - began) / 1000
}
