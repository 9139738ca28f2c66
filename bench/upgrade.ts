import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { features as Features } from '@sauda/contract/calls'
import { PlainError, root, run } from '../scripts/child.ts'
import { commitOf } from '../scripts/release.ts'
import { verifyAudit } from '../server/src/audit/verify.ts'
import { bookChecks } from '../server/src/checks.sql.ts'
import { checkBooks } from '../server/src/ledger/books.ts'
import {
  clientId,
  clientToken,
  operatorToken,
  type addPeople as AddPeople,
  type Bench,
  type openBench as OpenBench,
} from './database.ts'
import { send, summary, summaryHead } from './faults/requests.ts'
import { startServer } from './program.ts'
import { printTable, tellMisses } from './report.ts'
import { trade, type Side, type ClientRecord, type Traffic } from './upgrade-load.ts'

/** Of the old version. */
type BenchModule = { openBench: typeof OpenBench; addPeople: typeof AddPeople }
type ContractModule = { features: typeof Features }

const callers = 16
const phaseMilliseconds = 4000

/**
 * `npm run bench:upgrade [-- --from VERSION]`: fills a database with that release tag or commit, then replaces two processes of it one after the
 * other by this version, while clients and the desk send money requests to both.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { from: { type: 'string', default: 'v0.9.0' } } })
  const commit = await commitOf(values.from)
  const folder = mkdtempSync(join(tmpdir(), 'sauda-upgrade-'))
  const old = join(folder, 'old')
  try {
    await must('/usr/bin/env', ['git', 'worktree', 'add', '--detach', old, commit], root)
    await must('/usr/bin/env', ['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund'], old)
    await upgrade(old, values.from)
  } finally {
    await run('/usr/bin/env', ['git', 'worktree', 'remove', '--force', old], { cwd: root })
    rmSync(folder, { recursive: true, force: true })
  }
}

async function must(command: string, args: string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd })
  if (code !== 0) throw new PlainError(`${args.join(' ')} failed:\n${output}`)
}

async function upgrade(old: string, version: string): Promise<void> {
  const { openBench, addPeople } = (await import(join(old, 'bench/database.ts'))) as BenchModule
  const bench = await openBench()
  const first = await startServer(bench, { DEMO_DATA: 'on' }, old)
  await addPeople(bench.owner, callers)
  const traffic: Traffic = { sides: [], phase: '', isOver: false, answers: [], contradictions: [] }
  const before = { name: version, port: first.port, stop: first.stop }
  const launch = async (name: string, from: string) => ({ name, ...(await startServer(bench, {}, from)) })
  const second = await launch(version, old)
  traffic.sides = [before, second]
  traffic.phase = `two of ${version}`
  const clients = Promise.all(Array.from({ length: callers }, (_, n) => trade(traffic, n + 1)))
  await Promise.race([clients, wait(phaseMilliseconds)])
  traffic.phase = 'this version starts and migrates'
  const third = await launch('this version', root)
  traffic.phase = `one of each, beside ${version}`
  traffic.sides = [second, third]
  await before.stop()
  await Promise.race([clients, wait(2 * phaseMilliseconds)])
  const unread = await failingReads(old, second)
  traffic.phase = 'the last one is replaced'
  const fourth = await launch('this version', root)
  traffic.sides = [third, fourth]
  await second.stop()
  await Promise.race([clients, wait(phaseMilliseconds)])
  traffic.isOver = true
  const records = await clients
  for (const { stop } of [third, fourth]) await stop()
  report(traffic)
  tellMisses([...unread, ...traffic.contradictions, ...serverErrors(traffic), ...(await compare(bench, records))])
  await bench.stop()
}

/** Every call of the old version that reads without further parameters, on the migrated database. */
async function failingReads(old: string, { name, port }: Side): Promise<string[]> {
  const { features } = (await import(join(old, 'contract/src/calls.ts'))) as ContractModule
  const misses: string[] = []
  let count = 0
  for (const call of Object.values(features).flatMap((calls) => Object.values(calls))) {
    const path = call.path.replace(/:(userId|clientId)/, clientId(1))
    if (call.method !== 'GET' || call.reply === 'events' || path.includes(':')) continue
    const isClients = call.who === 'client' || call.who === 'verified'
    const { status, body } = await send({ port, path, token: isClients ? clientToken(1) : operatorToken })
    count += 1
    if (status === 0 || status >= 500) misses.push(`${name} answered ${path} with ${status}: ${body}`)
  }
  console.log(`${count} calls that read, asked of ${name} on the migrated database: ${misses.length} failed`)
  return misses
}

function report({ answers }: Traffic): void {
  const groups = Map.groupBy(answers, ({ phase, side, isMoney }) => `${phase}: ${side}, ${isMoney ? 'money' : 'reads'}`)
  printTable(
    summaryHead,
    [...groups].flatMap(([name, of]) => summary(name, of)),
  )
}

/** 503 is an answer that a client repeats; any other one of a server is a fault. */
const serverErrors = ({ answers }: Traffic): string[] =>
  answers.flatMap(({ side, status, body }) =>
    status >= 500 && status !== 503 ? [`${side} answered ${status}: ${body}`] : [],
  )

/** Every acknowledged request is stored once, with the state that was acknowledged. */
async function compare({ owner }: Bench, records: readonly ClientRecord[]): Promise<string[]> {
  const misses: string[] = []
  let requests = 0
  for (const { client, balance, withheld, requests: expected } of records) {
    const rows = await owner.rows<{ id: string; status: string }>(
      "select id, status from wallet_request where client_id = $1 and reference not like 'SDFIRST%' or client_id = $1 and reference is null",
      [client],
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
