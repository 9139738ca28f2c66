import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { proxyArguments } from '../../scripts/proxy.ts'
import { addPeople, clientId, clientToken, openBench, type Bench } from '../database.ts'
import { printTable } from '../report.ts'
import { send, summary, summaryHead, type Sent } from './requests.ts'
import { startServer } from '../program.ts'

const ports = { first: 23_001, second: 23_002, proxy: 23_080 }
const callers = 20
/** Restarts of each process. */
const restarts = 3

/** Two processes behind each proxy, restarted by turns, three times each, while 20 callers read and withdraw. */
export async function restart(): Promise<void> {
  for (const name of ['nginx', 'caddy'] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'sauda-proxy-'))
    const bench = await openBench()
    await addPeople(bench.owner, callers)
    const launch = (port: number) =>
      startServer(bench, { PORT: String(port), TRUST_PROXY: '1', STOP_WAIT_SECONDS: '3' })
    const servers = [await launch(ports.first), await launch(ports.second)]
    const args = proxyArguments[name]({ port: ports.proxy, servers: [ports.first, ports.second], folder })
    const proxy = spawn(name, args, { env: { ...process.env, HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] })
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
    rmSync(folder, { recursive: true, force: true })
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
