import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Secret } from './secret.ts'

/** Where bytes are kept: encrypted, under names of our own making (`kyc/…`, `photo/…`). */
export type Files = {
  put(name: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  get(name: string): Promise<Buffer | undefined>
  /** Not an error when it is gone already. */
  remove(name: string): Promise<void>
}

/** A folder on this machine, or a bucket: `s3://key:secret@host:port/bucket?region=…` or `s3:///bucket` with the usual AWS variables. */
export async function openFiles(url: string | undefined, dataDir: string, secret: Secret): Promise<Files> {
  return sealed(url === undefined ? folder(join(dataDir, 'files')) : await bucket(url), secret)
}

/** AES-256-GCM, bound to the name, so that a file moved in the store does not open as another. */
function sealed(store: Files, secret: Secret): Files {
  return {
    put: (name, bytes) => store.put(name, secret.encrypt('file', bytes, name)),
    async get(name) {
      const found = await store.get(name)
      return found && secret.decrypt('file', found, name)
    },
    remove: (name) => store.remove(name),
  }
}

function folder(root: string): Files {
  return {
    async put(name, bytes) {
      const path = join(root, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Written whole under another name first: a crash leaves no half file under the real one.
      await writeFile(`${path}.part`, bytes, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
    },
    async get(name) {
      try {
        return await readFile(join(root, name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (name) => rm(join(root, name), { force: true }),
  }
}

async function bucket(text: string): Promise<Files> {
  // Loaded only where it is used: it costs a few hundred milliseconds at start.
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, NoSuchKey } =
    await import('@aws-sdk/client-s3')
  const url = new URL(text)
  const Bucket = url.pathname.slice(1)
  const client = new S3Client({
    region: url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'ap-south-1',
    ...(url.host && {
      endpoint: `${url.searchParams.get('tls') === 'off' ? 'http' : 'https'}://${url.host}`,
      forcePathStyle: true,
    }),
    ...(url.username && {
      credentials: { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
    }),
  })
  return {
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
}
