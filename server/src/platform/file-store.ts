import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Stores bytes under generated names (`kyc/…`, `photo/…`). */
export type Store = {
  put(name: string, bytes: Buffer): Promise<void>
  get(name: string): Promise<Buffer | undefined>
  /** Does not fail if there is no such file. */
  remove(name: string): Promise<void>
}

export function folderStore(dataDir: string): Store {
  const root = join(dataDir, 'files')
  // A read-only folder fails at the start, not at the first upload.
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
      for (const changed of [folder, root, dataDir]) await flushFolder(changed)
    },
    async get(name) {
      try {
        return await readFile(join(root, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async remove(name) {
      await rm(join(root, name), { force: true })
      await rm(join(root, `${name}.part`), { force: true })
    },
  }
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

/** Both tries together stay within the ten seconds a browser waits. */
const timeouts = { connectionTimeout: 1500, requestTimeout: 3500, throwOnRequestTimeout: true } as const

/** A bucket: `s3://key:secret@host:port/bucket?region=…&tls=off`, or `s3:///bucket` with the usual AWS variables. */
export async function bucketStore(text: string) {
  // Loaded on demand: it costs a few hundred milliseconds at start.
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, NoSuchKey, paginateListObjectsV2 } =
    await import('@aws-sdk/client-s3')
  const url = new URL(text)
  const Bucket = url.pathname.slice(1)
  const client = new S3Client({
    region: url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'ap-south-1',
    maxAttempts: 2,
    requestHandler: timeouts,
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
  const store: Store = {
    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }))
    },
    async get(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
  }
  return {
    ...store,
    /** Pages of at most a thousand names, in alphabetical order. */
    async *list(Prefix: string): AsyncGenerator<string[]> {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
        yield Contents.flatMap(({ Key }) => Key ?? [])
    },
  }
}
