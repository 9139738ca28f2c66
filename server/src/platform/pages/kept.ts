import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Something small that is served from memory, compressed once when it is first asked for. */
export type Kept = {
  readonly bytes: Buffer
  readonly type: string
  readonly etag: string
  readonly small: (how: 'br' | 'gzip') => Promise<Buffer>
}

export function keep(content: string | Buffer, type: string): Kept {
  const bytes = Buffer.from(content)
  const made: Partial<Record<'br' | 'gzip', Promise<Buffer>>> = {}
  return {
    bytes,
    type,
    etag: `"${digestOf(bytes)}"`,
    small: (how) => (made[how] ??= how === 'br' ? brotli(bytes) : promisify(gzip)(bytes, { level: 9 })),
  }
}

const brotli = (bytes: Buffer) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })

/** Enough to tell one content from another. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

const isText = /^(?:text\/|application\/(?:json|manifest))/

/** Asked for anew each time unless told: an unchanged one costs a short answer without content. */
export async function sendKept({ headers }: FastifyRequest, reply: FastifyReply, kept: Kept, caching = 'no-cache') {
  reply.headers({ 'content-type': kept.type, 'cache-control': caching, etag: kept.etag })
  const isCompressible = isText.test(kept.type)
  if (isCompressible) reply.header('vary', 'accept-encoding')
  // A proxy that compresses marks the tag as weak.
  if (headers['if-none-match']?.replace(/^W\//, '') === kept.etag) return reply.status(304).send()
  const how = isCompressible ? smallest(String(headers['accept-encoding'] ?? '')) : undefined
  return how ? reply.header('content-encoding', how).send(await kept.small(how)) : reply.send(kept.bytes)
}

function smallest(accepted: string): 'br' | 'gzip' | undefined {
  return (['br', 'gzip'] as const).find((how) =>
    new RegExp(`\\b${how}\\b(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accepted),
  )
}
