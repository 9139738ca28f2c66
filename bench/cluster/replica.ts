import { setTimeout as wait } from 'node:timers/promises'
import { startReplica } from '../../server/test/replica.ts'
import { addPeople, openBench } from '../database.ts'
import { startServer } from '../program.ts'
import { applyLoad, booksBalance, printCompared } from './load.ts'

const metricsPorts = [25_401, 25_402]

/** Reads of histories so far, by the database that answered. */
async function historyReads(): Promise<Record<string, number>> {
  const reads: Record<string, number> = {}
  for (const port of metricsPorts) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const [, from = '', count] of text.matchAll(/^sauda_history_reads\{from="(\w+)"\} (\d+)/gm))
      reads[from] = (reads[from] ?? 0) + Number(count)
  }
  return reads
}

/** Two processes with a read replica: a client writes at one and reads the history at the other. The replica lags, then is killed. */
export async function replica(): Promise<string[]> {
  await using stack = new AsyncDisposableStack()
  const bench = await openBench()
  stack.defer(bench.stop)
  await addPeople(bench.owner, 16)
  const follower = await startReplica(bench.url, bench.dataDir)
  stack.defer(follower.stop)
  const servers = await Promise.all(
    metricsPorts.map((port) => startServer(bench, { DATABASE_REPLICA_URL: follower.url, METRICS_PORT: String(port) })),
  )
  stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const ports = servers.map((server) => server.port)
  const misses: string[] = []
  const faults = {
    'replica follows': async () => {},
    'replay paused for 4 s': async () => {
      await follower.query('select pg_wal_replay_pause()')
      await wait(4000)
      await follower.query('select pg_wal_replay_resume()')
    },
    'replica killed': async () => {
      await wait(1000)
      follower.child.kill('SIGKILL')
    },
  }
  let applied = await applyLoad({ ports, callers: 16, seconds: 2 })
  let before = await historyReads()
  for (const [name, fault] of Object.entries(faults)) {
    applied = await applyLoad({ ports, callers: 16, seconds: 8 }, fault, applied)
    const after = await historyReads()
    const [fromReplica = 0, fromPrimary = 0] = ['replica', 'primary'].map(
      (from) => (after[from] ?? 0) - (before[from] ?? 0),
    )
    console.log(`${name}: ${fromReplica} reads from the replica, ${fromPrimary} from the primary`)
    if (name === 'replica follows' && fromReplica < fromPrimary) misses.push('the replica answered less than half')
    before = after
  }
  if (!(await booksBalance(ports[0] ?? 0))) misses.push('replica: the books')
  misses.push(...(await printCompared([{ name: 'read replica', applied, databaseUrl: bench.url }])))
  return misses
}
