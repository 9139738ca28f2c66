import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export type ReplicaServer = Awaited<ReturnType<typeof startReplica>>

/** A streaming replica of the embedded PostgreSQL in `dataDir`, made by an online copy of its folder (Linux). */
export async function startReplica(primaryUrl: string, dataDir: string) {
  const original = join(dataDir, 'postgres/data')
  const folder = mkdtempSync(join(tmpdir(), 'sauda-replica-'))
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  await copyFolder(primaryUrl, original, data)
  const { uid, gid } = statSync(original)
  const primary = new URL(primaryUrl)
  const connection = `host=${decodeURIComponent(primary.hostname)} port=${primary.port} user=${primary.username} password=${decodeURIComponent(primary.password)}`
  writeFileSync(join(data, 'standby.signal'), '')
  writeFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
  spawnSync('chown', ['-R', `${uid}:${gid}`, folder])
  const [pid = ''] = readFileSync(join(original, 'postmaster.pid'), 'utf8').split('\n')
  const options = {
    listen_addresses: '',
    unix_socket_directories: folder,
    port: '5433',
    max_connections: '100',
    wal_retrieve_retry_interval: '100ms',
    log_min_messages: 'fatal',
  }
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(readlinkSync(`/proc/${pid}/exe`), ['-D', data, ...args], { uid, gid, cwd: data, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = new URL(primaryUrl)
  url.hostname = encodeURIComponent(folder)
  url.port = '5433'
  const stop = async () => {
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const query = (text: string) => withClient(url.href, (client) => client.query(text))
  while (
    child.exitCode === null &&
    !(await query('select').then(
      () => true,
      () => false,
    ))
  )
    await sleep(50)
  return { url: url.href, child, query, stop }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Files read while they change are repaired by the write-ahead log, with which `pg_wal` of the copy begins. */
const copyFolder = (url: string, from: string, to: string) =>
  withClient(url, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    spawnSync('cp', ['-a', from, to])
    for (const name of readdirSync(join(to, 'pg_wal'))) rmSync(join(to, 'pg_wal', name), { recursive: true })
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(to, name), { force: true })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  })
