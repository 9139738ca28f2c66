import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Content served from memory, compressed once at its first request. */
export type StaticContent = {
  readonly bytes: Buffer
  readonly type: string
  readonly etag: string
  readonly compress: (encoding: 'br' | 'gzip') => Promise<Buffer>
}

export function staticContent(content: string | Buffer, type: string): StaticContent {
  const bytes = Buffer.from(content)
  const compressed: Partial<Record<'br' | 'gzip', Promise<Buffer>>> = {}
  return {
    bytes,
    type,
    etag: `"${digestOf(bytes)}"`,
    compress: (encoding) =>
      (compressed[encoding] ??= encoding === 'br' ? brotli(bytes) : promisify(gzip)(bytes, { level: 9 })),
  }
}

/** The best quality, because content is compressed once: the start page must fit into the first ten packets. */
const brotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

const isText = /^(?:text\/|application\/(?:json|manifest))/

/** Revalidated by the browser unless `caching` says otherwise; unchanged content is answered with 304. */
export async function sendStatic(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  content: StaticContent,
  caching = 'no-cache',
) {
  reply.headers({ 'content-type': content.type, 'cache-control': caching, etag: content.etag })
  const isCompressible = isText.test(content.type)
  if (isCompressible) reply.header('vary', 'accept-encoding')
  // A proxy that compresses marks the tag as weak.
  if (headers['if-none-match']?.replace(/^W\//, '') === content.etag) return reply.status(304).send()
  const encoding = isCompressible ? bestEncoding(String(headers['accept-encoding'] ?? '')) : undefined
  return encoding
    ? reply.header('content-encoding', encoding).send(await content.compress(encoding))
    : reply.send(content.bytes)
}

const bestEncoding = (accepted: string): 'br' | 'gzip' | undefined =>
  (['br', 'gzip'] as const).find((encoding) =>
    new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted),
  )
