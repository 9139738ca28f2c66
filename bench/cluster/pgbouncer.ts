import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { addPeople, openBench } from '../database.ts'
import { send } from '../faults/requests.ts'
import { openPooler, pgbouncerProgram } from '../pgbouncer.ts'
import { startServer } from '../program.ts'
import { applyLoad, booksBalance, printCompared } from './load.ts'

const port = 25_300

/** Two processes behind pgbouncer in transaction mode, with and without prepared statements; it is killed under load. */
export async function pgbouncer(): Promise<string[]> {
  const version = /1\.(\d+)/.exec(execFileSync(pgbouncerProgram, ['--version']).toString())
  const carriesPrepared = Number(version?.[1]) >= 21
  const misses: string[] = []
  for (const prepared of ['on', 'off']) {
    await using stack = new AsyncDisposableStack()
    const bench = await openBench()
    stack.defer(bench.stop)
    await addPeople(bench.owner, 32)
    const pooler = await openPooler(bench, port, carriesPrepared ? 'max_prepared_statements = 200' : '')
    stack.defer(() => pooler.stop())
    const isRefused = prepared === 'on' && !carriesPrepared
    const servers = await Promise.all(
      // Several would break each other's statements while they start.
      (isRefused ? [1] : [1, 2]).map(() =>
        startServer({ ...bench, url: pooler.url }, { PREPARED_STATEMENTS: prepared }),
      ),
    )
    stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
    const ports = servers.map((server) => server.port)
    const ready = await send({ port: ports[0] ?? 0, path: '/health/ready' })
    const name = `pgbouncer ${version?.[0]}, PREPARED_STATEMENTS=${prepared}`
    console.log(`${name}: readiness ${ready.status} ${ready.body}`)
    if (isRefused) {
      if (ready.status !== 503) misses.push(`${name}: ready`)
      continue
    }
    const load = { ports, callers: 32, seconds: 8 }
    const calm = await applyLoad(load)
    const kill = async () => {
      await wait(2000)
      await pooler.killAndRestart(1000)
    }
    const applied = await applyLoad(load, kill, calm)
    if (!(await booksBalance(ports[0] ?? 0))) misses.push(`${name}: the books`)
    misses.push(...(await printCompared([{ name, applied, databaseUrl: bench.url }])))
  }
  return misses
}
