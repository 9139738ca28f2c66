import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import pg from 'pg'
import { migrate } from '../src/platform/migrate.ts'
import { startPostgres } from '../src/platform/postgres/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of this run, with a migrated database named `template_sauda`. */
    postgresUrl: string
  }
}

/** With `CITUS_NODES`, the addresses of a coordinator and its workers, the tests run on that cluster (docs/scaling.md). */
export const citusNodes = process.env['CITUS_NODES']?.split(' ') ?? []

/** One PostgreSQL for the whole run; each test file copies the migrated template (see server.ts). */
export async function setup(project: TestProject): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sauda-test-'))
  chmodSync(dataDir, 0o755)
  // Tests start the server program many times, so its compiled sources are cached.
  process.env['NODE_COMPILE_CACHE'] ??= join(dataDir, 'compiled')
  // Every test server may use forty, and a file may start several.
  const [coordinator] = citusNodes
  const postgres =
    coordinator === undefined
      ? await startPostgres({ dataDir, connections: 400 })
      : { url: coordinator, stop: async () => {} }
  const admin = new pg.Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create database template_sauda')
  await admin.end()
  await migrate(databaseUrl(postgres.url, 'template_sauda'))
  project.provide('postgresUrl', postgres.url)
  stop = async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

let stop: () => Promise<void> = async () => {}

export async function teardown(): Promise<void> {
  await stop()
}

export function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
