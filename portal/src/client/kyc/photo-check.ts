import { type KycDocumentName, kycRules } from '@sauda/contract/client/kyc'
import { PhotoError } from '../../shell/photo-error.ts'
import { drawPhoto, encodePhoto, photoErrors } from '../../shell/photo.ts'
import type { Rect } from './cover-tool.tsx'

export type Finding = 'small' | 'blurred' | 'dark' | 'glare'

/** A small grey picture, one byte a pixel, row by row. */
export type Grey = { readonly pixels: Uint8Array; readonly width: number; readonly height: number }

// Measured with scans and with photos from 3 megapixels, sharp and blurred, in good and bad light.
const limits = {
  /** Variance of the Laplacian in the sharpest part of the picture. */
  sharpness: 120,
  /** Brightness that a tenth of the picture exceeds. */
  bright: 80,
  /** Brightness from which nothing can be read any more. */
  burned: 252,
  /** Shares of the middle that are burned: less is a speck, more is white paper on a scanner. */
  glare: { from: 0.02, to: 0.4 },
} as const
const tiles = 8

/** Worst first. `width` and `height` are the original’s. */
export function findings(grey: Grey, width: number, height: number): Finding[] {
  const found: Finding[] = []
  if (Math.min(width, height) < kycRules.readablePixels) found.push('small')
  if (brightness(grey.pixels, 0.9) < limits.bright) found.push('dark')
  if (sharpness(grey) < limits.sharpness) found.push('blurred')
  const burned = burnedShare(grey)
  if (burned > limits.glare.from && burned < limits.glare.to) found.push('glare')
  return found
}

export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const pixels = new Uint8Array(width * height)
  for (let i = 0; i < pixels.length; i++) {
    const [red = 0, green = 0, blue = 0] = [rgba[i * 4], rgba[i * 4 + 1], rgba[i * 4 + 2]]
    pixels[i] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
  }
  return { pixels, width, height }
}

/** The variance of the Laplacian in the sharpest tile: a card on an empty table counts as sharp where the card is. */
export function sharpness({ pixels, width, height }: Grey): number {
  const tileWidth = Math.max(8, Math.floor(width / tiles))
  const tileHeight = Math.max(8, Math.floor(height / tiles))
  let best = 0
  for (let top = 1; top + tileHeight < height; top += tileHeight)
    for (let left = 1; left + tileWidth < width; left += tileWidth)
      best = Math.max(best, laplacianVariance(pixels, width, left, top, tileWidth, tileHeight))
  return best
}

function laplacianVariance(
  pixels: Uint8Array,
  rowLength: number,
  left: number,
  top: number,
  width: number,
  height: number,
): number {
  let sum = 0
  let squares = 0
  for (let y = top; y < top + height; y++)
    for (let i = y * rowLength + left; i < y * rowLength + left + width; i++) {
      const around =
        (pixels[i - 1] ?? 0) + (pixels[i + 1] ?? 0) + (pixels[i - rowLength] ?? 0) + (pixels[i + rowLength] ?? 0)
      const edge = around - 4 * (pixels[i] ?? 0)
      sum += edge
      squares += edge * edge
    }
  const count = width * height
  return squares / count - (sum / count) ** 2
}

function brightness(pixels: Uint8Array, share: number): number {
  return pixels.toSorted()[Math.floor((pixels.length - 1) * share)] ?? 0
}

function burnedShare({ pixels, width, height }: Grey): number {
  const [left, top] = [Math.floor(width / 5), Math.floor(height / 5)]
  let burned = 0
  let count = 0
  for (let y = top; y < height - top; y++)
    for (let x = left; x < width - left; x++) {
      count++
      if ((pixels[y * width + x] ?? 0) >= limits.burned) burned++
    }
  return count === 0 ? 0 : burned / count
}

export type CardPhoto = {
  readonly blob: Blob
  readonly findings: readonly Finding[]
  /** The QR code of an Aadhaar card, read while the client looks at the photo. */
  readonly qr?: Promise<string | undefined>
}

/** Enough to read the small print, and about 1 MB. */
const longestSide = 2400
/** Small enough to check every pixel on a phone. */
const checkedSide = 1000

/** Throws PhotoError. */
export async function readCardPhoto(name: KycDocumentName, file: Blob): Promise<CardPhoto> {
  const { canvas, width, height } = await drawPhoto(file, longestSide)
  const photo = { blob: await encodePhoto(canvas), findings: findings(shrunk(canvas), width, height) }
  // From the original, which has more pixels.
  return name === 'aadhaar' ? { ...photo, qr: readQr(file) } : photo
}

/** Loaded for an Aadhaar photo only. A photo whose code cannot be read is sent as any other. */
export const readQr = (photo: Blob): Promise<string | undefined> =>
  import('./aadhaar-qr.ts').then(({ readAadhaarQr }) => readAadhaarQr(photo)).catch(() => undefined)

/** Draws the box into the photo itself. Throws PhotoError. */
export async function burnCover(photo: CardPhoto, rect: Rect): Promise<CardPhoto> {
  const { canvas } = await drawPhoto(photo.blob, longestSide)
  const pen = canvas.getContext('2d')
  // Otherwise the photo would be sent uncovered.
  if (!pen) throw new PhotoError(photoErrors.unreadable)
  pen.fillStyle = '#000'
  const { width, height } = canvas
  pen.fillRect(rect.x * width, rect.y * height, rect.width * width, rect.height * height)
  const blob = await encodePhoto(canvas)
  // The covered part is not sent.
  return { ...photo, blob, qr: readQr(blob) }
}

function shrunk(canvas: HTMLCanvasElement) {
  const scale = Math.min(1, checkedSide / Math.max(canvas.width, canvas.height))
  const width = Math.max(1, Math.round(canvas.width * scale))
  const height = Math.max(1, Math.round(canvas.height * scale))
  const small = document.createElement('canvas')
  small.width = width
  small.height = height
  const pen = small.getContext('2d', { willReadFrequently: true })
  if (!pen) return { pixels: new Uint8Array(), width: 0, height: 0 }
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(canvas, 0, 0, width, height)
  return greyOf(pen.getImageData(0, 0, width, height).data, width, height)
}
