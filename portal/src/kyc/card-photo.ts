import { drawPhoto, encodePhoto, PhotoError, photoErrors } from '../shell/photo.ts'
import type { Rect } from './cover-rect.ts'
import { findings, greyOf, type Finding } from './photo-check.ts'

export type CardPhoto = { readonly blob: Blob; readonly findings: readonly Finding[] }

/** Enough to read the small print, and about 1 MB. */
const longestSide = 2400
/** Small enough to check every pixel on a phone. */
const checkedSide = 1000

/** Throws PhotoError. */
export async function readCardPhoto(file: Blob): Promise<CardPhoto> {
  const { canvas, width, height } = await drawPhoto(file, longestSide)
  return { blob: await encodePhoto(canvas), findings: findings(shrunk(canvas), width, height) }
}

/** Draws the box into the photo itself. Throws PhotoError. */
export async function burnCover(photo: CardPhoto, rect: Rect): Promise<CardPhoto> {
  const { canvas } = await drawPhoto(photo.blob, longestSide)
  const pen = canvas.getContext('2d')
  // Otherwise the photo would be sent uncovered.
  if (!pen) throw new PhotoError(photoErrors.unreadable)
  pen.fillStyle = '#000'
  const { width, height } = canvas
  pen.fillRect(rect.x * width, rect.y * height, rect.width * width, rect.height * height)
  return { ...photo, blob: await encodePhoto(canvas) }
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
