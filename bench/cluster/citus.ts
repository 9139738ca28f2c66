import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root, start } from '../../scripts/child.ts'
import { findWorth, selectEntries as selectLedgerEntries } from '../../server/src/core/ledger/ledger.sql.ts'
import { bookChecks } from '../../server/src/checks.sql.ts'
import { checkBooks } from '../../server/src/core/ledger/books.ts'
import { openDb, type Db, type Sql } from '../../server/src/platform/db.ts'
import { makeLog } from '../../server/src/platform/log.ts'
import {
  searchPage,
  selectEntries,
  selectFlows,
  selectMonths,
  selectPage,
} from '../../server/src/books/statement/statement.sql.ts'
import { addPeople, clientId, openBench } from '../database.ts'
import { send } from '../faults/requests.ts'
import { everyRead } from '../growth-calls.ts'
import { startServer } from '../program.ts'
import { applyLoad, killPostgres, launchAsPostgres, printCompared, until } from './load.ts'

const nodes = { coordinator: 25_700, first: 25_701, second: 25_702, plain: 25_703 }
type NodeName = keyof typeof nodes
/** One more than the load uses. */
const lastClient = 33
const binaries = process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin'
const urlOf = (port: number) => `postgres://sauda@127.0.0.1:${port}/postgres`

const isUp = async (port: number): Promise<boolean> => {
  const db = openDb(urlOf(port), makeLog('silent'), { size: 1 })
  try {
    return (await db.row('select 1 as one')) !== undefined
  } finally {
    await db.close()
  }
}

/** A PostgreSQL of Debian with the extension citus; `plain` has it installed, but not loaded. */
async function startNodes(stack: AsyncDisposableStack, names = Object.keys(nodes) as NodeName[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-citus-'))
  chmodSync(folder, 0o755)
  spawnSync('chown', ['postgres:postgres', folder])
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const launch = async (name: keyof typeof nodes) => {
    const settings = {
      port: nodes[name],
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: 400,
      // Citus has a background worker in each database.
      max_worker_processes: 64,
      shared_preload_libraries: name === 'plain' ? '' : 'citus',
      'citus.recover_2pc_interval': '5s',
    }
    const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    launchAsPostgres(stack, folder, [join(binaries, 'postgres'), '-D', join(folder, name), ...options], 'SIGINT')
    await until(name, () => isUp(nodes[name]))
  }
  for (const name of names) {
    const init = ['-D', join(folder, name), '--username=sauda', '--auth=trust', '--encoding=UTF8', '--locale=C']
    spawnSync('runuser', ['-u', 'postgres', '--', join(binaries, 'initdb'), ...init])
    await launch(name)
  }
  return { launch, kill: (name: keyof typeof nodes) => killPostgres(join(folder, name)) }
}

/** The statements of a withdrawal, as the functions of the database send them. */
const ofWithdrawal = [
  'select cash from client_ledger where client_id = $1 for no key update',
  'update client_ledger set cash = 0 where client_id = $1',
  'select at from journal where client_id = $1 order by at desc, id desc limit 1',
]

/** Reads of a client's ledger, page by page. */
async function readClient(sql: Sql): Promise<void> {
  const [id, journal] = [clientId(1), clientId(1)]
  const always = { from: null, to: null }
  await findWorth(sql, id)
  await selectLedgerEntries(sql, id, null, 51)
  await selectPage(sql, id, always, journal)
  await searchPage(sql, id, always, null, { pattern: '%x%', events: [], amount: 1n })
  await selectEntries(sql, id, [journal])
  await selectFlows(sql, id, always)
  await selectMonths(sql, id, always)
}

/** Each statement must be one task on one shard, and what it joins to be looked up on the coordinator. */
async function checkShards(owner: Db): Promise<string[]> {
  const misses: string[] = []
  const explain = async (text: string, values: readonly unknown[] = []) => {
    const plan = await owner.rows<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    const tasks = plan.flatMap((row) => /Task Count: \d+/.exec(row['QUERY PLAN']) ?? [])
    const statement = text.replaceAll(/\s+/g, ' ').slice(0, 100)
    console.log(`${tasks.join(', ')}: ${statement}`)
    if (tasks.length === 0 || tasks.some((task) => task !== 'Task Count: 1')) misses.push(`Citus: ${statement}`)
    return []
  }
  for (const text of ofWithdrawal) await explain(text.replace('$1', `'${clientId(1)}'`))
  await readClient({ ...owner, rows: explain, row: async (...statement) => (await explain(...statement))[0] })
  const refused = await owner.run('delete from client where id = $1', [clientId(1)]).then(
    () => false,
    () => true,
  )
  if (!refused) misses.push('Citus: a client with a ledger cannot be deleted')
  return misses
}

/** Clients whose stored figures differ from their entries, or what is held or frozen from the coordinator. */
async function differences(owner: Db): Promise<number> {
  type Sum = { client_id: string; amount: bigint }
  const byEntries = await owner.rows(
    `select l.client_id from client_ledger l
       join (select client_id,
                    sum(case when credit = 'cash' then amount when debit = 'cash' then -amount else 0 end) as cash,
                    sum(case when credit = 'withheld' then amount when debit = 'withheld' then -amount else 0 end) as withheld
               from entry group by client_id) e on e.client_id = l.client_id
      where (l.cash, l.withheld) is distinct from (e.cash, e.withheld)`,
  )
  const held = await owner.rows<Sum>('select client_id, withheld as amount from client_ledger')
  const requested = await owner.rows<Sum>(
    `select client_id, sum(amount)::bigint as amount from wallet_request
      where type = 'withdrawal' and status = 'pending' group by client_id`,
  )
  const frozen = await owner.rows(
    'select from client_ledger l join client c on c.id = l.client_id where l.frozen <> (c.frozen_at is not null)',
  )
  const requests = new Map(requested.map(({ client_id: id, amount }) => [id, amount]))
  return (
    frozen.length +
    byEntries.length +
    held.filter(({ client_id: id, amount }) => amount !== (requests.get(id) ?? 0n)).length
  )
}

type Watched = { checks: number; failed: number; switches: number; differences: Set<string> }

/** Until the signal: checks the books, and freezes and unfreezes a client whom the load does not use. */
async function watchBooks(owner: Db, watched: Watched, signal: AbortSignal): Promise<void> {
  const checking = async () => {
    for (let full = true; !signal.aborted; full = !full) {
      const found = await checkBooks(owner, bookChecks, { full }).catch((error: Error) => error)
      if (found instanceof Error) {
        watched.failed += 1
        console.log(found.message)
      } else {
        watched.checks += 1
        for (const { what } of found.differences) watched.differences.add(what)
      }
      await wait(200)
    }
  }
  const freezing = async () => {
    while (!signal.aborted) {
      const change = 'update client set frozen_at = case when frozen_at is null then now() end where id = $1'
      watched.switches += await owner.run(change, [clientId(lastClient)]).catch(() => 0)
      await wait(20)
    }
  }
  await Promise.all([checking(), freezing()])
}

/** How many calls that read are answered with Citus, and which are answered with plain PostgreSQL only. */
async function printReads(plainPort: number, port: number): Promise<string[]> {
  const plain = await everyRead(async (request) => (await send({ port: plainPort, ...request })).status)
  const found = new Set(
    (await everyRead(async (request) => (await send({ port, ...request })).status)).found.map(({ name }) => name),
  )
  const missing = plain.found.flatMap(({ name }) => (found.has(name) ? [] : [name]))
  console.log(
    `${plain.found.length - missing.length} of ${plain.found.length} calls that read are answered as with plain PostgreSQL.`,
  )
  return missing.map((name) => `Citus: ${name} is not answered`)
}

/** A coordinator and two workers next to plain PostgreSQL; then a worker and the coordinator are killed under load. */
export async function citus(): Promise<string[]> {
  await using stack = new AsyncDisposableStack()
  const { launch, kill } = await startNodes(stack)
  const plain = await openBench({ external: urlOf(nodes.plain) })
  stack.defer(plain.stop)
  const bench = await openBench({ external: urlOf(nodes.coordinator) })
  stack.defer(bench.stop)
  for (const port of [nodes.coordinator, nodes.first, nodes.second]) {
    const db = openDb(urlOf(port), makeLog('silent'), { size: 1 })
    await db.run('create extension citus')
    await db.close()
  }
  await bench.owner.run(`select citus_set_coordinator_host('127.0.0.1', ${nodes.coordinator})`)
  for (const port of [nodes.first, nodes.second]) await bench.owner.run(`select citus_add_node('127.0.0.1', ${port})`)
  const file = join(root, 'server/cluster/distribute.sql')
  execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', `--file=${file}`, bench.url], { stdio: 'ignore' })
  for (const { owner } of [plain, bench]) await addPeople(owner, lastClient)
  const launchServers = async (of: typeof bench) => {
    const servers = await Promise.all([1, 2].map(() => startServer(of)))
    stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
    return servers.map(({ port }) => port)
  }
  const [plainPorts, ports] = [await launchServers(plain), await launchServers(bench)]
  const misses = await checkShards(bench.owner)
  misses.push(...(await printReads(plainPorts[0] ?? 0, ports[0] ?? 0)))
  const load = { callers: 32, seconds: 6 }
  let calm = await applyLoad({ ports: plainPorts, ...load })
  let applied = await applyLoad({ ports, ...load })
  for (let round = 2; round <= 2; round += 1) {
    calm = await applyLoad({ ports: plainPorts, ...load }, undefined, calm)
    applied = await applyLoad({ ports, ...load }, undefined, applied)
  }
  misses.push(...(await printCompared([{ name: 'plain PostgreSQL', applied: calm, databaseUrl: plain.url }])))
  misses.push(...(await printCompared([{ name: 'Citus', applied, databaseUrl: bench.url }])))
  const over = new AbortController()
  const watched: Watched = { checks: 0, failed: 0, switches: 0, differences: new Set() }
  const watching = watchBooks(bench.owner, watched, over.signal)
  // Long enough for some checks before the first node is killed.
  applied = await applyLoad({ ports, ...load, seconds: 15 }, undefined, applied)
  const faults = async () => {
    for (const name of ['first', 'coordinator'] as const) {
      await wait(3000)
      kill(name)
      await wait(2000)
      await launch(name)
    }
  }
  applied = await applyLoad({ ports, ...load, seconds: 12 }, faults, applied)
  // Citus decides transactions that a killed node had prepared within seconds.
  await until('request and money agree', async () => (await differences(bench.owner)) === 0, 60).catch(() =>
    misses.push('Citus: requests and ledger differ'),
  )
  over.abort()
  await watching
  console.log(
    `${watched.checks} checks of the books under load (${watched.failed} failed), a client frozen or unfrozen ${watched.switches} times.`,
  )
  misses.push(...Array.from(watched.differences, (what) => `Citus, a check under load: ${what}`))
  misses.push(...(await printCompared([{ name: 'Citus, nodes killed', applied, databaseUrl: bench.url }])))
  return misses
}

/** The race tests and the property tests, each file on a distributed database of its own. */
export async function citusTests(): Promise<string[]> {
  await using stack = new AsyncDisposableStack()
  const names: NodeName[] = ['coordinator', 'first', 'second']
  await startNodes(stack, names)
  // Not spawnSync, because the databases block if their log is not read.
  const { ended } = start(
    'vitest',
    ['run', '--no-file-parallelism', '--project=server*', '.race.test.', '.property.test.'],
    {
      env: { ...process.env, CITUS_NODES: names.map((name) => urlOf(nodes[name])).join(' ') },
      onText: (text) => void process.stdout.write(text),
    },
  )
  return (await ended) === 0 ? [] : ['Citus: the tests do not pass']
}
