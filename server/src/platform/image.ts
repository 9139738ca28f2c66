import { imageErrors, imageRules } from '@sauda/contract/platform/image'
import { AppError } from '@sauda/contract/platform/error'
import sharp from 'sharp'
import { limitConcurrency } from './concurrency.ts'

const loaders: Readonly<Record<(typeof imageRules.types)[number], string>> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
}
// Disables every other format (SVG, PDF, TIFF, HEIF …) in this process. A photo is recognised by its content, not by the name or
// type that the browser sends.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: imageRules.types.map((type) => loaders[type]) })
// Each photo is read once: a cache would only use memory.
sharp.cache(false)
sharp.concurrency(1)

/** Pixels use memory whatever the file size (up to 200 MB each), so photos are opened one at a time. */
const limited = limitConcurrency({ parallel: 1, queue: 40 })

const secondsPerImage = 10

/** Pixels of the longer side at most, of a document; or of a cropped square. */
export type ImageShape = { readonly longest: number } | { readonly square: number }

/**
 * Re-encodes a photo as JPEG (sRGB, 8 bit, upright, without metadata), so that nothing but its pixels survives.
 * Throws one of imageErrors (settled, section 5), by content alone.
 */
export const redrawImage = (bytes: Buffer, shape: ImageShape): Promise<Buffer> =>
  limited(async () => {
    await checkHeader(bytes, shape)
    try {
      return await draw(bytes, shape)
    } catch {
      throw new AppError(imageErrors.unreadable)
    }
  })

/** Enough for the most pixels at 8 bits with transparency; deeper images must fit into it. */
const mostDecodedBytes = imageRules.pixels * 4

/** Checks the header, before a single pixel is decoded. */
async function checkHeader(bytes: Buffer, shape: ImageShape): Promise<void> {
  if (bytes.length > imageRules.bytes) throw new AppError(imageErrors.tooManyBytes)
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!header) throw new AppError(imageErrors.unreadable)
  if ((header.pages ?? 1) > 1 || isMovingPng(bytes)) throw new AppError(imageErrors.moving)
  const pixels = header.width * header.height
  const decodedBytes = pixels * header.channels * (header.depth === 'uchar' ? 1 : 2)
  if (pixels > imageRules.pixels) throw new AppError(imageErrors.tooManyPixels)
  if (decodedBytes > mostDecodedBytes) throw new AppError(imageErrors.tooDeep)
  if (!('longest' in shape)) return
  const { shortest, longerBy } = imageRules.document
  const [shorter, longer] = [Math.min(header.width, header.height), Math.max(header.width, header.height)]
  if (shorter < shortest || longer > shorter * longerBy) throw new AppError(imageErrors.badShape)
}

function draw(bytes: Buffer, shape: ImageShape): Promise<Buffer> {
  const upright = sharp(bytes, { limitInputPixels: imageRules.pixels, failOn: 'error' }).autoOrient()
  const sized =
    'square' in shape
      ? upright.resize({ width: shape.square, height: shape.square, fit: 'cover' })
      : upright.resize({ width: shape.longest, height: shape.longest, fit: 'inside', withoutEnlargement: true })
  return sized
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality: 85 })
    .timeout({ seconds: secondsPerImage })
    .toBuffer()
}

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
const [animationChunk, pixelChunk] = ['acTL', 'IDAT'].map((name) => Buffer.from(name).readUInt32BE())

/** An animated PNG has a chunk for it before its pixels; the library reads only its first frame. */
function isMovingPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(pngStart)) return false
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    // A number, because 5 MB may be 400,000 empty chunks.
    const chunk = bytes.readUInt32BE(at + 4)
    if (chunk === animationChunk) return true
    if (chunk === pixelChunk) return false
  }
  return false
}
