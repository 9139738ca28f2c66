import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { readManifest, type Manifest } from '../src/platform/backup/manifest.ts'
import { openPlace } from '../src/platform/backup/place.ts'
import { importTables } from '../src/platform/backup/portable.ts'
import { databaseUrl } from './global-setup.ts'

export type OldDatabase = {
  readonly url: string
  /** The column `line` of each row. */
  readonly query: (text: string) => Promise<string[]>
}

/** Makes databases that are dropped after the tests of the file. Call once per file, at its top level. */
export async function oldDatabases() {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const names: string[] = []
  afterAll(async () => {
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  })
  const empty = async (): Promise<OldDatabase> => {
    const name = `upgrade_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name}`)
    names.push(name)
    const url = databaseUrl(inject('postgresUrl'), name)
    const query = async (text: string): Promise<string[]> => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        const { rows } = await client.query<{ line: string }>(text)
        return rows.map(({ line }) => line)
      } finally {
        await client.end()
      }
    }
    return { url, query }
  }
  /** As a release left it in a portable backup, then migrated, with its logins and keys as new as on the day of the upgrade. */
  const filled = async ({ place, backup }: { place: string; backup: string }) => {
    const { url, query } = await empty()
    const store = await openPlace(place, { mayBeNew: false })
    const manifest: Manifest = await readManifest(store, backup)
    await importTables(url, store, manifest)
    await query("update session set last_seen_at = now(), expires_at = now() + interval '1 hour'")
    await query('update idempotency set at = now()')
    return { url, query, manifest }
  }
  return { empty, filled }
}
