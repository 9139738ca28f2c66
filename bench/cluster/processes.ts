import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { start } from '../../scripts/child.ts'
import { proxyArguments } from '../../scripts/proxy.ts'
import { addPeople, openBench } from '../database.ts'
import { startServer } from '../program.ts'
import { ratio } from '../report.ts'
import { applyLoad, booksBalance, cpuSeconds, printCompared } from './load.ts'

const first = 25_101
const proxyPort = 25_100

/** One, two and four processes behind nginx on one database; one of several is killed under load and started again. */
export async function processes(): Promise<string[]> {
  const misses: string[] = []
  for (const count of [1, 2, 4]) {
    await using stack = new AsyncDisposableStack()
    const bench = await openBench()
    stack.defer(bench.stop)
    await addPeople(bench.owner, 32)
    const launch = (n: number) => startServer(bench, { PORT: String(first + n), TRUST_PROXY: '1' })
    const servers = await Promise.all(Array.from({ length: count }, (_, n) => launch(n)))
    stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
    const folder = mkdtempSync(join(tmpdir(), 'sauda-nginx-'))
    stack.defer(() => rmSync(folder, { recursive: true }))
    const ports = Array.from({ length: count }, (_, n) => first + n)
    const proxy = start('/usr/sbin/nginx', proxyArguments.nginx({ port: proxyPort, servers: ports, folder }))
    stack.defer(async () => {
      proxy.stop()
      await proxy.ended
    })
    await wait(1000)
    const load = { ports: [proxyPort], callers: 32, seconds: 8 }
    const pids = servers.map(({ pid }) => pid)
    const before = cpuSeconds(pids)
    const calm = await applyLoad(load)
    const perRequest = (1000 * (cpuSeconds(pids) - before)) / (calm.times.length + calm.reads)
    const kill = async () => {
      if (count === 1) return
      await wait(2000)
      process.kill(pids[0] ?? 0, 'SIGKILL')
      await wait(2000)
      servers[0] = await launch(0)
    }
    const applied = await applyLoad(load, kill, calm)
    const balanced = await booksBalance(first)
    const name = `${count} ${count === 1 ? 'process' : 'processes'}`
    misses.push(...(await printCompared([{ name, applied, databaseUrl: bench.url }])))
    console.log(
      `${ratio(perRequest, 1)} ms of processor time of the servers for a request; the books ${balanced ? 'balance' : 'do not balance'}`,
    )
    if (!balanced) misses.push(`${name}: the books`)
  }
  return misses
}
