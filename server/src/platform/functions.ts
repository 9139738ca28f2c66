import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

export const schema = new URL('../../schema.sql', import.meta.url)

/** A checkout on Windows may have other line ends. */
export const readText = (file: URL): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The texts of all functions, which have one definition each. */
const functionTexts = (folder: URL): string => {
  const files = new URL('functions/', folder)
  return readdirSync(files)
    .toSorted()
    .map((name) => readText(new URL(name, files)))
    .join('\n')
}

/**
 * A line `-- functions` in a migration stands for the functions and lists as they are now, for triggers and checks that follow. They are not
 * checked yet: they may use what a later migration adds.
 */
const withFunctions = (text: string, folder: URL): string =>
  text.replace(
    /^-- functions$/m,
    () =>
      `set local check_function_bodies = off; ${readText(new URL('lists.sql', folder))} ${functionTexts(folder)}
       set local check_function_bodies = on;`,
  )

export type Migration = {
  readonly name: string
  readonly version: number
  readonly text: string
  readonly checksum: string
}

/** `0601-bank-lines.sql` … in order; the number is the version. */
export const readMigrations = (folder: URL): Migration[] =>
  readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z-]+\.sql$/.test(name))
    .toSorted()
    .map((name) => {
      const text = readText(new URL(name, folder))
      return { name, version: Number(name.slice(0, 4)), text: withFunctions(text, folder), checksum: checksumOf(text) }
    })

/** The comments on tables, columns and views, which are written in `schema.sql` and nowhere else. */
const commentTexts = (): string => (readText(schema).match(/^comment on .*;$/gm) ?? []).join('\n')

/** All functions and comments are defined again where a file changed; version 0 records that. */
export async function defineFunctions(client: pg.Client, folder: URL): Promise<void> {
  const text = functionTexts(folder) + commentTexts()
  const checksum = checksumOf(text)
  const { rowCount } = await client.query('select from migration where version = 0 and checksum = $1', [checksum])
  if (rowCount === 1) return
  await client.query(text)
  await client.query(
    `insert into migration (version, name, checksum) values (0, 'functions', $1)
       on conflict (version) do update set applied_at = now(), checksum = excluded.checksum`,
    [checksum],
  )
}
