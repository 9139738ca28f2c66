import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { citusNodes, databaseUrl } from './global-setup.ts'

const script = fileURLToPath(new URL('../cluster/distribute.sql', import.meta.url))

const run = (url: string, ...orders: string[]) =>
  execFileSync('psql', ['--quiet', '--set=ON_ERROR_STOP=1', ...orders, url], { stdio: 'pipe' })

const add = (call: string, url: string) =>
  `--command=select ${call}('${new URL(url).hostname}', ${new URL(url).port || 5432})`

/** Makes a database of the coordinator a cluster, until the cluster itself is removed; without one it does nothing. */
export function distribute(name: string): void {
  const [coordinator, ...workers] = citusNodes
  if (coordinator === undefined) return
  const extend = '--command=create extension citus'
  for (const worker of workers) {
    run(worker, `--command=create database ${name}`)
    run(databaseUrl(worker, name), extend)
  }
  const nodes = [add('citus_set_coordinator_host', coordinator), ...workers.map((url) => add('citus_add_node', url))]
  // A test that bypasses the triggers of the books sets that with `set local`, which then applies on the shards too.
  const propagate = `--command=alter database ${name} set citus.propagate_set_commands = local`
  run(databaseUrl(coordinator, name), extend, ...nodes, `--file=${script}`, propagate)
}
