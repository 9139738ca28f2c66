import { DatabaseSync } from 'node:sqlite'
import { notWritable, StartFault } from './fault.ts'
import type { Home } from './home.ts'

export type Lock = { release(): void }

// A connection nobody refers to is closed by the garbage collector, and its lock with it.
const held = new Set<DatabaseSync>()

// SQLite's result codes.
const [busy, readOnly, ioError, cannotOpen] = [5, 8, 10, 14]

/**
 * Claims the folder for this process. The claim is a lock of the operating system on an empty SQLite file
 * (Node has no call of its own for one): it ends with the process however that dies, knows no stale state
 * and no recycled pid, and also stands between two containers that share the folder.
 */
export function claim(home: Home): Lock {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(home.lock, { timeout: 0 })
    file.exec('PRAGMA journal_mode = MEMORY')
    file.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    throw asFault(error, home)
  }
  const own = file
  held.add(own)
  return {
    release() {
      if (held.delete(own)) own.close()
    },
  }
}

function asFault(error: unknown, home: Home): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  const code = error.errcode & 0xff
  if (code === busy) {
    return new StartFault(
      `Another Sauda server is already running on ${home.root}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  if (code === readOnly || code === cannotOpen) return new StartFault(notWritable(home.root))
  if (code === ioError) {
    return new StartFault(`The disk of ${home.root} cannot lock files. Set DATA_DIR to a folder on a local disk.`)
  }
  return error
}
