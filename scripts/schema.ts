import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../server/src/platform/db.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { oldestRelease } from '../server/src/platform/oldest-release.ts'
import { startPostgres } from '../server/src/platform/postgres/postgres.ts'
import { describeSchema } from '../server/src/operation/schema/schema.sql.ts'
import { PlainError, root } from './child.ts'

const file = join(root, 'server/schema.sql')

/** Writes server/schema.sql from a database of the oldest release after all migrations; with `--check` only reports whether it is up to date. */
export async function main(args: string[]): Promise<void> {
  const text = await schemaOfMigrations()
  if (!args.includes('--check')) return writeFileSync(file, text)
  if (readFileSync(file, 'utf8') !== text) {
    throw new PlainError('server/schema.sql is not what the migrations come to. Run npm run schema.')
  }
}

async function schemaOfMigrations(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sauda-schema-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startPostgres({ dataDir })
  try {
    await migrate(postgres.url, undefined, oldestRelease.version)
    await migrate(postgres.url)
    const db = openDb(postgres.url, makeLog('warn'), { size: 1 })
    try {
      return await describeSchema((text) => db.rows(text))
    } finally {
      await db.close()
    }
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
