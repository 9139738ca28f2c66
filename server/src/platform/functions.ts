import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** A checkout on Windows may have other line ends. */
export const readText = (file: URL): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Each function of the database has one definition, in `functions/`. All are defined again where a file changed; version 0 records that. */
export async function defineFunctions(client: pg.Client, folder: URL): Promise<void> {
  const files = new URL('functions/', folder)
  const names = readdirSync(files).toSorted()
  const text = names.map((name) => readText(new URL(name, files))).join('\n')
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
