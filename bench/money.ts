import { booksBalance } from './cluster/load.ts'
import { addPeople, openBench, type Bench } from './database.ts'
import { load, type Outcome } from './load.ts'
import { pgbench } from './pgbench.ts'
import { startServer } from './program.ts'
import { median, optionsOf, printTable, ratio, reportMisses, whole } from './report.ts'
import { addDeposits, approval, scriptsOf, withdrawal, type Verb } from './verbs.ts'

/** `least`: withdrawals of what pgbench does. */
const loads = [
  { clients: 1, count: 800, least: 0.6 },
  { clients: 8, count: 3200, least: 0.65 },
  { clients: 32, count: 6400, least: 0.75 },
]

interface Extent {
  /** Number of clients. */
  people: number
  rounds: number
  /** 0.1 sends a tenth of the requests. */
  scale: number
}

/** `npm run bench:money`: withdraw and approve over HTTP, compared with pgbench running the same statements, in turns on one database. */
export async function main(args: string[]): Promise<void> {
  const values = optionsOf(args, { people: '1000', rounds: '5', scale: '1' })
  const extent = { people: Number(values.people), rounds: Number(values.rounds), scale: Number(values.scale) }
  const bench = await openBench()
  const misses: string[] = []
  try {
    await addPeople(bench.owner, extent.people)
    await addDeposits(bench, 1, 1, extent.people)
    const scripts = await scriptsOf(bench, extent.people, 1)
    const server = await startServer(bench)
    try {
      misses.push(...(await measureVerbs(bench, { port: server.port, scripts }, extent)))
      misses.push(...(await checkBooks(bench, server.port)))
    } finally {
      await server.stop()
    }
  } finally {
    await bench.stop()
  }
  reportMisses(misses)
}

interface Subject {
  port: number
  scripts: Record<Verb, string>
}

const listed = (shares: readonly number[]): string => shares.map((share) => ratio(share, 1)).join(' ')

/** Both ways to run a command; each returns the rate. */
function createSides(bench: Bench, { port, scripts }: Subject, people: number) {
  // The first one was approved while recording.
  let next = 2
  const newDeposits = async (verb: Verb, count: number): Promise<number> => {
    if (verb === 'withdraw') return 0
    await addDeposits(bench, next, count, people)
    next += count
    return next - count
  }
  const somebody = () => 1 + Math.floor(Math.random() * people)
  return {
    http: async (verb: Verb, clients: number, count: number): Promise<Outcome> => {
      const first = await newDeposits(verb, count)
      const request = (n: number) => (verb === 'approve' ? approval(first + n) : withdrawal(somebody()))
      return load({ port, parallel: clients, count, request })
    },
    pgbench: async (verb: Verb, clients: number, count: number): Promise<number> => {
      const first = await newDeposits(verb, count)
      const variables = { first, each: count / clients, i: 0 }
      const { perSecond } = pgbench(bench, { script: scripts[verb], clients, count, variables })
      // pgbench writes mails that cannot be decrypted; they would be retried during the next rounds.
      await bench.owner.run(`delete from mail where status = 'queued'`)
      return perSecond
    },
  }
}

async function measureVerbs(bench: Bench, subject: Subject, { people, rounds, scale }: Extent): Promise<string[]> {
  const side = createSides(bench, subject, people)
  const rows: string[][] = []
  const misses: string[] = []
  for (const verb of ['withdraw', 'approve'] as const) {
    for (const { clients, count: most, least } of loads) {
      const count = Math.max(1, Math.round((most * scale) / clients)) * clients
      // Warm-up: connections, prepared plans, compiled code.
      await side.http(verb, clients, Math.min(count, clients * 50))
      await side.pgbench(verb, clients, clients * 10)
      const http: Outcome[] = []
      const peer: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        http.push(await side.http(verb, clients, count))
        peer.push(await side.pgbench(verb, clients, count))
      }
      const of = (key: keyof Outcome) => median(http.map((each) => each[key]))
      const shares = http.map(({ perSecond }, round) => perSecond / (peer[round] ?? 0))
      if (verb === 'withdraw' && median(shares) < least)
        misses.push(`withdrawals, ${clients} callers: ${ratio(median(shares), 1)}`)
      const rates = `${whole(of('perSecond'))}, ${whole(median(peer))}`
      const times = `${whole(of('p50'))}, ${whole(of('p99'))}`
      rows.push([verb, String(clients), ratio(median(shares), 1), listed(shares), times, rates])
      console.log(rows.at(-1)?.join(' | '))
    }
  }
  printTable(['verb', 'callers', 'of pgbench', 'the rounds', 'p50, p99 in ms', 'HTTP, pgbench in a second'], rows)
  return misses
}

/** Every figure is the sum of its entries, and no transaction was rolled back for a deadlock. */
async function checkBooks({ owner }: Bench, port: number): Promise<string[]> {
  const row = await owner.row<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return [...((await booksBalance(port)) ? [] : ['the books']), ...(row?.deadlocks === 0n ? [] : ['deadlocks'])]
}
