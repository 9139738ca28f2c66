import type { Call } from '@sauda/contract/call'
import { imageRefusals, imageRules } from '@sauda/contract/image'
import { Refusal } from '@sauda/contract/refusal'
import type { FastifyRequest } from 'fastify'

/** The bytes of each image field that was sent. */
export type Images<C extends Call> = C['images'] extends object
  ? { readonly [Field in keyof C['images']]?: Buffer }
  : undefined

/** Reads a multipart form into memory, each image at most 5 MB, nothing beyond the named fields. */
export async function readImages(
  request: FastifyRequest,
  fields: NonNullable<Call['images']>,
): Promise<Record<string, Buffer>> {
  if (!request.isMultipart()) throw new Refusal(imageRefusals.notForm)
  const names = Object.keys(fields)
  const images: Record<string, Buffer> = {}
  const parts = request.parts({
    limits: {
      files: names.length + 1,
      fields: 10,
      parts: names.length + 11,
      fieldSize: 1000,
      fileSize: imageRules.bytes,
    },
  })
  try {
    for await (const part of parts) {
      if (part.type !== 'file') continue
      // A file must be read to its end or the form behind it never arrives.
      const bytes = await part.toBuffer()
      if (!names.includes(part.fieldname)) throw new Refusal(imageRefusals.unknownField)
      if (part.fieldname in images) throw new Refusal(imageRefusals.twice)
      if (bytes.length > 0) images[part.fieldname] = bytes
    }
  } catch (error) {
    throw asRefusal(error)
  }
  if (names.some((name) => fields[name] === 'required' && !(name in images))) throw new Refusal(imageRefusals.needed)
  return images
}

function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const code = (error as { code?: string }).code ?? ''
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal(imageRefusals.tooManyBytes)
  if (code.startsWith('FST_')) return error
  return new Refusal(imageRefusals.broken)
}
