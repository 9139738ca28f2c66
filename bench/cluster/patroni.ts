import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addPeople, openBench } from '../database.ts'
import { startServer } from '../program.ts'
import { applyLoad, booksBalance, killPostgres, launchAsPostgres, printCompared, until } from './load.ts'

const base = 25_500
const nodes = [1, 2, 3]
const etcd = { client: base + 10, peer: base + 11 }
const balancer = base + 12
const password = 'bench'
const postgresPort = (n: number) => base + 20 + n
const restPort = (n: number) => base + 30 + n
const binaries = process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin'

/** A write is acknowledged only once it is on the disks of two machines (docs/scaling.md). */
const settings = (folder: string, n: number) => ({
  scope: 'sauda',
  name: `node${n}`,
  restapi: { listen: `127.0.0.1:${restPort(n)}`, connect_address: `127.0.0.1:${restPort(n)}` },
  etcd3: { host: `127.0.0.1:${etcd.client}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 2,
      retry_timeout: 5,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
  },
  postgresql: {
    listen: `127.0.0.1:${postgresPort(n)}`,
    connect_address: `127.0.0.1:${postgresPort(n)}`,
    data_dir: join(folder, `node${n}`, 'data'),
    bin_dir: binaries,
    pgpass: join(folder, `node${n}`, 'pgpass'),
    parameters: { unix_socket_directories: join(folder, `node${n}`) },
    authentication: {
      superuser: { username: 'sauda', password },
      replication: { username: 'replicator', password },
    },
  },
})

const balancerSettings = `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen leader
  bind 127.0.0.1:${balancer}
  option httpchk GET /primary
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((n) => `  server node${n} 127.0.0.1:${postgresPort(n)} check port ${restPort(n)}`).join('\n')}
`

interface Member {
  name: string
  role: string
  state: string
}
async function members(): Promise<Member[]> {
  for (const n of nodes) {
    const answer = await fetch(`http://127.0.0.1:${restPort(n)}/cluster`).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

const isWhole = async () => {
  const found = await members()
  const has = (role: string) => found.some((member) => member.role === role)
  return (
    found.length === nodes.length &&
    has('leader') &&
    has('sync_standby') &&
    found.every(({ state }) => /running|streaming/.test(state))
  )
}

/** Three PostgreSQL under Patroni with etcd, found through HAProxy. Needs Debian's patroni, etcd-server, haproxy, postgresql-15. */
async function startCluster(stack: AsyncDisposableStack) {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-patroni-'))
  chmodSync(folder, 0o755)
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const launch = (program: string, args: string[]) => launchAsPostgres(stack, folder, [program, ...args])
  for (const n of nodes) {
    mkdirSync(join(folder, `node${n}`))
    writeFileSync(join(folder, `node${n}.yml`), JSON.stringify(settings(folder, n)))
  }
  mkdirSync(join(folder, 'etcd'), { mode: 0o700 })
  writeFileSync(join(folder, 'haproxy.cfg'), balancerSettings)
  spawnSync('chown', ['-R', 'postgres:postgres', folder])
  const [client, peer] = [`http://127.0.0.1:${etcd.client}`, `http://127.0.0.1:${etcd.peer}`]
  const etcdOptions = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  }
  launch(
    '/usr/bin/etcd',
    Object.entries(etcdOptions).flatMap(([name, value]) => [`--${name}`, value]),
  )
  await until('etcd', async () => (await fetch(`${client}/health`)).ok)
  const startNode = (n: number) => launch('/usr/bin/patroni', [join(folder, `node${n}.yml`)])
  const running = new Map(nodes.map((n) => [n, startNode(n)]))
  launch('/usr/sbin/haproxy', ['-f', join(folder, 'haproxy.cfg')])
  await until('a leader with a synchronous standby', isWhole, 120)

  /** As a machine that loses its power: Patroni and every PostgreSQL process at once. */
  async function killLeader(): Promise<number> {
    const leader = Number((await members()).find(({ role }) => role === 'leader')?.name.slice(4))
    running.get(leader)?.process.kill('SIGKILL')
    killPostgres(join(folder, `node${leader}/data`))
    return leader
  }
  return {
    url: `postgres://sauda:${password}@127.0.0.1:${balancer}/postgres`,
    killLeader,
    startNode: (n: number) => void running.set(n, startNode(n)),
  }
}

/** The leader is killed twice under load; the killed one rejoins in between. */
export async function patroni(): Promise<string[]> {
  await using stack = new AsyncDisposableStack()
  const { url, killLeader, startNode } = await startCluster(stack)
  const bench = await openBench({ external: url })
  stack.defer(bench.stop)
  await addPeople(bench.owner, 32)
  const servers = await Promise.all([1, 2].map(() => startServer(bench)))
  stack.defer(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const ports = servers.map((server) => server.port)
  const faults = async () => {
    for (let kill = 1; kill <= 2; kill += 1) {
      await wait(4000)
      const killed = await killLeader()
      console.log(`node${killed}, the leader, was killed`)
      await wait(25_000)
      startNode(killed)
      await until('the cluster is whole again', isWhole, 120)
    }
    await wait(4000)
  }
  const applied = await applyLoad({ ports, callers: 32, seconds: 60 }, faults)
  const misses = await printCompared([{ name: 'Patroni, leader killed twice', applied, databaseUrl: url }])
  if (!(await booksBalance(ports[0] ?? 0))) misses.push('Patroni: the books')
  return misses
}
