import { parseArgs } from 'node:util'
import { queueRules } from '@sauda/contract/core/queue'
import { reportKeys } from '@sauda/contract/books/report'
import { readReport } from '../server/src/books/report/report.ts'
import { addOperator, openBench } from './database.ts'
import { fill } from './fill.ts'
import { median, printTable, reportMisses, whole } from './report.ts'

const limit = 2000
const rounds = 3

/** `npm run bench:reports -- --clients 50000`: each report of two years over a database with twenty entries for each client. */
export async function main(): Promise<void> {
  const { values } = parseArgs({ allowPositionals: true, options: { clients: { type: 'string', default: '50000' } } })
  const bench = await openBench()
  const misses: string[] = []
  try {
    await addOperator(bench.owner)
    await fill(bench, { clients: Number(values.clients), history: 1000 })
    const entries = await bench.owner.row<{ count: bigint }>('select count(*) from entry')
    console.log(`${entries?.count} entries`)
    const [from, to] = [-730, 0].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10))
    const rows: string[][] = []
    for (const key of reportKeys) {
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        const began = performance.now()
        await readReport(
          { reader: bench.owner, settings: { targetHours: queueRules.targetHours, gstin: undefined } },
          key,
          { from: from ?? '', to: to ?? '' },
        )
        times.push(performance.now() - began)
      }
      rows.push([key, whole(median(times)), whole(Math.max(...times))])
      if (median(times) > limit) misses.push(`${key}: ${whole(median(times))} ms`)
    }
    printTable(['report', 'median ms', 'slowest ms'], rows)
    reportMisses(misses)
  } finally {
    await bench.stop()
  }
}
