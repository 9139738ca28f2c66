import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** Valid and invalid pictures, generated in the test. */

const canvas = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#369', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

export const jpeg = (width = 320, height = 200): Promise<Buffer> => canvas(width, height).jpeg().toBuffer()
export const png = (width = 320, height = 200): Promise<Buffer> => canvas(width, height).png().toBuffer()
export const webp = (): Promise<Buffer> => canvas(320, 200).webp().toBuffer()
export const gif = (): Promise<Buffer> => canvas(32, 20).gif().toBuffer()
export const tiff = (): Promise<Buffer> => canvas(32, 20).tiff().toBuffer()
export const avif = (): Promise<Buffer> => canvas(32, 20).avif().toBuffer()
export const cmykJpeg = (): Promise<Buffer> => canvas(320, 200).toColourspace('cmyk').jpeg().toBuffer()
export const deepPng = (): Promise<Buffer> => canvas(320, 200).toColourspace('rgb16').png().toBuffer()
export const greyJpeg = (): Promise<Buffer> => canvas(320, 200).greyscale().jpeg().toBuffer()
export const clearPng = (): Promise<Buffer> => canvas(320, 200).ensureAlpha(0.5).png().toBuffer()

/** One colour: many pixels in few bytes. */
export const plainJpeg = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()

/** 196 megapixels in about half a megabyte. */
export const bombPng = (): Promise<Buffer> =>
  sharp({ create: { width: 14_000, height: 14_000, channels: 3, background: '#000' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()

/** A small PNG whose header claims to be 40,000 × 25,000. */
export const oversizedPng = async (): Promise<Buffer> => withSize(await png(), 40_000, 25_000)

/** A small 16-bit PNG whose header claims to have 18 megapixels. */
export const oversizedDeepPng = async (): Promise<Buffer> => withSize(await deepPng(), 6000, 3000)

function withSize(bytes: Buffer, width: number, height: number): Buffer {
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

/** The left half red, the right half blue; rotated and taken in Mumbai, according to its metadata. */
export const sidewaysJpegWithPlace = (): Promise<Buffer> =>
  sharp({ create: { width: 160, height: 200, channels: 3, background: '#00f' } })
    .extend({ left: 160, background: '#f00' })
    .withExif({ IFD0: { Make: 'Kamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 4/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export async function movingWebp(): Promise<Buffer> {
  const frames = [await png(32, 20), await png(32, 20)]
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export async function movingPng(): Promise<Buffer> {
  const still = await png()
  const headerEnd = 33
  const twoFramesForever = Buffer.from('0000000200000000', 'hex')
  return Buffer.concat([still.subarray(0, headerEnd), chunk('acTL', twoFramesForever), still.subarray(headerEnd)])
}

/** A JPEG of exactly so many bytes: viewers ignore bytes after its end. */
export async function jpegOfBytes(size: number): Promise<Buffer> {
  const picture = await jpeg()
  return Buffer.concat([picture, Buffer.alloc(size - picture.length)])
}
