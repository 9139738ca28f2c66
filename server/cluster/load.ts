import { setTimeout as wait } from 'node:timers/promises'
import { addPeople, clientId, openBench } from '../../bench/database.ts'
import { applyLoad, printCompared, until } from '../../bench/cluster/load.ts'
import { startServer } from '../../bench/program.ts'
import {
  searchPage,
  selectEntries,
  selectFlows,
  selectMonths,
  selectPage,
} from '../src/books/statement/statement.sql.ts'
import { bookChecks } from '../src/operation/books/checks.sql.ts'
import { checkBooks } from '../src/core/ledger/books.ts'
import { findWorth, selectEntries as selectLedgerEntries } from '../src/core/ledger/ledger.sql.ts'
import { openDb, type Db, type Sql } from '../src/platform/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { distribute } from './distribute.ts'
import { ports, startNodes, urlOf, withStack } from './nodes.ts'

/** One more than the load uses. */
const lastClient = 33

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

/** What a statement reads of a client's journals and entries must be one task on one shard. */
async function checkShards(owner: Db): Promise<string[]> {
  const misses: string[] = []
  const explain = async (text: string, values: readonly unknown[] = []) => {
    const plan = await owner.rows<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    const tasks = plan.flatMap((row) => /Task Count: \d+/.exec(row['QUERY PLAN']) ?? [])
    const statement = text.replaceAll(/\s+/g, ' ').slice(0, 100)
    console.log(`${tasks.join(', ')}: ${statement}`)
    if (tasks.some((task) => task !== 'Task Count: 1')) misses.push(`Citus: ${statement}`)
    return []
  }
  await readClient({ ...owner, rows: explain, row: async (...statement) => (await explain(...statement))[0] })
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

/** A coordinator and two workers next to plain PostgreSQL; then a worker and the coordinator are killed under load. */
export const loadWithFaults = () => withStack(compareUnderLoad)

async function compareUnderLoad(stack: AsyncDisposableStack): Promise<string[]> {
  const { launch, kill } = await startNodes(stack, ['coordinator', 'first', 'second', 'plain'])
  const plain = await openBench({ external: urlOf(ports.plain) })
  stack.defer(plain.stop)
  const bench = await openBench({ external: urlOf(ports.coordinator) })
  stack.defer(bench.stop)
  for (const port of [ports.coordinator, ports.first, ports.second]) {
    const db = openDb(urlOf(port), makeLog('silent'), { size: 1 })
    await db.run('create extension citus')
    await db.close()
  }
  await bench.owner.run(`select citus_set_coordinator_host('127.0.0.1', ${ports.coordinator})`)
  for (const port of [ports.first, ports.second]) await bench.owner.run(`select citus_add_node('127.0.0.1', ${port})`)
  // One is filled before it is distributed.
  for (const { owner } of [plain, bench]) await addPeople(owner, lastClient)
  await distribute(bench.url)
  const launchServers = async (of: typeof bench) => {
    const servers = await Promise.all([1, 2].map(() => startServer(of)))
    stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
    return servers.map(({ port }) => port)
  }
  const [plainPorts, clusterPorts] = [await launchServers(plain), await launchServers(bench)]
  const misses = await checkShards(bench.owner)
  const load = { callers: 32, seconds: 6 }
  let calm = await applyLoad({ ports: plainPorts, ...load })
  let applied = await applyLoad({ ports: clusterPorts, ...load })
  for (let round = 2; round <= 2; round += 1) {
    calm = await applyLoad({ ports: plainPorts, ...load }, undefined, calm)
    applied = await applyLoad({ ports: clusterPorts, ...load }, undefined, applied)
  }
  misses.push(...(await printCompared([{ name: 'plain PostgreSQL', applied: calm, databaseUrl: plain.url }])))
  misses.push(...(await printCompared([{ name: 'Citus', applied, databaseUrl: bench.url }])))
  const over = new AbortController()
  const watched: Watched = { checks: 0, failed: 0, switches: 0, differences: new Set() }
  const watching = watchBooks(bench.owner, watched, over.signal)
  // Long enough for some checks before the first node is killed.
  applied = await applyLoad({ ports: clusterPorts, ...load, seconds: 15 }, undefined, applied)
  misses.push(...Array.from(watched.differences, (what) => `Citus, a check under load: ${what}`))
  const faults = async () => {
    for (const name of ['first', 'coordinator'] as const) {
      await wait(3000)
      kill(name)
      await wait(2000)
      await launch(name)
    }
  }
  applied = await applyLoad({ ports: clusterPorts, ...load, seconds: 12 }, faults, applied)
  // Citus decides transactions that a killed node had prepared within seconds.
  await until('request and money agree', async () => (await differences(bench.owner)) === 0, 60).catch(() =>
    misses.push('Citus: requests and ledger differ'),
  )
  over.abort()
  await watching
  console.log(
    `${watched.checks} checks of the books under load (${watched.failed} failed), a client frozen or unfrozen ${watched.switches} times.`,
  )
  // A check while a server is down may report a difference (README.md); none is left at the end.
  const { differences: left } = await checkBooks(bench.owner, bookChecks, { full: true })
  misses.push(...left.map(({ what }) => `Citus, the check at the end: ${what}`))
  misses.push(...(await printCompared([{ name: 'Citus, nodes killed', applied, databaseUrl: bench.url }])))
  return misses
}
