import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addPeople, clientId, clientToken, openBench, type Bench } from '../database.ts'
import { printTable } from '../report.ts'
import { send, summary, summaryHead, type Sent } from './requests.ts'
import { startServer } from '../program.ts'

const ports = { first: 23_001, second: 23_002, proxy: 23_080 }
const callers = 20
/** Of each process. */
const restarts = 3

const proxies = [
  { name: 'nginx', file: 'nginx.conf', start: (path: string) => ['nginx', '-g', 'daemon off;', '-c', path] },
  {
    name: 'caddy',
    file: 'Caddyfile',
    start: (path: string) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', path],
  },
]

/** The documented configuration, with the ports of this run. */
function configured(file: string): string {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    .replaceAll('3001', String(ports.first))
    .replaceAll('3002', String(ports.second))
    .replaceAll('8080', String(ports.proxy))
    .replace('/run/nginx.pid', join(tmpdir(), 'sauda-bench-nginx.pid'))
  const path = join(mkdtempSync(join(tmpdir(), 'sauda-proxy-')), file)
  writeFileSync(path, text)
  return path
}

/** Two processes behind each proxy, restarted by turns, three times each, while 20 callers read and withdraw. */
export async function restart(): Promise<void> {
  for (const { name, file, start } of proxies) {
    const bench = await openBench()
    await addPeople(bench.owner, callers)
    const launch = (port: number) =>
      startServer(bench, { PORT: String(port), TRUST_PROXY: '1', STOP_WAIT_SECONDS: '3' })
    const servers = [await launch(ports.first), await launch(ports.second)]
    const [program = '', ...args] = start(configured(file))
    const proxy = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    proxy.stderr.on('data', (text) => (said += String(text)))
    await wait(2000)
    let isOver = false
    const loads = Array.from({ length: callers }, (_, n) => load(n + 1, () => isOver))
    await wait(2000)
    for (let round = 0; round < 2 * restarts; round += 1) {
      await servers[round % 2]?.stop()
      servers[round % 2] = await launch(round % 2 === 0 ? ports.first : ports.second)
      await wait(2500)
    }
    isOver = true
    const sent = (await Promise.all(loads)).flat()
    const stored = await storedWithdrawals(bench)
    const acknowledged = sent.filter(({ isMoney, status }) => isMoney && status === 200).length
    printTable(summaryHead, [
      ...summary(
        `${name}: reads`,
        sent.filter(({ isMoney }) => !isMoney),
      ),
      ...summary(
        `${name}: withdrawals`,
        sent.filter(({ isMoney }) => isMoney),
      ),
    ])
    console.log(`${acknowledged} withdrawals acknowledged, ${stored} stored`)
    if (sent.some(({ status }) => status !== 200)) console.log(`${name} said:\n${said}`)
    proxy.kill('SIGTERM')
    for (const server of servers) await server.stop()
    await bench.stop()
  }
}

async function load(n: number, isOver: () => boolean): Promise<(Sent & { isMoney: boolean })[]> {
  const sent: (Sent & { isMoney: boolean })[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const token = clientToken(n)
  for (let round = 0; !isOver(); round += 1) {
    const isMoney = round % 4 === 0
    const path = isMoney ? '/user/wallet/withdraw' : `/user/profile/${clientId(n)}`
    const body = { id: clientId(n), amount: 100 }
    const asked = { port: ports.proxy, path, token, agent }
    const answer = await send(isMoney ? { ...asked, method: 'POST', body, key: `restart-${n}-${round}` } : asked)
    sent.push({ ...answer, isMoney })
    await wait(2)
  }
  agent.destroy()
  return sent
}

async function storedWithdrawals({ owner }: Bench): Promise<bigint | undefined> {
  const row = await owner.row<{ count: bigint }>(
    "select count(*) as count from wallet_request where type = 'withdrawal'",
  )
  return row?.count
}
