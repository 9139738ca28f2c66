import type { Store } from './store.ts'

/** Within the ten seconds a browser waits for us, second try included. */
const patience = { connectionTimeout: 1500, requestTimeout: 3500, throwOnRequestTimeout: true } as const

/** A bucket: `s3://key:secret@host:port/bucket?region=…&tls=off`, or `s3:///bucket` with the usual AWS variables. */
export async function bucketStore(text: string): Promise<Store> {
  // Loaded only where it is used: it costs a few hundred milliseconds at start.
  const { S3Client, PutObjectCommand, GetObjectCommand, DeleteObjectCommand, NoSuchKey } =
    await import('@aws-sdk/client-s3')
  const url = new URL(text)
  const Bucket = url.pathname.slice(1)
  const client = new S3Client({
    region: url.searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'ap-south-1',
    maxAttempts: 2,
    requestHandler: patience,
    // Stores other than Amazon's know no such checksums; ours is the seal of the encryption.
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
