import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killPostgres, launchAsPostgres, until } from '../../bench/cluster/load.ts'
import { PlainError } from '../../scripts/child.ts'
import { openDb } from '../src/platform/db.ts'
import { makeLog } from '../src/platform/log.ts'

export const ports = { coordinator: 25_700, first: 25_701, second: 25_702, plain: 25_703 }
type NodeName = keyof typeof ports
export const clusterNodes: NodeName[] = ['coordinator', 'first', 'second']
export const binaries = process.env['PG_BIN'] ?? '/usr/lib/postgresql/15/bin'
export const urlOf = (port: number) => `postgres://sauda@127.0.0.1:${port}/postgres`

/** Ends what `work` has started, however it ends. */
export async function withStack<T>(work: (stack: AsyncDisposableStack) => Promise<T>): Promise<T> {
  const stack = new AsyncDisposableStack()
  try {
    return await work(stack)
  } finally {
    await stack.disposeAsync()
  }
}

const isUp = async (port: number): Promise<boolean> => {
  const db = openDb(urlOf(port), makeLog('silent'), { size: 1 })
  try {
    return (await db.row('select 1 as one')) !== undefined
  } finally {
    await db.close()
  }
}

/** PostgreSQL with the extension citus; `plain` has it installed, but not loaded. Ends with `stack`. */
export async function startNodes(stack: AsyncDisposableStack, names: readonly NodeName[]) {
  if (!existsSync(join(binaries, 'postgres'))) throw new PlainError(`PG_BIN: ${binaries} has no PostgreSQL.`)
  const folder = mkdtempSync(join(tmpdir(), 'sauda-citus-'))
  chmodSync(folder, 0o755)
  spawnSync('chown', ['postgres:postgres', folder])
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const launch = async (name: NodeName) => {
    const settings = {
      port: ports[name],
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: 400,
      // Citus has a background worker in each database.
      max_worker_processes: 64,
      shared_preload_libraries: name === 'plain' ? '' : 'citus',
      ...(name !== 'plain' && { 'citus.recover_2pc_interval': '5s', 'citus.shard_count': 8 }),
    }
    const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
    launchAsPostgres(stack, folder, [join(binaries, 'postgres'), '-D', join(folder, name), ...options], 'SIGINT')
    await until(name, () => isUp(ports[name]))
  }
  for (const name of names) {
    const init = ['-D', join(folder, name), '--username=sauda', '--auth=trust', '--encoding=UTF8', '--locale=C']
    spawnSync('runuser', ['-u', 'postgres', '--', join(binaries, 'initdb'), ...init])
    await launch(name)
  }
  return { launch, kill: (name: NodeName) => killPostgres(join(folder, name)) }
}
