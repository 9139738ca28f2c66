import { accessSync, constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { collectUnlessSilent } from './silence.ts'
import { makeFolder } from './make-folder.ts'
import { notWritable, StartError } from './postgres/start-error.ts'
import { traceparent } from './trace.ts'

/** Stores bytes under generated names (`kyc/…`, `photo/…`). */
export type Store = {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Does not fail if there is no such file. */
  remove(name: string): Promise<void>
  /** Removes everything in a folder, also what a crash left half written. */
  clear(folder: string): Promise<void>
  /** Pages of names with a prefix, in alphabetical order in a bucket. */
  list(prefix: string): AsyncGenerator<StoredFile[]>
}

export type StoredFile = { readonly name: string; readonly bytes: number; readonly modified: Date }

/** Where uploaded files are: a bucket, or a folder in `dataDir`. */
export const openStore = ({ filesUrl, dataDir }: { filesUrl: string | undefined; dataDir: string }) =>
  filesUrl === undefined ? writableFolder(join(dataDir, 'files')) : namedBucket('FILES_URL', filesUrl)

/** A folder of another system user fails at the start, not at the first upload. */
function writableFolder(root: string): Store {
  const store = folderStore(root)
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new StartError(notWritable(root))
  }
  return store
}

/** A bucket whose errors name its setting. */
export const namedBucket = async (setting: string, url: string): Promise<Store> =>
  withFault(await bucketStore(url), (error) => {
    throw new StartError(
      `The bucket at ${setting} cannot be used (${reasonOf(error)}). Check the address, the key and the permissions.`,
      { cause: error },
    )
  })

/** The store whose errors go to `fail`, which throws one for the person who runs the server. */
export const withFault = (store: Store, fail: (error: unknown) => never): Store => ({
  put: (name, bytes) => store.put(name, bytes).catch(fail),
  get: (name) => store.get(name).catch(fail),
  remove: (name) => store.remove(name).catch(fail),
  clear: (folder) => store.clear(folder).catch(fail),
  async *list(prefix) {
    try {
      yield* store.list(prefix)
    } catch (error) {
      fail(error)
    }
  },
})

/** Some errors of the system have no message. */
export function reasonOf(error: unknown): string {
  const { message, code, name } = error as NodeJS.ErrnoException
  return message || code || name
}

export function folderStore(root: string): Store {
  makeFolder(root, 0o700)
  return {
    async put(name, bytes) {
      const path = join(root, name)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Written under another name first, so that a crash leaves no half file under the real one.
      await writeFile(`${path}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
      // A new name is durable only once its folder is synced; a row must never outlive its file.
      for (const changed of [folder, root, dirname(root)]) await flushFolder(changed)
    },
    async get(name) {
      return readFile(join(root, name)).catch(ignoreMissing)
    },
    async remove(name) {
      await rm(join(root, name), { force: true })
      await rm(join(root, `${name}.part`), { force: true })
    },
    async clear(folder) {
      await rm(join(root, folder), { recursive: true, force: true })
    },
    async *list(prefix) {
      const folder = join(root, dirname(`${prefix}x`))
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
      for (const entry of entries ?? []) {
        const path = join(entry.parentPath, entry.name)
        const name = relative(root, path).replaceAll('\\', '/')
        if (!entry.isFile() || name.endsWith('.part') || !name.startsWith(prefix)) continue
        const found = await stat(path).catch(ignoreMissing)
        if (found) yield [{ name, bytes: found.size, modified: found.mtime }]
      }
    },
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

async function flushFolder(path: string): Promise<void> {
  // Windows cannot open folders and needs no sync.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Milliseconds. */
type StoreTimeouts = {
  readonly connect: number
  /** For the begin of an answer. */
  readonly answer: number
  /** A read ends after so long without a byte; one that is slow, but goes on, does not. */
  readonly silence: number
}

/** Both tries of an upload together stay within the ten seconds a browser waits. */
const timeouts: StoreTimeouts = { connect: 1500, answer: 3500, silence: 2500 }

/** For backups, whose objects are large and which no request waits for. */
export const patientTimeouts: StoreTimeouts = { connect: 5000, answer: 120_000, silence: 120_000 }

/** A bucket: `s3://key:secret@host:port/bucket?region=…&tls=off`, or `s3:///bucket` with the usual AWS variables. */
export async function bucketStore(
  text: string,
  { connect, answer, silence }: StoreTimeouts = timeouts,
): Promise<Store> {
  // Loaded on demand: it costs a few hundred milliseconds at start.
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, NoSuchKey, paginateListObjectsV2 } =
    await import('@aws-sdk/client-s3')
  const url = new URL(text)
  const Bucket = url.pathname.slice(1)
  const client = new S3Client({
    region: url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'ap-south-1',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: connect, requestTimeout: answer, throwOnRequestTimeout: true },
    // Other S3 implementations lack these checksums; our encryption authenticates the bytes anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(url.host && {
      endpoint: `${url.searchParams.get('tls') === 'off' ? 'http' : 'https'}://${url.host}`,
      forcePathStyle: true,
    }),
    ...(url.username && {
      credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
    }),
  })
  client.middlewareStack.add(
    (next) => (given) => {
      const parent = traceparent()
      const request = given.request as { headers?: Record<string, string> }
      if (parent !== undefined && request.headers) request.headers['traceparent'] = parent
      return next(given)
    },
    { step: 'build', name: 'traceparent' },
  )
  const remove = async (Key: string) => void (await client.send(new DeleteObjectCommand({ Bucket, Key })))
  /** Pages of at most a thousand names. */
  async function* list(Prefix: string) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
      yield Contents.flatMap(({ Key: name, Size = 0, LastModified = new Date(0) }) =>
        name === undefined ? [] : { name, bytes: Size, modified: LastModified },
      )
  }
  return {
    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }))
    },
    async get(Key) {
      try {
        return await collectUnlessSilent(silence, async (abortSignal) => {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal })
          return Body as AsyncIterable<Uint8Array> | undefined
        })
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    remove,
    async clear(folder) {
      for await (const files of list(`${folder}/`)) for (const { name } of files) await remove(name)
    },
    list,
  }
}
