import { commonErrors, AppError } from '@sauda/contract/error'
import { bucketStore } from './file-store.ts'
import type { Db, Sql, Tx } from './db.ts'
import { insertLoose, deleteForgotten, deleteLoose } from './files.sql.ts'
import { folderStore } from './file-store.ts'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'

export type NewFile = { readonly name: string; readonly bytes: Buffer }

export type Files = Awaited<ReturnType<typeof openFiles>>

const portion = 100

class StoreAway extends AppError {}

/**
 * Encrypted files; each is referred to by a row, or listed in `loose_file` for removal. `filesUrl` is a bucket, or undefined for
 * a folder in `dataDir`.
 */
export async function openFiles(
  { filesUrl, dataDir }: { filesUrl: string | undefined; dataDir: string },
  { db, secret, log }: { db: Db; secret: Secret; log: Log },
) {
  const store = filesUrl === undefined ? folderStore(dataDir) : await bucketStore(filesUrl)

  /** A store that does not answer is reported as busy: the request may be tried again. */
  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      log.error({ err: (error as Error).message }, 'the file store could not be reached')
      throw new StoreAway(commonErrors.busy, { retryAfter: 5 })
    }
  }

  /** If the removal fails, the row is restored, so that no file is forgotten. */
  function removeFiles(deleteRows: (sql: Sql) => Promise<{ name: string }[]>): Promise<void> {
    return db.transaction(
      async (tx) => {
        for (const { name } of await deleteRows(tx)) await store.remove(name)
        // Cleaning up is not the caller's change, and a removed file does not come back.
      },
      { checked: false },
    )
  }

  /** Removes those of the files nothing refers to. Never throws: `clearForgotten` finds what remains. */
  async function clear(names: readonly string[]): Promise<void> {
    try {
      await removeFiles((sql) => deleteLoose(sql, names))
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'files nothing refers to stay until the next clearing')
    }
  }

  return {
    /** Writes files and runs the transaction that refers to them: both or neither. */
    async add<T>(files: readonly NewFile[], work: (tx: Tx) => Promise<T>): Promise<T> {
      const names = files.map(({ name }) => name)
      await insertLoose(db, names)
      try {
        // The name is authenticated, so that a file moved within the store cannot be read as another.
        for (const { name, bytes } of files) await reach(() => store.put(name, secret.encrypt('file', bytes, name)))
        return await db.transaction(async (tx) => {
          const result = await work(tx)
          await deleteLoose(tx, names)
          return result
        })
      } catch (error) {
        // No second call to a store that does not answer: it would keep a database connection busy.
        if (!(error instanceof StoreAway)) await clear(names)
        throw error
      }
    },
    /** Undefined if there is no such file; throws if its bytes were changed. */
    async get(name: string): Promise<Buffer | undefined> {
      const found = await reach(() => store.get(name))
      return found && secret.decrypt('file', found, name)
    },
    /** For the transaction whose rows no longer refer to the file; call `clear` after its commit. */
    async release(tx: Tx, name: string): Promise<void> {
      await insertLoose(tx, [name])
    },
    clear,
    /** Removes a limited number of files left behind by crashes and failures. */
    clearForgotten: () => removeFiles((sql) => deleteForgotten(sql, portion)),
  }
}
