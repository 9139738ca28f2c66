import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { bucketStore, folderStore, patientTimeouts, reasonOf, withFault, type Store } from '../file-store.ts'
import { StartError } from '../postgres/start-error.ts'
import { withProgress, type PrintLine } from './progress.ts'
import { decrypted, encryptFor, withoutSignature, withSignature, type ReadKeys, type WriteKeys } from './seal.ts'

type PlaceKeys = { readonly write?: () => WriteKeys; readonly read?: ReadKeys }
type PlaceOptions = PlaceKeys & { readonly mayBeNew: boolean; readonly say?: PrintLine | undefined }
export type Place = Store & { readonly keys: PlaceKeys }

/** The folder or bucket of backups; its errors name BACKUP_URL. */
export async function openPlace(url: string, options: PlaceOptions): Promise<Place> {
  const store = withFault(await folderOrBucket(url, options).catch(placeError), placeError)
  return { ...(options.say ? withProgress(store, options.say) : store), keys: options }
}

/** At most the last folder of the address is made, so that a mistyped one is an error. */
async function folderOrBucket(url: string, { mayBeNew }: PlaceOptions): Promise<Store> {
  if (url.startsWith('s3:')) return bucketStore(url, patientTimeouts)
  const folder = fileURLToPath(url)
  const needed = mayBeNew ? dirname(folder) : folder
  if (!existsSync(needed)) throw new Error(`there is no folder ${needed}`)
  return folderStore(folder)
}

/** The address without the password of a bucket. */
export function placeName(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return protocol === 's3:' ? `s3://${host}${pathname}` : fileURLToPath(url)
}

function placeError(error: unknown): never {
  // A StartError about a folder would name DATA_DIR.
  const reason = error instanceof StartError ? 'no permission to create the folder' : reasonOf(error)
  throw new StartError(
    `The place of backups at BACKUP_URL cannot be used (${reason}). Check the address, the permissions and the free space.`,
    { cause: error },
  )
}

/** The size of most objects before compression. */
const pieceBytes = 16 * 1024 * 1024
const parallel = 4
const level = 3

export type Piece = { readonly name: string; readonly sha256: string }

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Compresses and stores; the hash is of the bytes before. */
async function putPiece(place: Place, name: string, bytes: Buffer): Promise<Piece> {
  await putCompressed(place, name, bytes)
  return { name, sha256: hashOf(bytes) }
}

/** Stores a stream of bytes as numbered objects, a few at a time. */
export function writePieces(place: Place, prefix: string) {
  const pieces: Promise<Piece>[] = []
  let waiting: Buffer[] = []
  let waitingBytes = 0

  async function flush(): Promise<void> {
    const name = `${prefix}${String(pieces.length).padStart(6, '0')}.gz`
    const storing = putPiece(place, name, Buffer.concat(waiting))
    // Its error is thrown when it is awaited below.
    storing.catch(() => undefined)
    pieces.push(storing)
    waiting = []
    waitingBytes = 0
    await pieces.at(-parallel)
  }

  return {
    write: async (bytes: Buffer): Promise<void> => {
      waiting.push(bytes)
      waitingBytes += bytes.length
      if (waitingBytes >= pieceBytes) await flush()
    },
    end: async (): Promise<Piece[]> => {
      if (waitingBytes > 0) await flush()
      return Promise.all(pieces)
    },
  }
}

/** Returns a function that reads the next so many bytes of the stream. */
export function readPieces(place: Place, pieces: readonly Piece[]) {
  const left = [...pieces]
  let current: Buffer = Buffer.alloc(0)
  return async function* take(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0;) {
      if (current.length === 0) {
        const next = left.shift()
        if (!next) throw new StartError('The backup is damaged: it is shorter than its manifest says.')
        current = await getPiece(place, next)
      }
      const part = current.subarray(0, missing)
      current = current.subarray(part.length)
      missing -= part.length
      yield part
    }
  }
}

/** Throws a StartError if one of them is missing or was changed. */
export async function checkPieces(place: Place, pieces: readonly Piece[]): Promise<void> {
  await inParallel(pieces, async (each) => void (await getPiece(place, each)))
}

/** Throws a StartError if the object is missing or was changed. */
async function getPiece(place: Place, { name, sha256 }: Piece): Promise<Buffer> {
  const bytes = await getCompressed(place, name)
  if (hashOf(bytes) !== sha256) throw new StartError(`The backup is damaged: ${name} does not match its checksum.`)
  return bytes
}

/** Compressed and signed, and encrypted unless the server itself has to read it again. */
export async function putCompressed(
  place: Place,
  name: string,
  bytes: Buffer,
  { isOpen = false }: { readonly isOpen?: boolean } = {},
): Promise<void> {
  const { signer, recipient } = place.keys.write?.() ?? {}
  const packed = await promisify(gzip)(bytes, { level })
  const signed = signer ? withSignature(signer, name, packed) : packed
  await place.put(name, recipient === undefined || isOpen ? signed : await encryptFor(recipient, signed))
}

/** An object that is there, and is damaged, was changed, or needs another key. */
export class Unusable extends StartError {}

export async function getCompressed(place: Place, name: string): Promise<Buffer> {
  const stored = await place.get(name)
  if (!stored) throw new StartError(`The backup is incomplete: ${name} is missing.`)
  try {
    return await unpacked(place, name, stored)
  } catch (error) {
    throw error instanceof StartError ? new Unusable(error.message, { cause: error }) : error
  }
}

async function unpacked({ keys: { read } }: Place, name: string, stored: Buffer): Promise<Buffer> {
  const packed = withoutSignature(read, name, await decrypted(read, name, stored))
  try {
    return await promisify(gunzip)(packed)
  } catch {
    throw new StartError(`The backup is damaged: ${name} cannot be decompressed.`)
  }
}

/** Runs `work` on every item, a few at a time; the results are in the order of the items. */
export async function inParallel<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) {
  const results: Result[] = []
  const next = items.entries()
  const run = async () => {
    for (const [n, item] of next) results[n] = await work(item)
  }
  await Promise.all(Array.from({ length: parallel }, run))
  return results
}
