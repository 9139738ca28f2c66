import { kycRules } from '@sauda/contract/kyc'

/** What may make a card hard to read. */
export type Finding = 'small' | 'blurred' | 'dark' | 'glare'

/** A small grey picture, one byte a pixel, row by row. */
export type Grey = { readonly pixels: Uint8Array; readonly width: number; readonly height: number }

// Found by trying: printed cards at 2400 pixels, sharp and blurred, in good and bad light (photo-check.test.ts).
const limits = {
  /** Variance of the Laplacian in the sharpest part of the picture. */
  sharpness: 180,
  /** Brightness that a tenth of the picture exceeds. */
  bright: 90,
  /** Share of the picture that is burned out although the rest is not white. */
  burnedShare: 0.02,
  burned: 252,
  white: 205,
} as const
const tiles = 8

/** Warnings about a photo, worst first; they never forbid it. `width` and `height` are those of the original. */
export function findings(grey: Grey, width: number, height: number): Finding[] {
  const found: Finding[] = []
  if (Math.min(width, height) < kycRules.readablePixels) found.push('small')
  const brightness = sorted(grey.pixels)
  const isDark = at(brightness, 0.9) < limits.bright
  if (isDark) found.push('dark')
  if (sharpness(grey) < limits.sharpness) found.push('blurred')
  const burned = grey.pixels.reduce((count, pixel) => count + (pixel >= limits.burned ? 1 : 0), 0)
  // A scan on white paper is white nearly everywhere; a reflection is white in one place.
  if (burned / grey.pixels.length > limits.burnedShare && at(brightness, 0.6) < limits.white) found.push('glare')
  return found
}

/** Brightness as the eye weighs it, from RGBA bytes. */
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

/** Each pixel against its four neighbours: flat where a picture is blurred. */
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

function sorted(pixels: Uint8Array): Uint8Array {
  return pixels.toSorted()
}

function at(ordered: Uint8Array, share: number): number {
  return ordered[Math.floor((ordered.length - 1) * share)] ?? 0
}
