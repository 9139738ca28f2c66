import { commonErrors, AppError } from '@sauda/contract/platform/error'
import { copyNewFiles, insertLoose, deleteForgotten, deleteLoose, insertFilesToBackUp } from './backup/files.ts'
import { openPlace } from './backup/place.ts'
import { openStore, type Store } from './file-store.ts'
import { decryptOwned, ownerCipher, type Owner } from './data-key.ts'
import type { Db, Sql, Tx } from './db.ts'
import type { Log } from './log.ts'
import type { Secret } from './secret.ts'

/** With an owner it is encrypted with the owner's data key. */
export type NewFile = { readonly name: string; readonly bytes: Buffer; readonly ownerId?: string }

export type Files = Awaited<ReturnType<typeof openFiles>>

const portion = 100
/** Each waits for a disk or another machine. */
const writtenTogether = 8
/** After a read that failed, others fail at once for so long, instead of keeping their callers waiting too. */
const pauseMilliseconds = 5000

export class StoreAway extends AppError {
  readonly reason: unknown

  constructor(reason: unknown) {
    super(commonErrors.filesAway, { retryAfter: pauseMilliseconds / 1000 })
    this.reason = reason
  }
}

type FilesConfig = {
  /** A bucket, or undefined for a folder in `dataDir`. */
  readonly filesUrl: string | undefined
  readonly dataDir: string
  /** The place of backups, if configured. */
  readonly backupUrl?: string | undefined
}

/** Encrypted files; each is referred to by a row, or listed in `loose_file` for removal. */
export async function openFiles(
  config: FilesConfig,
  { db, secret, log }: { readonly db: Db; readonly secret: Secret; readonly log: Log },
) {
  const store = await openStore(config)
  const backup = createFileBackup(config.backupUrl, db, store)
  const reach = createReach(log)
  const encrypted = encryptedFiles(store, secret)

  /** If the removal fails, the row is restored, so that no file is forgotten. */
  const removeFiles = (deleteRows: (sql: Sql) => Promise<string[]>): Promise<void> =>
    db.transaction(
      async (tx) => {
        for (const name of await deleteRows(tx)) await store.remove(name)
        // Cleaning up is not the caller's change, and a removed file does not come back.
      },
      { checked: false },
    )

  /** Removes those of the files nothing refers to. Never throws: `clearForgotten` finds what remains. */
  async function clear(names: readonly string[]): Promise<void> {
    try {
      await removeFiles((sql) => deleteLoose(sql, names))
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'files nothing refers to stay until the next clearing')
    }
  }

  const putSealed = async (file: NewFile): Promise<void> =>
    encrypted.seal(db, file).then((sealed) => reach(() => store.put(file.name, sealed)))

  return {
    isReachable: reach.isReachable,
    /** Requests a file that does not exist, so that a failure of the store is known early. */
    look: () => reach(() => store.get('none')),
    /** Writes files and runs the transaction that refers to them: both or neither. */
    async add<T>(files: readonly NewFile[], work: (tx: Tx) => Promise<T>): Promise<T> {
      const names = files.map(({ name }) => name)
      await insertLoose(db, names)
      try {
        for (let at = 0; at < files.length; at += writtenTogether)
          await ended(files.slice(at, at + writtenTogether).map(putSealed))
        return await db.transaction(async (tx) => {
          const result = await work(tx)
          await deleteLoose(tx, names)
          await backup.note(tx, names)
          return result
        })
      } catch (error) {
        // No second call to a store that does not answer: it would keep a database connection busy.
        if (!(error instanceof StoreAway)) await clear(names)
        throw error
      }
    },
    /** Undefined if there is no such file, or its owner's data key was erased; throws if its bytes were changed. */
    async get(name: string, owner?: Owner): Promise<Buffer | undefined> {
      const sealed = await reach.read(() => store.get(name))
      return sealed && encrypted.open(name, sealed, owner)
    },
    /** A file without an owner. */
    encryptAgain: (tx: Tx, name: string): Promise<void> => encrypted.again(name).then(() => backup.note(tx, [name])),
    /** Copies new files to the place of backups, where there is one. */
    backUp: backup.copy,
    /** For the transaction whose rows no longer refer to the file; call `clear` after its commit. */
    release: (tx: Tx, name: string) => insertLoose(tx, [name]),
    clear,
    /** Removes a limited number of files left behind by crashes and failures. */
    clearForgotten: () => removeFiles((sql) => deleteForgotten(sql, portion)),
  }
}

/** Waits for all of them, so that none is written after a failure was handled, and throws the first failure. */
async function ended(writing: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(writing)).find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

/** Notes new files in the transaction that refers to them, and copies them soon after, where backups have a place. */
function createFileBackup(backupUrl: string | undefined, db: Db, store: Store) {
  let place: Store | undefined
  return {
    note: async (sql: Sql, names: readonly string[]): Promise<void> => {
      if (backupUrl !== undefined) await insertFilesToBackUp(sql, names)
    },
    copy: async (): Promise<void> => {
      if (backupUrl === undefined) return
      place ??= await openPlace(backupUrl, { mayBeNew: true })
      await copyNewFiles(db, store, place)
    },
  }
}

/** The name is authenticated, so that a file moved within the store cannot be read as another. */
function encryptedFiles(store: Store, secret: Secret) {
  return {
    seal: async (sql: Sql, { name, bytes, ownerId }: NewFile): Promise<Buffer> =>
      (ownerId === undefined ? secret : await ownerCipher(secret, sql, ownerId)).encrypt('file', bytes, name),
    open: (name: string, sealed: Buffer, owner: Owner | undefined): Buffer | undefined =>
      owner
        ? decryptOwned(secret, owner, { purpose: 'file', sealed, bound: name })
        : secret.decrypt('file', sealed, name),
    /** With the newest key. The caller's transaction keeps the file from being removed meanwhile. */
    again: async (name: string): Promise<void> => {
      const sealed = await store.get(name)
      if (sealed) await store.put(name, secret.encrypt('file', secret.decrypt('file', sealed, name), name))
    },
  }
}

/** A store that does not answer is reported: the request may be tried again. */
function createReach(log: Log) {
  let isReachable = true
  let pausedUntil = 0
  async function reach<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      isReachable = true
      pausedUntil = 0
      return result
    } catch (error) {
      isReachable = false
      log.error({ err: (error as Error).message }, 'the file store could not be reached')
      throw new StoreAway(error)
    }
  }
  async function read<T>(work: () => Promise<T>): Promise<T> {
    if (Date.now() < pausedUntil) throw new StoreAway(new Error('the last read failed a moment ago'))
    return reach(work).catch((error: unknown) => {
      pausedUntil = Date.now() + pauseMilliseconds
      throw error
    })
  }
  return Object.assign(reach, { read, isReachable: () => isReachable })
}
