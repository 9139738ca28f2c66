import type { Call } from '@sauda/contract/call'
import { withoutInvisible } from '@sauda/contract/field'
import { csvErrors, csvRules } from '@sauda/contract/csv'
import { imageErrors, imageRules } from '@sauda/contract/image'
import { commonErrors, AppError, type ErrorDefinition } from '@sauda/contract/error'
import type { FastifyRequest } from 'fastify'

export type Images<C extends Call> = C['images'] extends object
  ? { readonly [Field in keyof C['images']]?: Buffer }
  : undefined

/** An uploaded file, under its original name. */
export type SentCsv = { readonly name: string; readonly bytes: Buffer }

/** Bytes of forms in memory at once, of all callers together. */
const mostBytes = 128 * 1024 * 1024
/** Per client or operator: two of the largest forms. */
const mostBytesOfOne = 24 * 1024 * 1024
const heldBy = new Map<string, number>()
let heldBytes = 0

/** One request's share of the memory for forms: reserved as bytes arrive, so that a slow sender uses little. */
export function formMemory(senderId: string) {
  let mine = 0
  const hold = (bytes: number) => {
    heldBytes += bytes
    mine += bytes
    const held = (heldBy.get(senderId) ?? 0) + bytes
    if (held > 0) heldBy.set(senderId, held)
    else heldBy.delete(senderId)
  }
  return {
    take(bytes: number) {
      if ((heldBy.get(senderId) ?? 0) + bytes > mostBytesOfOne)
        throw new AppError(commonErrors.tooMany, { retryAfter: 5 })
      if (heldBytes + bytes > mostBytes) throw new AppError(commonErrors.busy, { retryAfter: 5 })
      hold(bytes)
    },
    release: () => hold(-mine),
  }
}
type FormMemory = ReturnType<typeof formMemory>

/** The bytes of a form around its files: names, types and boundaries. */
const mostAround = 64 * 1024

/** Rejects a form by its announced size, without reading it. */
function rejectAnnouncedSize({ headers }: FastifyRequest, bytes: number, tooMany: ErrorDefinition): void {
  if (Number(headers['content-length'] ?? 0) > bytes + mostAround) throw new AppError(tooMany)
}

/** Reads a multipart form into memory, each image at most 5 MB; no other fields are allowed. */
export async function readImages(
  request: FastifyRequest,
  fields: NonNullable<Call['images']>,
  memory: FormMemory,
): Promise<Record<string, Buffer>> {
  if (!request.isMultipart()) throw new AppError(imageErrors.notForm)
  const names = Object.keys(fields)
  rejectAnnouncedSize(request, names.length * imageRules.bytes, imageErrors.tooManyBytes)
  const images: Record<string, Buffer> = {}
  const seen = new Set<string>()
  const limits = { files: names.length + 1, fields: 10, parts: names.length + 11, fieldSize: 1000 }
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: imageRules.bytes } })) {
      if (!names.includes(part.fieldname)) throw new AppError(imageErrors.unknownField)
      if (part.type !== 'file') throw new AppError(imageErrors.unreadable)
      if (seen.has(part.fieldname)) throw new AppError(imageErrors.twice)
      seen.add(part.fieldname)
      const bytes = await readPart(part.file, memory, imageErrors.tooManyBytes)
      // An empty file input sends a part without bytes.
      if (bytes.length > 0) images[part.fieldname] = bytes
    }
  } catch (error) {
    throw discardRest(request, error, imageErrors)
  }
  if (names.some((name) => fields[name] === 'required' && !(name in images))) throw new AppError(imageErrors.needed)
  return images
}

/** Reads a multipart form with one file of at most 10 MB and nothing else. */
export async function readCsv(request: FastifyRequest, field: string, memory: FormMemory): Promise<SentCsv> {
  if (!request.isMultipart()) throw new AppError(csvErrors.notForm)
  rejectAnnouncedSize(request, csvRules.bytes, csvErrors.tooManyBytes)
  let sent: SentCsv | undefined
  try {
    for await (const part of request.parts({ limits: { files: 2, fields: 1, parts: 3, fileSize: csvRules.bytes } })) {
      if (part.fieldname !== field || part.type !== 'file') throw new AppError(csvErrors.unknownField)
      if (sent !== undefined) throw new AppError(csvErrors.twice)
      sent = { name: bareName(part.filename), bytes: await readPart(part.file, memory, csvErrors.tooManyBytes) }
    }
  } catch (error) {
    throw discardRest(request, error, csvErrors)
  }
  if (sent === undefined) throw new AppError(csvErrors.needed)
  // An empty file input sends a part without name and bytes.
  if (sent.bytes.length === 0) throw new AppError(sent.name === '' ? csvErrors.needed : csvErrors.empty)
  return sent
}

/** Removes folders and control characters. */
function bareName(name: string | undefined): string {
  const last = (name ?? '').toWellFormed().split(/[\\/]/).at(-1) ?? ''
  return withoutInvisible(last)
    .replace(/\p{Cc}/gu, '')
    .slice(0, 200)
}

async function readPart(
  file: AsyncIterable<Buffer> & { truncated: boolean },
  memory: FormMemory,
  tooMany: ErrorDefinition,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) {
    if (file.truncated) break
    memory.take(chunk.length)
    chunks.push(chunk)
  }
  if (file.truncated) throw new AppError(tooMany)
  return Buffer.concat(chunks)
}

/** A browser reads the response only after sending everything: discard the rest. */
function discardRest(
  request: FastifyRequest,
  error: unknown,
  { tooManyBytes, broken }: Record<'tooManyBytes' | 'broken', ErrorDefinition>,
): unknown {
  request.raw.unpipe()
  request.raw.resume()
  if (error instanceof AppError) return error
  const code = (error as { code?: string }).code ?? ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError(tooManyBytes)
  if (code.startsWith('FST_')) return error
  return new AppError(broken)
}
