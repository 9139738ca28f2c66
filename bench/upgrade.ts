import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PlainError, root, run } from '../scripts/child.ts'
import { commitOf } from '../scripts/release.ts'
import { verifyAudit } from '../server/src/core/audit/verify.ts'
import { bookChecks } from '../server/src/checks.sql.ts'
import { checkBooks } from '../server/src/core/ledger/books.ts'
import type { addOperator as AddOperator, Bench, openBench as OpenBench } from './database.ts'
import { summary, summaryHead } from './faults/requests.ts'
import type { fill as Fill } from './fill.ts'
import { execute } from './pgbench.ts'
import { startServer } from './program.ts'
import { printTable, ratio, reportMisses } from './report.ts'
import { trade, type ClientRecord, type Traffic } from './upgrade-load.ts'

/** The module of the old version. */
type BenchModule = { openBench: typeof OpenBench; addOperator: typeof AddOperator }
type FillModule = { fill: typeof Fill }

const callers = 16
const phaseMilliseconds = 5000
/** The fill makes twenty for each client. */
const journalsOfClient = 20
const longestMilliseconds = 5000

/**
 * `npm run bench:upgrade [-- --from VERSION --journals 1000000]`: fills a database with that release tag or commit. While
 * clients and the desk send money requests, it stops two processes of it, starts one of this version (the pause), and then
 * replaces processes of this version one after the other, without a pause.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { from: { type: 'string', default: 'v1.0.0' }, journals: { type: 'string', default: '1000000' } },
  })
  const commit = await commitOf(values.from)
  const folder = mkdtempSync(join(tmpdir(), 'sauda-upgrade-'))
  const old = join(folder, 'old')
  try {
    await must('/usr/bin/env', ['git', 'worktree', 'add', '--detach', old, commit], root)
    await must('/usr/bin/env', ['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund'], old)
    await upgrade(old, values.from, Number(values.journals))
  } finally {
    await run('/usr/bin/env', ['git', 'worktree', 'remove', '--force', old], { cwd: root })
    rmSync(folder, { recursive: true, force: true })
  }
}

async function must(command: string, args: string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd })
  if (code !== 0) throw new PlainError(`${args.join(' ')} failed:\n${output}`)
}

async function upgrade(old: string, version: string, journals: number): Promise<void> {
  const bench = await fillOld(old, journals)
  try {
    const launch = async (name: string, from: string) => ({ name, ...(await startServer(bench, {}, from)) })
    const traffic: Traffic = { sides: [], phase: '', isOver: false, answers: [], waits: [], contradictions: [] }
    const before = [await launch(version, old), await launch(version, old)]
    traffic.sides = before
    traffic.phase = `two of ${version}`
    const clients = Promise.all(Array.from({ length: callers }, (_, n) => trade(traffic, n + 1)))
    const during = (milliseconds: number) => Promise.race([clients, wait(milliseconds)])
    await during(phaseMilliseconds)
    traffic.phase = 'the pause'
    const began = Date.now()
    await Promise.all(before.map(({ stop }) => stop()))
    const stopped = Date.now()
    const first = await launch('this version', root)
    traffic.sides = [first]
    const ready = Date.now()
    console.log(
      `The pause: ${seconds(ready - began)}: ${seconds(stopped - began)} to stop the old processes, ${seconds(ready - stopped)} until the new one was ready.`,
    )
    await during(phaseMilliseconds)
    await migrationTimes(bench, stopped)
    traffic.phase = 'without a pause'
    const second = await launch('this version', root)
    traffic.sides = [first, second]
    await during(phaseMilliseconds)
    const third = await launch('this version', root)
    traffic.sides = [second, third]
    await first.stop()
    await during(phaseMilliseconds)
    const fourth = await launch('this version', root)
    traffic.sides = [third, fourth]
    await second.stop()
    await during(phaseMilliseconds)
    traffic.isOver = true
    const records = await clients
    for (const { stop } of [third, fourth]) await stop()
    report(traffic)
    reportMisses([...traffic.contradictions, ...faults(traffic), ...(await compare(bench, records))])
  } finally {
    await bench.stop()
  }
}

const seconds = (milliseconds: number) => `${ratio(milliseconds / 1000, 1)} s`

async function fillOld(old: string, journals: number): Promise<Bench> {
  const { openBench, addOperator } = (await import(join(old, 'bench/database.ts'))) as BenchModule
  const { fill } = (await import(join(old, 'bench/fill.ts'))) as FillModule
  const bench = await openBench()
  const began = Date.now()
  await addOperator(bench.owner)
  await fill(bench, { clients: Math.max(callers, Math.ceil(journals / journalsOfClient)), history: 1 })
  // The fill does not chain its audit rows.
  await bench.owner.transaction(async (tx) => {
    await tx.run('set local session_replication_role = replica')
    await tx.run('truncate audit, audit_seal')
  })
  execute(
    bench,
    bankLines.map((text) => ({ text, values: [] })),
  )
  // An operator who did nothing for a while is logged out.
  await bench.owner.run(`update session set last_seen_at = now() + interval '1 day' where operator_id is not null`)
  const size = await bench.owner.row<{ size: string; journals: bigint; lines: bigint }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size, (select count(*) from journal) as journals, (select count(*) from bank_line) as lines',
  )
  console.log(
    `${size?.journals} journals, ${size?.lines} bank lines: ${size?.size}, filled in ${seconds(Date.now() - began)}`,
  )
  return bench
}

/** Every payment is in one imported statement, as a release before 0120 explained it. */
const bankLines = [
  'set session_replication_role = replica',
  `insert into bank_statement (id, file_name, file_hash, first_on, last_on, lines, added, imported_by, broker_bank_id)
   select gen_random_uuid(), 'all.csv', sha256('all'), min(decided_at)::date, max(decided_at)::date, count(*), count(*),
          (select id from operator limit 1), (select id from broker_bank where receives)
     from wallet_request where status = 'approved'`,
  `insert into bank_line (id, statement_id, line_number, identity, occurrence, booked_on, direction, amount, text, reference,
                          names, matched_kind, matched_id, matched_how, matched_at, broker_bank_id)
   select gen_random_uuid(), s.id, row_number() over (), sha256(r.id::text::bytea), 0, r.decided_at::date,
          case r.type when 'added' then 'credit' else 'debit' end, r.amount, 'UPI/' || r.bank_reference || '/RAVI KUMAR',
          r.bank_reference, array[r.bank_reference], case r.type when 'added' then 'deposit' else 'withdrawal' end, r.id, 1,
          r.decided_at, s.broker_bank_id
     from wallet_request r cross join bank_statement s where r.status = 'approved'`,
  'vacuum analyze bank_line',
]

/** From the end of the one before. */
async function migrationTimes({ owner }: Bench, stopped: number): Promise<void> {
  const rows = await owner.rows<{ name: string; began: number }>(
    `select name, extract(epoch from applied_at)::float8 * 1000 as began from migration
      where applied_at > to_timestamp($1) and version > 0 order by version`,
    [stopped / 1000],
  )
  const all = rows.map(({ name, began }, n) => [name, seconds((rows[n + 1]?.began ?? began) - began)])
  printTable(['migration', 'until the next one began'], all)
}

function report({ answers, waits }: Traffic): void {
  const groups = Map.groupBy(answers, ({ phase, side, isMoney }) => `${phase}: ${side}, ${isMoney ? 'money' : 'reads'}`)
  printTable(
    summaryHead,
    [...groups].flatMap(([name, of]) => summary(name, of)),
  )
  const phases = Map.groupBy(waits, ({ phase }) => phase)
  for (const [phase, of] of phases)
    console.log(
      `${phase}: the longest wait for an answer, with repeats, ${seconds(Math.max(...of.map(({ ms }) => ms)))}`,
    )
}

/** 503 is an answer that a client repeats; any other one of a server is a fault. */
const faults = ({ answers, waits }: Traffic): string[] => [
  ...answers.flatMap(({ side, status, body }) =>
    status >= 500 && status !== 503 ? [`${side} answered ${status}: ${body}`] : [],
  ),
  ...waits.flatMap(({ phase, ms }) =>
    phase === 'without a pause' && ms > longestMilliseconds ? [`a client waited ${seconds(ms)} ${phase}`] : [],
  ),
]

/** Every acknowledged request is stored once, with the state that was acknowledged. */
async function compare({ owner }: Bench, records: readonly ClientRecord[]): Promise<string[]> {
  const misses: string[] = []
  let requests = 0
  for (const { client, began, balance, withheld, requests: expected } of records) {
    const rows = await owner.rows<{ id: string; status: string }>(
      'select id, status from wallet_request where client_id = $1 and created_at >= $2',
      [client, began],
    )
    requests += expected.size
    const stored = new Map(rows.map(({ id, status }) => [id, status]))
    for (const [id, status] of expected)
      if (stored.get(id) !== status) misses.push(`${id} was acknowledged as ${status} and is ${stored.get(id)}`)
    if (rows.length !== expected.size)
      misses.push(`${client} has ${rows.length} requests for ${expected.size} acknowledged`)
    const ledger = await owner.row<{ cash: bigint; withheld: bigint }>(
      'select cash, withheld from client_ledger where client_id = $1',
      [client],
    )
    if (Number(ledger?.cash) !== balance || Number(ledger?.withheld) !== withheld)
      misses.push(`the ledger of ${client} has ${ledger?.cash} and ${ledger?.withheld}, not ${balance} and ${withheld}`)
  }
  const { entries, differences } = await checkBooks(owner, bookChecks)
  const chain = await verifyAudit(owner)
  console.log(`${requests} requests acknowledged; ${entries} entries, ${differences.length} differences in the books;`)
  console.log(chain.ok ? `the audit log is whole, ${chain.rows} rows` : 'the audit log is broken')
  return [
    ...misses,
    ...differences.map(({ what }) => `the books: ${what}`),
    ...(chain.ok ? [] : [`the audit log at row ${chain.brokenAt}`]),
  ]
}
