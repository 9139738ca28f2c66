import { join } from 'node:path'
import { addOperator, openBench, operatorToken } from './database.ts'
import { send } from './faults/requests.ts'
import { fill, filled } from './fill.ts'
import { calls, everyRead, nextClient, type Measured, type Subject } from './growth-calls.ts'
import { load, type Outcome } from './load.ts'
import { startServer } from './program.ts'
import { median, optionsOf, printTable, ratio, reportMisses, whole } from './report.ts'
import { addDeposits, withdrawal } from './verbs.ts'

/** Large to small, at the median. */
const goal = 1.5

async function prepare(clients: number, rounds: number, folder: string | undefined) {
  const bench = await openBench({ folder: folder ? join(folder, `clients-${clients}`) : undefined })
  const history = Math.min(100_000, clients / 10)
  const began = Date.now()
  const isFilled = await bench.owner.row('select where to_regclass($1) is not null', [filled])
  if (!isFilled && (await bench.owner.row('select from client limit 1')))
    throw new Error(`The fill of ${bench.dataDir} was interrupted. Delete the folder.`)
  if (!isFilled) {
    await addOperator(bench.owner)
    await fill(bench, { clients, history })
  }
  // An operator who did nothing for a while is logged out; those of an older database have been idle.
  await bench.owner.run(`update session set last_seen_at = now() + interval '1 day' where operator_id is not null`)
  const size = await bench.owner.row<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  console.log(`${clients} clients: ${size?.size}, opened in ${whole((Date.now() - began) / 1000)} s.`)
  // Rows of an earlier run sort after the new ones.
  const deposit = Date.now() % 800_000_000_000
  await addDeposits(bench, deposit, 60 * (rounds + 2), clients)
  const subject: Subject = { clients, history, writes: Math.floor(Math.random() * clients), deposit }
  return { subject, bench }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

async function compare(one: Served, other: Served, measured: readonly Measured[], rounds: number): Promise<string[]> {
  const rows: string[][] = []
  const misses: string[] = []
  for (const { name, count, limit, request } of measured) {
    const measure = ({ port, subject }: Served) => load({ port, parallel: 2, count, request: () => request(subject) })
    // Warm-up: connections, prepared plans, compiled code.
    await measure(one)
    await measure(other)
    const found: [Outcome, Outcome][] = []
    for (let round = 0; round < rounds; round += 1) found.push([await measure(one), await measure(other)])
    const grown = (key: 'p50' | 'p99') => median(found.map(([before, after]) => after[key] / before[key]))
    const [before, after] = [0, 1].map((index) => median(found.map((pair) => pair[index]?.p99 ?? 0)))
    const times = `${whole(before ?? 0)}, ${whole(after ?? 0)}`
    if (limit === undefined ? grown('p50') > goal : (after ?? 0) > limit)
      misses.push(`${name}: ${limit === undefined ? `p50 above ${goal} times the small one` : `p99 above ${limit} ms`}`)
    rows.push([name, ratio(grown('p99'), 1), ratio(grown('p50'), 1), times])
    console.log(rows.at(-1)?.join(' | '))
  }
  printTable(['call', 'p99, large to small', 'p50, large to small', 'p99 in ms, small, large'], rows)
  return misses
}

/** The first check reads everything, the next what a hundred withdrawals have added. */
async function checkBooks({ port, subject }: Served): Promise<string[]> {
  const check = async () => {
    // fetch gives up when the head of an answer takes five minutes.
    const { status, ms, body } = await send({ port, path: '/desk/books', token: operatorToken })
    if (status !== 200) throw new Error(`The books answered ${status}: ${body}`)
    const { balanced, entries } = JSON.parse(body) as { balanced: boolean; entries: number }
    return { balanced, entries, seconds: ratio(ms / 1000, 1) }
  }
  const full = await check()
  await load({ port, parallel: 2, count: 100, request: () => withdrawal(nextClient(subject)) })
  const next = await check()
  const isBalanced = full.balanced && next.balanced
  console.log(
    `Books of ${subject.clients} clients, ${next.entries} entries: ${isBalanced ? 'balanced' : 'NOT balanced'}, in ${full.seconds} s, and after 100 withdrawals in ${next.seconds} s.`,
  )
  return isBalanced ? [] : [`the books of ${subject.clients} clients`]
}

interface Served extends Prepared {
  port: number
}

/** `npm run bench:growth`: the same calls on a small and a large database, in turns; response times must not grow. */
export async function main(args: string[]): Promise<void> {
  const values = optionsOf(args, { small: '1000', large: '1000000', rounds: '15', keep: '', only: '' })
  const open: (() => Promise<void>)[] = []
  const misses: string[] = []
  const rounds = Number(values.rounds)
  try {
    const serve = async (clients: number, folder?: string) => {
      const made = await prepare(clients, rounds, folder)
      open.unshift(made.bench.stop)
      const { port, stop } = await startServer(made.bench)
      open.unshift(stop)
      return { ...made, port }
    }
    const little = await serve(Number(values.small))
    const { found, unanswered } = await everyRead(
      async (request) => (await send({ port: little.port, ...request })).status,
    )
    console.log(`Not measured, for want of data or input: ${unanswered.join(', ')}.`)
    const measured = [...calls, ...found].filter(({ name }) => new RegExp(values.only).test(name))
    const big = await serve(Number(values.large), values.keep)
    for (const each of [little, big]) misses.push(...(await checkBooks(each)))
    misses.push(...(await compare(little, big, measured, rounds)))
  } finally {
    for (const close of open) await close()
  }
  reportMisses(misses)
}
