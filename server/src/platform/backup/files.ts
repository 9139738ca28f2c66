import { type Db, type Sql, selectColumn } from '../db.ts'
import type { Store, StoredFile } from '../file-store.ts'
import { StartError } from '../postgres/start-error.ts'
import { getCompressed, inParallel, putCompressed, type Place } from './place.ts'

const folder = 'files/'
const portion = 100
/** A bucket has whole seconds by its own clock; one file too many in a list is harmless. */
const clockDifference = 5 * 60_000

/** Copies one file to the place of backups; false if it was removed meanwhile. The bytes are encrypted already. */
async function copyFile(store: Store, place: Store, name: string): Promise<boolean> {
  const bytes = await store.get(name)
  if (bytes) await place.put(`${folder}${name}`, bytes)
  return bytes !== undefined
}

/** Copies the files noted since the last run, so that a recovery to a moment between two backups has them. */
export async function copyNewFiles(db: Db, store: Store, place: Store): Promise<void> {
  let count: number
  do {
    count = await db.transaction(async (tx) => {
      const names = await filesToBackUp(tx, portion)
      await inParallel(names, (name) => copyFile(store, place, name))
      await deleteFilesToBackUp(tx, names)
      return names.length
    })
  } while (count === portion)
}

/** Copies every file that the place of backups does not have yet; returns the names of all files. */
export async function copyFiles(store: Store, place: Place): Promise<Set<string>> {
  const copied = await storedFiles(place)
  const names = new Set<string>()
  for await (const files of store.list('')) {
    const isCurrent = ({ name, bytes, modified }: StoredFile) => {
      const copy = copied.get(name)
      return copy !== undefined && copy.bytes === bytes && copy.modified >= modified
    }
    await inParallel(files, async (file) => {
      if (isCurrent(file) || (await copyFile(store, place, file.name))) names.add(file.name)
    })
  }
  return names
}

const isCopiedSince = ({ modified }: StoredFile, moment: Date) =>
  modified.getTime() >= moment.getTime() - clockDifference

async function storedFiles(place: Store): Promise<Map<string, StoredFile>> {
  const found = new Map<string, StoredFile>()
  for await (const files of place.list(folder))
    for (const file of files) found.set(file.name.slice(folder.length), file)
  return found
}

export const listName = (id: string) => `file-list/${id}.gz`

/** The files of a backup: those that exist now, and those copied since the backup before, for a recovery in between. */
export async function putFileList(place: Place, id: string, names: Set<string>, since: Date): Promise<void> {
  for (const [name, file] of await storedFiles(place)) if (isCopiedSince(file, since)) names.add(name)
  await putCompressed(place, listName(id), Buffer.from([...names].toSorted().join('\n')), { isOpen: true })
}

async function readFileList(place: Place, id: string): Promise<string[]> {
  const list = await getCompressed(place, listName(id))
  return list.toString().split('\n').filter(Boolean)
}

/** Names of the files of the backup and newer ones; `missing` are not at the place of backups. */
export async function filesOf(place: Place, { id, begun }: { id: string; begun: string }) {
  const stored = await storedFiles(place)
  const listed = await readFileList(place, id)
  const newer = [...stored].filter(([, file]) => isCopiedSince(file, new Date(begun))).map(([name]) => name)
  return {
    names: [...new Set([...listed, ...newer])].filter((name) => stored.has(name)),
    missing: listed.filter((name) => !stored.has(name)),
  }
}

/** Those of the names that are not at the target yet, so that a restore can be repeated. */
export async function absentFiles(target: Store, names: readonly string[]): Promise<string[]> {
  const present = new Set<string>()
  for await (const files of target.list('')) for (const { name } of files) present.add(name)
  return names.filter((name) => !present.has(name))
}

export const restoreFiles = (place: Store, target: Store, names: readonly string[]) =>
  inParallel(names, async (name) => {
    const bytes = await place.get(`${folder}${name}`)
    if (!bytes) throw new StartError(`The backup is incomplete: ${folder}${name} is missing.`)
    await target.put(name, bytes)
  })

/** Removes what only removed backups needed. */
export async function removeFilesBut(place: Place, ids: readonly string[], removed: readonly string[]): Promise<void> {
  const needed = new Set((await inParallel(ids, (id) => readFileList(place, id))).flat())
  // A file in no list at all was copied after the newest backup.
  const listed = (await inParallel(removed, (id) => readFileList(place, id))).flat()
  const unneeded = new Set(listed.filter((name) => !needed.has(name)))
  await inParallel([...unneeded], (name) => place.remove(`${folder}${name}`))
  await inParallel(removed, (id) => place.remove(listName(id)))
}

export const insertLoose = (sql: Sql, names: readonly string[]) =>
  sql.run('insert into loose_file (name) select unnest($1::text[])', [names])

/** Waits for concurrent decisions about these files; returns those that were still unreferenced. */
export const deleteLoose = (sql: Sql, names: readonly string[]) =>
  selectColumn<string>(sql, 'delete from loose_file where name = any($1::text[]) returning name', [names])

/** The oldest that have been unreferenced for more than a day: no request is still about to use them. */
export const deleteForgotten = (sql: Sql, most: number) =>
  selectColumn<string>(
    sql,
    `delete from loose_file where name in (
       select name from loose_file where since < now() - interval '1 day'
        order by since limit $1 for update skip locked)
     returning name`,
    [most],
  )

/** Notes files for the next copy to the place of backups. */
export const insertFilesToBackUp = (sql: Sql, names: readonly string[]) =>
  sql.run(
    `insert into file_to_back_up (name) select unnest($1::text[])
     on conflict (name) do update set since = excluded.since`,
    [names],
  )

const filesToBackUp = (sql: Sql, most: number) =>
  selectColumn<string>(sql, 'select name from file_to_back_up order by since limit $1 for update skip locked', [most])

const deleteFilesToBackUp = (sql: Sql, names: readonly string[]) =>
  sql.run('delete from file_to_back_up where name = any($1::text[])', [names])
