import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../src/platform/migrate.ts'
import { citusNodes, databaseUrl } from '../test/global-setup.ts'
import { distribute } from './distribute.ts'

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const add = (call: string, url: string) => `select ${call}('${new URL(url).hostname}', ${new URL(url).port || 5432})`

/** Distributes a migrated database of the coordinator, until the cluster itself is removed; without a cluster it does nothing. */
export async function distributeOverNodes(name: string): Promise<void> {
  const [coordinator, ...workers] = citusNodes
  if (coordinator === undefined) return
  for (const worker of workers) {
    await run(worker, `create database ${name}`)
    await run(databaseUrl(worker, name), 'create extension citus')
  }
  const nodes = [add('citus_set_coordinator_host', coordinator), ...workers.map((url) => add('citus_add_node', url))]
  // A test that bypasses the triggers of the books sets that with `set local`, which then applies on the shards too.
  const propagate = `alter database ${name} set citus.propagate_set_commands = local`
  await run(databaseUrl(coordinator, name), 'create extension citus', ...nodes, propagate)
  await distribute(databaseUrl(coordinator, name))
}

/** A new distributed database for a server of the browser tests: prints its address. */
if (import.meta.main) {
  const [coordinator = ''] = citusNodes
  const name = `story_${randomUUID().replaceAll('-', '')}`
  await run(coordinator, `create database ${name}`)
  await migrate(databaseUrl(coordinator, name))
  await distributeOverNodes(name)
  console.log(databaseUrl(coordinator, name))
}
