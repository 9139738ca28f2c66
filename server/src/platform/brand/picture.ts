import { readFileSync, statSync } from 'node:fs'

/** A picture of the broker's own, kept in memory. Width and height in pixels, or in whatever unit its drawing uses. */
export type Picture = {
  readonly bytes: Buffer
  readonly type: 'image/png' | 'image/svg+xml'
  readonly width: number
  readonly height: number
}

const pictureRules = { bytes: 512 * 1024, iconPixels: 512 } as const

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')

/** Reads a logo; throws a sentence that says what to do. */
export function readLogo(path: string): Picture {
  const picture = readPicture(path)
  if (picture === undefined) throw new Error(`must be a PNG, or an SVG with a viewBox`)
  return picture
}

/** Reads a square icon to be drawn at many sizes; only pixels, because drawings are not opened in this process. */
export function readIcon(path: string): Picture {
  const picture = readPicture(path)
  const isFit =
    picture?.type === 'image/png' && picture.width === picture.height && picture.width >= pictureRules.iconPixels
  if (!picture || !isFit)
    throw new Error(`must be a square PNG of at least ${pictureRules.iconPixels} × ${pictureRules.iconPixels} pixels`)
  return picture
}

/** A device or a pipe is not read: it may have no end. */
function readFileOnly(path: string): Buffer | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path) : undefined
  } catch {
    return undefined
  }
}

function readPicture(path: string): Picture | undefined {
  const bytes = readFileOnly(path)
  if (bytes === undefined) throw new Error(`names a file that cannot be read: ${path}`)
  if (bytes.length > pictureRules.bytes) throw new Error(`must be at most ${pictureRules.bytes / 1024} KB`)
  if (bytes.length > 24 && bytes.subarray(0, 8).equals(pngStart))
    return { bytes, type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const box = /<svg\b[^>]*\bviewBox="[\d.+-]+[\s,]+[\d.+-]+[\s,]+([\d.]+)[\s,]+([\d.]+)"/.exec(bytes.toString('utf8'))
  const [width, height] = [Number(box?.[1]), Number(box?.[2])]
  return width > 0 && height > 0 ? { bytes, type: 'image/svg+xml', width, height } : undefined
}
