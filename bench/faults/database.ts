import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addPeople, clientId, clientToken, openBench } from '../database.ts'
import { printTable, whole } from '../report.ts'
import { send, summary, summaryHead, type Sent } from './requests.ts'
import { startServer } from '../program.ts'

const read = (port: number, n: number) => send({ port, path: `/user/profile/${clientId(n)}`, token: clientToken(n) })

const withdraw = (port: number, n: number, key: string) =>
  send({
    port,
    method: 'POST',
    path: '/user/wallet/withdraw',
    token: clientToken(n),
    key,
    body: { id: clientId(n), amount: 100 },
  })

/** One locked row: its client sends 40 withdrawals, 20 others read for ten seconds. */
export async function lock(): Promise<void> {
  const bench = await openBench()
  await addPeople(bench.owner, 100)
  const server = await startServer(bench)
  const { port } = server
  await Promise.all(Array.from({ length: 40 }, (_, n) => read(port, n + 1)))
  const others: Sent[] = []
  let locked: Sent[] = []
  await bench.owner.transaction(async (tx) => {
    await tx.run('select from client_ledger where client_id = $1 for update', [clientId(1)])
    const stuck = Promise.all(Array.from({ length: 40 }, (_, n) => withdraw(port, 1, `lock-key-${n}`)))
    await wait(300)
    const end = Date.now() + 10_000
    const reader = async (n: number) => {
      while (Date.now() < end) others.push(await read(port, n))
    }
    await Promise.race([Promise.all(Array.from({ length: 20 }, (_, n) => reader(n + 2))), wait(20_000)])
    locked = await Promise.race([stuck, wait(30_000).then(() => [])])
  })
  printTable(summaryHead, [...summary('of its client', locked), ...summary('reads of 20 others', others)])
  await server.stop()
  await bench.stop()
}

/** The postmaster of the bench and its children. */
function postgresOf(dataDir: string): number[] {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/status`, 'utf8').includes(`PPid:\t${postmaster}\n`)
    } catch {
      return false
    }
  }
  return [
    postmaster,
    ...readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isChild(name))
      .map(Number),
  ]
}

/** Every process of the database stops for 12 seconds while clients read and withdraw; then each withdrawal is sent again. */
export async function frozen(): Promise<void> {
  const bench = await openBench()
  await addPeople(bench.owner, 100)
  const server = await startServer(bench)
  const { port } = server
  await Promise.all(Array.from({ length: 40 }, (_, n) => read(port, n + 1)))
  const clients = Array.from({ length: 40 }, (_, n) => n + 1)
  const money = clients.map((n) => withdraw(port, n, `frozen-key-${n}`))
  await wait(15)
  const pids = postgresOf(bench.dataDir)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const reads = clients.map((n) => read(port, n + 50))
  const late = [wait(3000).then(() => read(port, 90)), wait(6000).then(() => read(port, 91))]
  const health = await send({ port, path: '/health' })
  await wait(12_000)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  const thawed = performance.now()
  while ((await read(port, 1)).status !== 200) await wait(50)
  const recovered = performance.now() - thawed
  const [first, seen] = [await Promise.all(money), await Promise.all([...reads, ...late])]
  const again = await Promise.all(clients.map((n) => withdraw(port, n, `frozen-key-${n}`)))
  const stored = await bench.owner.row<{ count: bigint }>(
    "select count(*) as count from wallet_request where type = 'withdrawal'",
  )
  printTable(summaryHead, [
    ...summary('withdrawals', first),
    ...summary('reads', seen),
    ...summary('health', [health]),
    ...summary('withdrawals again, with the same keys', again),
  ])
  console.log(
    `answers again ${whole(recovered)} ms after the database; ${stored?.count} withdrawals stored for ${clients.length} keys`,
  )
  await server.stop()
  await bench.stop()
}
