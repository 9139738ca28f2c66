import type { Config } from '../../config.ts'
import { inParallel } from '../../platform/backup/place.ts'
import type { Db } from '../../platform/db.ts'
import { openFiles } from '../../platform/files.ts'
import { openStore } from '../../platform/file-store.ts'
import { makeLog } from '../../platform/log.ts'
import type { Secret } from '../../platform/secret.ts'
import { filesWithKeys } from './restore.sql.ts'

type FilesCheck = {
  readonly secret: Secret
  readonly say: (line: string) => void
  /** Files that stay missing. */
  readonly accepted: readonly string[]
}

/** Whether each file that a row refers to is there, and is the one that was stored under this name. */
export async function checkFiles(config: Config, db: Db, { secret, say, accepted }: FilesCheck): Promise<boolean> {
  const present = new Set<string>()
  for await (const files of (await openStore(config)).list('')) for (const { name } of files) present.add(name)
  const referred = await filesWithKeys(db)
  const missing = referred.filter(({ name }) => !present.has(name) && !accepted.includes(name))
  const files = await openFiles({ ...config, backupUrl: undefined }, { db, secret, log: makeLog('silent') })
  const unreadable: string[] = []
  await inParallel(referred, async ({ name, owner_id: ownerId, data_key: dataKey }) => {
    // The files of an erased client cannot be decrypted, and must not be.
    if (!present.has(name) || dataKey?.length === 0) return
    const owner = ownerId === null ? undefined : { ownerId, dataKey }
    if ((await files.get(name, owner).catch(() => undefined)) === undefined) unreadable.push(name)
  })
  if (missing.length > 0) say(`${missing.length} files are missing, such as ${missing[0]?.name}.`)
  if (unreadable.length > 0) say(`${unreadable.length} files cannot be decrypted, such as ${unreadable[0]}.`)
  const isWhole = missing.length === 0 && unreadable.length === 0
  if (isWhole) say(`Every ${accepted.length === 0 ? '' : 'other '}file is there and can be decrypted.`)
  return isWhole
}
