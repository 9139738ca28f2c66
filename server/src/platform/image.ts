import { imageErrors, imageRules } from '@sauda/contract/image'
import { AppError } from '@sauda/contract/error'
import sharp from 'sharp'
import { createTurns } from './turns.ts'

// Whatever else the library could open (SVG, PDF, TIFF, HEIF …) is out of reach in this process, not merely refused.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// Photos are each seen once: a cache would only keep them in memory.
sharp.cache(false)
sharp.concurrency(1)

/** Pixels cost memory whatever the file weighs (up to 200 MB each), so photos are opened one at a time. */
const inTurn = createTurns({ parallel: 1, queue: 40 })

const secondsPerImage = 10

/** Longer side at most so many pixels, or cut to a square. */
export type ImageShape = { readonly longest: number } | { readonly square: number }

/**
 * Draws a photo anew as JPEG (sRGB, 8 bit, upright, without metadata), so that nothing but its pixels survives.
 * The verdict is by content alone; throws one of imageErrors (settled, section 5).
 */
export function redrawImage(bytes: Buffer, shape: ImageShape): Promise<Buffer> {
  return inTurn(async () => {
    await checkHeader(bytes)
    try {
      return await draw(bytes, shape)
    } catch {
      throw new AppError(imageErrors.unreadable)
    }
  })
}

/** Enough for the most pixels at 8 bits with transparency; deeper images must fit into it. */
const mostDecodedBytes = imageRules.pixels * 4

/** Refuses by what the header says, before a single pixel is decoded. */
async function checkHeader(bytes: Buffer): Promise<void> {
  if (bytes.length > imageRules.bytes) throw new AppError(imageErrors.tooManyBytes)
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!header) throw new AppError(imageErrors.unreadable)
  if ((header.pages ?? 1) > 1 || isMovingPng(bytes)) throw new AppError(imageErrors.moving)
  const pixels = header.width * header.height
  const decodedBytes = pixels * header.channels * (header.depth === 'uchar' ? 1 : 2)
  if (pixels > imageRules.pixels || decodedBytes > mostDecodedBytes) throw new AppError(imageErrors.tooManyPixels)
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

/** An animated PNG announces itself in a chunk before its pixels; the library reads only its first frame and says nothing. */
function isMovingPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(pngStart)) return false
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString('latin1', at + 4, at + 8)
    if (chunk === 'acTL') return true
    if (chunk === 'IDAT') return false
  }
  return false
}
