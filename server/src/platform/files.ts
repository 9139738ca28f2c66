import { commonErrors, AppError } from '@sauda/contract/error'
import { bucketStore } from './bucket.ts'
import type { Db, Sql, Tx } from './db.ts'
import { noteLoose, strikeForgotten, strikeLoose } from './files.sql.ts'
import { folderStore } from './folder.ts'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'

export type NewFile = { readonly name: string; readonly bytes: Buffer }

/** The files of the broker, encrypted at rest. Each is referred to by a row, or on its way out. */
export type Files = {
  /** Writes files and runs the transaction that refers to them: both or neither. */
  add<T>(files: readonly NewFile[], work: (tx: Tx) => Promise<T>): Promise<T>
  /** Undefined when there is no such file; throws when its bytes are not the ones we wrote. */
  get(name: string): Promise<Buffer | undefined>
  /** Inside the transaction whose rows no longer refer to the file; `clear` it once that is committed. */
  release(tx: Tx, name: string): Promise<void>
  /** Removes those of the files nothing refers to. Never throws: what stays is forgotten, and `clearForgotten` finds it. */
  clear(names: readonly string[]): Promise<void>
  /** Removes what crashes and failures left behind, a portion at a time. */
  clearForgotten(): Promise<void>
}

const portion = 100

class StoreAway extends AppError {}

/** `url` is a bucket, or undefined for a folder in `dataDir`. */
export async function openFiles(
  { filesUrl, dataDir }: { filesUrl: string | undefined; dataDir: string },
  { db, secret, log }: { db: Db; secret: Secret; log: Log },
): Promise<Files> {
  const store = filesUrl === undefined ? folderStore(dataDir) : await bucketStore(filesUrl)

  /** A store that does not answer is no fault of the request: it may be tried again. */
  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      log.error({ err: (error as Error).message }, 'the file store could not be reached')
      throw new StoreAway(commonErrors.busy, { retryAfter: 5 })
    }
  }

  /** The row goes first and comes back where the removal fails, so that no file is lost from sight. */
  function removeStruck(strike: (sql: Sql) => Promise<{ name: string }[]>): Promise<void> {
    return db.transaction(async (tx) => {
      for (const { name } of await strike(tx)) await store.remove(name)
    })
  }

  async function clear(names: readonly string[]): Promise<void> {
    try {
      await removeStruck((sql) => strikeLoose(sql, names))
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'files nothing refers to stay until the next clearing')
    }
  }

  return {
    async add(files, work) {
      const names = files.map(({ name }) => name)
      await noteLoose(db, names)
      try {
        // The name is bound in: a file moved within the store does not open as another.
        for (const { name, bytes } of files) await reach(() => store.put(name, secret.encrypt('file', bytes, name)))
        return await db.transaction(async (tx) => {
          const result = await work(tx)
          await strikeLoose(tx, names)
          return result
        })
      } catch (error) {
        // A store that does not answer is not asked again at once: that would hold a database connection meanwhile.
        if (!(error instanceof StoreAway)) await clear(names)
        throw error
      }
    },
    async get(name) {
      const found = await reach(() => store.get(name))
      return found && secret.decrypt('file', found, name)
    },
    async release(tx, name) {
      await noteLoose(tx, [name])
    },
    clear,
    clearForgotten: () => removeStruck((sql) => strikeForgotten(sql, portion)),
  }
}
