import { imageErrors, imageRules } from '@sauda/contract/platform/image'
import { PhotoError } from './photo-error.ts'

export const photoTypes = 'image/*'

export const photoErrors = {
  notImage: 'Please choose an image file',
  heic: 'This browser cannot open HEIC photos. Please save it as JPEG or PNG, or take a new photo here.',
  unreadable: imageErrors.unreadable.message,
} as const

export type DrawnPhoto = {
  readonly canvas: HTMLCanvasElement
  /** Pixels of the original, upright. */
  readonly width: number
  readonly height: number
}

/**
 * Opens a photo and draws it upright, its longer side at most `longest` pixels. Throws PhotoError.
 * Redrawing removes the location and device data, and makes a 12-megapixel photo fit the 5 MB limit.
 */
export async function drawPhoto(file: Blob, longest: number): Promise<DrawnPhoto> {
  const isHeic = /heic|heif/i.test(`${file.type} ${file instanceof File ? file.name : ''}`)
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const scale = Math.min(1, longest / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    const context = canvas.getContext('2d')
    if (!context || canvas.width === 0 || canvas.height === 0) throw new PhotoError(photoErrors.unreadable)
    // JPEG has no transparency; without this, transparent areas become black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    return { canvas, width, height }
  } catch {
    // Some phones give no type, or a wrong one: only a file that cannot be opened is judged by it.
    const isImage = file.type.startsWith('image/')
    throw new PhotoError(isHeic ? photoErrors.heic : isImage ? photoErrors.unreadable : photoErrors.notImage)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A JPEG within the size limit, at the best quality that fits. Throws PhotoError. */
export async function encodePhoto(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of [0.9, 0.75, 0.5]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= imageRules.bytes) return blob
  }
  throw new PhotoError(photoErrors.unreadable)
}
