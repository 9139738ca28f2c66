import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PlainError, root, run } from '../scripts/child.ts'
import { commitOf } from '../scripts/release.ts'
import { bookChecks } from '../server/src/operation/books/checks.sql.ts'
import { verifyAudit } from '../server/src/core/audit/verify.ts'
import { checkBooks } from '../server/src/core/ledger/books.ts'
import { applyLoad, printCompared, type Applied } from './cluster/load.ts'
import { clientId, clientToken, operatorToken } from './database.ts'
import type { addOperator as AddOperator, Bench, openBench as OpenBench } from './database.ts'
import { send, type Sent } from './faults/requests.ts'
import type { fill as Fill } from './fill.ts'
import { execute } from './pgbench.ts'
import { startServer } from './program.ts'
import { optionsOf, printTable, ratio, reportMisses } from './report.ts'

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
 * clients withdraw and read, it stops two processes of it, starts one of this version (the pause), and then replaces
 * processes of this version one after the other, without a pause.
 */
export async function main(args: string[]): Promise<void> {
  const values = optionsOf(args, { from: 'v1.0.0', journals: '1000000' })
  const commit = await commitOf(values.from)
  const folder = mkdtempSync(join(tmpdir(), 'sauda-upgrade-'))
  const old = join(folder, 'old')
  try {
    await must('/usr/bin/env', ['git', 'worktree', 'add', '--detach', old, commit], root)
    await must('/usr/bin/env', ['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund'], old)
    const bench = await fillOld(old, Number(values.journals))
    try {
      reportMisses(await upgrade(bench, old))
    } finally {
      await bench.stop()
    }
  } finally {
    await run('/usr/bin/env', ['git', 'worktree', 'remove', '--force', old], { cwd: root })
    rmSync(folder, { recursive: true, force: true })
  }
}

async function must(command: string, args: string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd })
  if (code !== 0) throw new PlainError(`${args.join(' ')} failed:\n${output}`)
}

async function upgrade(bench: Bench, old: string): Promise<string[]> {
  const withdrawals = `select count(*) as count from wallet_request where type = 'withdrawal'`
  const storedBefore = Number((await bench.owner.row<{ count: bigint }>(withdrawals))?.count)
  const launch = (from = root) => startServer(bench, {}, from)
  const running = [await launch(old), await launch(old)]
  for (let n = 1; n <= callers; n += 1) await deposit(running[0]?.port ?? 0, n)
  /** Those that a proxy would choose from. */
  const ports = running.map(({ port }) => port)
  const misses: string[] = []
  const load = async (phase: string, during: () => Promise<void>, before?: Applied) => {
    const onAnswer = ({ status, body }: Sent) => {
      if (status >= 500 && status !== 503) misses.push(`${phase}: ${status} ${body}`)
    }
    const earlier = before?.times.length ?? 0
    const applied = await applyLoad({ ports, callers, seconds: 0, onAnswer }, during, before)
    const longest = Math.max(...applied.times.slice(earlier))
    console.log(`${phase}: the longest wait for an answer, with repeats, ${seconds(longest)}`)
    return { applied, longest }
  }
  const paused = await load('with a pause', async () => {
    await wait(phaseMilliseconds)
    const began = Date.now()
    await Promise.all(running.splice(0).map(({ stop }) => stop()))
    const stopped = Date.now()
    running.push(await launch())
    ports.splice(0, ports.length, ...running.map(({ port }) => port))
    const ready = Date.now()
    console.log(
      `The pause: ${seconds(ready - began)}: ${seconds(stopped - began)} to stop the old processes, ${seconds(ready - stopped)} until the new one was ready.`,
    )
    await migrationTimes(bench, stopped)
    await wait(phaseMilliseconds)
  })
  const replace = async () => {
    for (let round = 0; round < 3; round += 1) {
      running.push(await launch())
      ports.splice(0, ports.length, ...running.slice(-2).map(({ port }) => port))
      if (running.length > 2) await running.shift()?.stop()
      await wait(phaseMilliseconds)
    }
  }
  const { applied, longest } = await load('without a pause', replace, paused.applied)
  if (longest > longestMilliseconds) misses.push(`a client waited ${seconds(longest)} without a pause`)
  for (const { stop } of running) await stop()
  misses.push(...(await printCompared([{ name: 'upgrade', applied, databaseUrl: bench.url, storedBefore }])))
  const { entries, differences } = await checkBooks(bench.owner, bookChecks)
  const chain = await verifyAudit(bench.owner)
  console.log(`${entries} entries, ${differences.length} differences in the books`)
  console.log(chain.ok ? `the audit log is whole, ${chain.rows} rows` : 'the audit log is broken')
  if (!chain.ok) misses.push(`the audit log at row ${chain.brokenAt}`)
  return [...misses, ...differences.map(({ what }) => `the books: ${what}`)]
}

/** Enough money for the withdrawals of a client, over HTTP, because the versions book deposits differently. */
async function deposit(port: number, n: number): Promise<void> {
  const post = async (path: string, token: string, body: object) => {
    const answer = await send({ port, method: 'POST', path, token, key: randomUUID(), body })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body) as { transaction: { _id: string } }
  }
  const { transaction } = await post('/user/wallet/add-money', clientToken(n), { id: clientId(n), amount: 10_00_000 })
  const body = { reference: `UP${transaction._id.replaceAll('-', '').slice(-20).toUpperCase()}` }
  await post(`/desk/wallet/transactions/${transaction._id}/approve`, operatorToken, body)
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

/** Every payment is in one imported statement, as 1.0.0 explained it. */
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
