import { createHash, type Hash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Multipart, MultipartValue } from '@fastify/multipart'
import type { Call } from '@sauda/contract/platform/call'
import { withoutInvisible } from '@sauda/contract/platform/typed-text'
import { csvErrors, csvRules } from '@sauda/contract/platform/csv'
import { imageErrors, imageRules } from '@sauda/contract/platform/image'
import { commonErrors, AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import type { FastifyRequest } from 'fastify'
import { networkOf } from './rate-limit.ts'

export type Images<C extends Call> = C['images'] extends object
  ? { readonly [Field in keyof C['images']]?: Buffer }
  : undefined

/** An uploaded file, under its original name; `sha256`: of the file as it was sent. */
export type SentCsv = { readonly name: string; readonly bytes: Buffer; readonly sha256: Buffer }

/** Bytes of forms in memory at once, of all callers together. */
const mostBytes = 128 * 1024 * 1024
/** The limits for one client or operator (two of the largest forms), and for one network, however many accounts it has. */
const mostBytesOf = { sender: 24 * 1024 * 1024, network: 48 * 1024 * 1024 }
const bytesInUseBy = new Map<string, number>()
let bytesInUse = 0

/** One request's share of the memory for forms: reserved as bytes arrive, so that a slow sender uses little. */
export function formMemory(senderId: string, ip: string) {
  let mine = 0
  const shares = [
    { key: senderId, most: mostBytesOf.sender },
    { key: networkOf(ip), most: mostBytesOf.network },
  ]
  const reserve = (bytes: number) => {
    bytesInUse += bytes
    mine += bytes
    for (const { key } of shares) {
      const total = (bytesInUseBy.get(key) ?? 0) + bytes
      if (total > 0) bytesInUseBy.set(key, total)
      else bytesInUseBy.delete(key)
    }
  }
  return {
    take(bytes: number) {
      if (shares.some(({ key, most }) => (bytesInUseBy.get(key) ?? 0) + bytes > most))
        throw new AppError(commonErrors.tooMany, { retryAfter: 5 })
      if (bytesInUse + bytes > mostBytes) throw new AppError(commonErrors.busy, { retryAfter: 5 })
      reserve(bytes)
    },
    release: () => reserve(-mine),
  }
}
type FormMemory = ReturnType<typeof formMemory>

/** The bytes of a form around its files: names, types and boundaries. */
const mostAround = 64 * 1024

type FormErrors = Record<'notForm' | 'tooManyBytes' | 'broken', ErrorDefinition>
/** The limit of one text field; its call's own limit is lower. */
const fieldBytes = 4000

type FormLimits = { readonly files: number; readonly fields: number; readonly parts: number; readonly fileSize: number }

/** Passes each part of a form of at most `bytes` to `read`; discards the rest after an error. */
async function readForm(
  request: FastifyRequest,
  { bytes, limits, errors }: { bytes: number; limits: FormLimits; errors: FormErrors },
  read: (part: Multipart) => Promise<void>,
): Promise<void> {
  if (!request.isMultipart()) throw new AppError(errors.notForm)
  // Rejects a form by its announced size, without reading it.
  if (Number(request.headers['content-length'] ?? 0) > bytes + mostAround) throw new AppError(errors.tooManyBytes)
  try {
    for await (const part of request.parts({ limits: { ...limits, fieldSize: fieldBytes } })) await read(part)
  } catch (error) {
    // A browser reads the response only after sending everything.
    request.raw.unpipe()
    request.raw.resume()
    const { code = '' } = error as { code?: string }
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw new AppError(errors.tooManyBytes)
    throw error instanceof AppError || code.startsWith('FST_') ? error : new AppError(errors.broken)
  }
}

/** Reads a multipart form into memory, each image at most 5 MB; text fields only where the call has a body. */
export async function readImages(
  request: FastifyRequest,
  { images: fields = {}, body }: Pick<Call, 'images' | 'body'>,
  memory: FormMemory,
): Promise<{ images: Record<string, Buffer>; texts: Record<string, string> }> {
  const names = Object.keys(fields)
  const images: Record<string, Buffer> = {}
  const texts: Record<string, string> = {}
  const seen = new Set<string>()
  const limits = { files: names.length + 1, fields: 10, parts: names.length + 11, fileSize: imageRules.bytes }
  await readForm(request, { bytes: names.length * imageRules.bytes, limits, errors: imageErrors }, async (part) => {
    if (body && part.type === 'field') {
      texts[part.fieldname] = readText(part)
      return
    }
    if (!names.includes(part.fieldname)) throw new AppError(imageErrors.unknownField)
    if (part.type !== 'file') throw new AppError(imageErrors.unreadable)
    if (seen.has(part.fieldname)) throw new AppError(imageErrors.twice)
    seen.add(part.fieldname)
    const bytes = await readPart(part.file, memory, imageErrors.tooManyBytes)
    // An empty file input sends a part without bytes.
    if (bytes.length > 0) images[part.fieldname] = bytes
  })
  if (names.some((name) => fields[name] === 'required' && !(name in images))) throw new AppError(imageErrors.needed)
  return { images, texts }
}

function readText({ value, valueTruncated }: MultipartValue): string {
  if (valueTruncated || typeof value !== 'string') throw new AppError(commonErrors.tooLarge)
  return value
}

/** Reads a multipart form with one file of at most 10 MB, or of the call's own limit and then compressed, and nothing else. */
export async function readCsv(
  request: FastifyRequest,
  { csv: field, csvBytes: bytes = csvRules.bytes }: Pick<Call, 'csv' | 'csvBytes'>,
  memory: FormMemory,
): Promise<SentCsv> {
  const sent: SentCsv[] = []
  const limits = { files: 2, fields: 1, parts: 3, fileSize: bytes }
  const isLarge = bytes > csvRules.bytes
  const errors = isLarge ? { ...csvErrors, tooManyBytes: commonErrors.tooLarge } : csvErrors
  await readForm(request, { bytes, limits, errors }, async (part) => {
    if (part.fieldname !== field || part.type !== 'file') throw new AppError(csvErrors.unknownField)
    if (sent.length > 0) throw new AppError(csvErrors.twice)
    const hash = createHash('sha256')
    const read = isLarge ? readCompressed : readPart
    const content = await read(hashed(part.file, hash), memory, errors.tooManyBytes)
    sent.push({ name: bareName(part.filename), bytes: content, sha256: hash.digest() })
  })
  const [csv] = sent
  // An empty file input sends a part without name and bytes.
  if (!csv || (csv.bytes.length === 0 && csv.name === '')) throw new AppError(csvErrors.needed)
  if (csv.bytes.length === 0) throw new AppError(csvErrors.empty)
  return csv
}

/** Removes folders and control characters. */
function bareName(name: string | undefined): string {
  const last = (name ?? '').toWellFormed().split(/[\\/]/).at(-1) ?? ''
  return withoutInvisible(last)
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)
}

type PartFile = AsyncIterable<Buffer> & { truncated: boolean }

const hashed = (file: PartFile, hash: Hash): PartFile => ({
  async *[Symbol.asyncIterator]() {
    for await (const chunk of file) {
      hash.update(chunk)
      yield chunk
    }
  },
  get truncated() {
    return file.truncated
  },
})

/** With gzip; an empty file stays empty. */
async function readCompressed(file: PartFile, memory: FormMemory, tooMany: ErrorDefinition): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const counted = async function* () {
    for await (const chunk of file) {
      size += chunk.length
      yield chunk
    }
  }
  await pipeline(counted, createGzip({ level: 1 }), async (compressed) => {
    for await (const chunk of compressed as AsyncIterable<Buffer>) {
      memory.take(chunk.length)
      chunks.push(chunk)
    }
  })
  if (file.truncated) throw new AppError(tooMany)
  return size === 0 ? Buffer.alloc(0) : Buffer.concat(chunks)
}

async function readPart(file: PartFile, memory: FormMemory, tooMany: ErrorDefinition): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    if (file.truncated) break
    memory.take(chunk.length)
    chunks.push(chunk)
  }
  if (file.truncated) throw new AppError(tooMany)
  return Buffer.concat(chunks)
}
