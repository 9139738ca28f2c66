import { randomUUID } from 'node:crypto'
import type { ActionTerms, BookedAction } from '@sauda/contract/trading/corporate-action'
import { addDays, dayInIndia } from '../server/src/platform/india.ts'
import { addPeople, openBench, operatorToken } from './database.ts'
import { startServer } from './program.ts'
import { optionsOf, printTable, reportMisses, whole } from './report.ts'

/** Milliseconds: what a split of 10,000 holders may take. */
const limit = 10_000
const stock = 'BENCHSPLIT'

/** `npm run bench:corporate-action -- --clients 10000`: a split of 2:5 of a share of which every client has two odd lots, with its fractions and its reversal. */
export async function main(args: string[]): Promise<void> {
  const clients = Number(optionsOf(args, { clients: '10000' }).clients)
  const bench = await openBench()
  try {
    await addPeople(bench.owner, clients)
    await bench.owner.run(
      `insert into instrument (symbol, name, exchange, kind, lot, tick, fractional, aliases, isin)
       values ($1, $1, 'NSE', 'share', 1, 0.05, false, '{}', 'INE9BE101014')`,
      [stock],
    )
    await bench.owner.run(
      `with made as (insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by, traded_at)
         select gen_random_uuid(), bench.client_id(n), 'BUY', $2, q, 500, q * 50000, q * 50000, 0, o.id, '2025-03-12 10:00+05:30'
           from generate_series(1, $1::int) n, unnest(array[50, 51]) q, (select id from operator limit 1) o returning *)
       insert into lot (id, client_id, stock, isin, source, trade_id, acquired_on, quantity, cost, loan_part, open_quantity, open_cost, open_loan_part)
       select id, client_id, stock, 'INE9BE101014', 'trade', id, traded_on, quantity, cost, 0, quantity, cost, 0 from made`,
      [clients, stock],
    )
    await bench.owner.run(
      `select book_journal(gen_random_uuid(), 'trade.bought', client_id, id, null, '{cash}', '{invested}', array[cost]) from trade where stock = $1`,
      [stock],
    )
    await bench.owner.run('analyze')
    const server = await startServer(bench)
    const call = callerOf(server.port)
    const exDate = addDays(dayInIndia(new Date()), -30)
    const terms: ActionTerms = { kind: 'split', stockName: stock, exDate, held: 2, given: 5, source: 'Benchmark' }
    const rows: string[][] = []
    const misses: string[] = []
    const measure = async (stage: string, path: string, body: object) => {
      const began = performance.now()
      await call('POST', path, body)
      const took = performance.now() - began
      console.log(`${stage}: ${whole(took)} ms`)
      rows.push([stage, whole(took)])
      if (took > limit) misses.push(`${stage}: ${whole(took)} ms`)
    }
    await measure('preview', 'corporate-actions/preview', terms)
    await measure('booking', 'corporate-actions', terms)
    const { actions } = (await call('GET', 'corporate-actions')) as { actions: BookedAction[] }
    const [action] = actions
    if (action?.clients !== clients) throw new Error(`The action has ${action?.clients} clients and not ${clients}.`)
    await measure('fractions', `corporate-actions/${action._id}/fractions`, { price: 210, paidOn: addDays(exDate, 20) })
    await measure('reversal', `corporate-actions/${action._id}/reverse`, { reason: 'Benchmark' })
    printTable(['stage', 'ms'], rows)
    reportMisses(misses)
    await server.stop()
  } finally {
    await bench.stop()
  }
}

const callerOf =
  (port: number) =>
  async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/desk/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${operatorToken}`,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
