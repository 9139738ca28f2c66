import { imageErrors, imageRules } from '@sauda/contract/image'

/** What a file field offers; the content is what counts. */
export const photoTypes = 'image/*'

export const photoFaults = {
  notImage: 'Please choose an image file',
  heic: 'This browser cannot open HEIC photos. Please save it as JPEG or PNG, or take a new photo here.',
  unreadable: imageErrors.unreadable.message,
} as const

/** A file that cannot be used as a photo; the message is a sentence for the client. */
export class PhotoFault extends Error {}

export type DrawnPhoto = {
  readonly canvas: HTMLCanvasElement
  /** Pixels of the original, upright. */
  readonly width: number
  readonly height: number
}

/**
 * Opens a photo and draws it upright, its longer side at most `longest` pixels. Throws PhotoFault.
 * Redrawing leaves behind where and with what the photo was taken, and makes a 12-megapixel photo fit the 5 MB limit.
 */
export async function drawPhoto(file: Blob, longest: number): Promise<DrawnPhoto> {
  const isHeic = /heic|heif/i.test(`${file.type} ${file instanceof File ? file.name : ''}`)
  if (!isHeic && !file.type.startsWith('image/')) throw new PhotoFault(photoFaults.notImage)
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
    const pen = canvas.getContext('2d')
    if (!pen || canvas.width === 0 || canvas.height === 0) throw new PhotoFault(photoFaults.unreadable)
    // JPEG has no transparency: what is see-through becomes paper, not black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    return { canvas, width, height }
  } catch {
    throw new PhotoFault(isHeic ? photoFaults.heic : photoFaults.unreadable)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** JPEG within the limit of bytes, as good as that allows. Throws PhotoFault. */
export async function encodePhoto(canvas: HTMLCanvasElement): Promise<Blob> {
  for (const quality of [0.9, 0.75, 0.5]) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= imageRules.bytes) return blob
  }
  throw new PhotoFault(photoFaults.unreadable)
}
