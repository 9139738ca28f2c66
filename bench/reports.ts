import { reportKeys } from '@sauda/contract/books/report'
import { addOperator, clientId, clientToken, openBench, operatorToken } from './database.ts'
import { fill, heavy } from './fill.ts'
import { startServer } from './program.ts'
import { median, optionsOf, printTable, reportMisses, whole } from './report.ts'

const limits = { report: 2000, page: 50, file: 3000 }
const rounds = 5
/** Deposits of the client with a long history; it also buys and sells as often: 100,000 entries. */
const history = 33_000

const dayOf = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** `npm run bench:reports -- --clients 50000`: each report of two years, and pages and files of a statement of 100,000 entries. */
export async function main(args: string[]): Promise<void> {
  const { clients } = optionsOf(args, { clients: '50000' })
  const bench = await openBench()
  try {
    await addOperator(bench.owner)
    await fill(bench, { clients: Number(clients), history })
    await bench.owner.run(`update session set last_seen_at = now() + interval '1 day' where operator_id is not null`)
    const entries = await bench.owner.row<{ count: bigint }>('select count(*) from entry')
    console.log(`${entries?.count} entries`)
    const { port, stop } = await startServer(bench)
    try {
      await measure(port)
    } finally {
      await stop()
    }
  } finally {
    await bench.stop()
  }
}

async function measure(port: number): Promise<void> {
  const [years, year, month] = [730, 365, 30].map((days) => `from=${dayOf(days)}&to=${dayOf(0)}`)
  const statement = `/user/statement/${clientId(heavy)}`
  const reads: [name: string, path: string, token: string, limit: number][] = [
    ...reportKeys.map((key): [string, string, string, number] => [
      `report: ${key}`,
      `/desk/reports/${key}?${years}`,
      operatorToken,
      limits.report,
    ]),
    ['statement: first page', `${statement}/events`, clientToken(heavy), limits.page],
    ['statement: a month', `${statement}/events?${month}`, clientToken(heavy), limits.page],
    ['statement: a year', `${statement}/events?${year}`, clientToken(heavy), limits.page],
    ['statement: CSV of a year', `${statement}/csv?${year}`, clientToken(heavy), limits.file],
    ['statement: PDF of a year', `${statement}/pdf?${year}`, clientToken(heavy), limits.file],
  ]
  const rows: string[][] = []
  const misses: string[] = []
  for (const [name, path, token, limit] of reads) {
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const began = performance.now()
      const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const { byteLength } = await response.arrayBuffer()
      if (!response.ok || byteLength === 0) throw new Error(`${path} was answered with ${response.status}`)
      times.push(performance.now() - began)
    }
    rows.push([name, whole(median(times)), whole(Math.max(...times)), whole(limit)])
    if (median(times) > limit) misses.push(`${name}: ${whole(median(times))} ms`)
  }
  printTable(['read', 'median ms', 'slowest ms', 'limit ms'], rows)
  reportMisses(misses)
}
