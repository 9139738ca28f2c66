import type pg from 'pg'
import { StartError } from './postgres/start-error.ts'

/** Its migrations are one file, which is never changed. */
export const oldestRelease = { name: '1.0.0', version: 117, migrations: 85 }

/**
 * Throws a StartError where a process of the oldest release still works on the database: it would answer with errors once its tables have
 * changed (docs/upgrading.md). A process of this version connects as `sauda` only after all migrations.
 */
export async function requireAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
      where datname = current_database() and application_name = 'sauda' and pid <> pg_backend_pid()
        and exists (select from migration where version between 1 and $1)
        and not exists (select from migration where version > $1)`,
    [oldestRelease.version],
  )
  const others = rows[0]?.others ?? 0
  if (others > 0)
    throw new StartError(
      `A process of the release before still uses this database (${others} ${others === 1 ? 'connection' : 'connections'}), and nothing was changed. Stop every process of it, then start again; behind a pooler its connections end about a minute later.`,
    )
}

/** A database of that release recorded each migration, a later one the release itself. */
export function requireRelease(recorded: readonly { version: number; name: string }[]): void {
  const { name, version, migrations } = oldestRelease
  const older = recorded.filter((each) => each.version > 0 && each.version <= version)
  if (older.length < migrations && !older.some((each) => each.name === name))
    throw new StartError(
      `This database was made by a version before ${name}, and nothing was changed. Start version ${name} with it once, then this version.`,
    )
}
