import { randomUUID } from 'node:crypto'
import { addDays, dayInIndia } from '../server/src/platform/india.ts'
import { addPeople, openBench, operatorToken } from './database.ts'
import { startServer } from './program.ts'
import { optionsOf, printTable, reportMisses, whole } from './report.ts'

/** Milliseconds: what comparing the holdings of 10,000 clients may take. */
const limit = 20_000
const shares = ['INE9BH101018', 'INE9BH201016', 'INE9BH301014']

/** `npm run bench:holdings -- --clients 10000`: a file of a depository with three shares of every client, of which one in a hundred differs. */
export async function main(args: string[]): Promise<void> {
  const clients = Number(optionsOf(args, { clients: '10000' }).clients)
  const bench = await openBench()
  try {
    await addPeople(bench.owner, clients)
    await bench.owner.run(
      'update client set demat = 1208160000000000 + n from generate_series(1, $1::int) n where client.id = bench.client_id(n)',
      [clients],
    )
    await bench.owner.run(
      `with made as (insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by, traded_at)
         select gen_random_uuid(), bench.client_id(n), 'BUY', isin, 50, 500, 2500000, 2500000, 0, o.id, '2025-03-12 10:00+05:30'
           from generate_series(1, $1::int) n, unnest($2::text[]) isin, (select id from operator limit 1) o returning *)
       insert into lot (id, client_id, stock, isin, source, trade_id, acquired_on, quantity, cost, loan_part, open_quantity, open_cost, open_loan_part)
       select id, client_id, stock, stock, 'trade', id, traded_on, quantity, cost, 0, quantity, cost, 0 from made`,
      [clients, shares],
    )
    await bench.owner.run('analyze')
    const server = await startServer(bench)
    const day = addDays(dayInIndia(new Date()), -1)
    const lines = Array.from({ length: clients }, (_, at) =>
      shares.map((isin) => `${1_208_160_000_000_001n + BigInt(at)},${isin},${at % 100 === 0 ? 49 : 50},${day}`),
    )
    const file = ['BO ID,ISIN,Balance,Date', ...lines.flat(), ''].join('\n')
    const rows: string[][] = []
    const misses: string[] = []
    for (const stage of ['preview', 'import'] as const) {
      const body = new FormData()
      body.append('file', new Blob([file]), 'holdings.csv')
      const began = performance.now()
      const answer = await fetch(
        `http://127.0.0.1:${server.port}/api/desk/holdings${stage === 'preview' ? '/preview' : ''}`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${operatorToken}`, 'idempotency-key': randomUUID() },
          body,
        },
      )
      const took = performance.now() - began
      const reading = (await answer.json()) as { clients: number; different: number; message?: string }
      if (reading.clients !== clients || reading.different !== shares.length * Math.ceil(clients / 100))
        throw new Error(`The ${stage} was answered with ${answer.status}: ${JSON.stringify(reading).slice(0, 300)}`)
      rows.push([stage, whole(took)])
      if (took > limit) misses.push(`${stage}: ${whole(took)} ms`)
    }
    printTable(['stage', 'ms'], rows)
    reportMisses(misses)
    await server.stop()
  } finally {
    await bench.stop()
  }
}
