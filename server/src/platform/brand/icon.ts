import sharp from 'sharp'
import type { Look } from './look.ts'
import type { Picture } from './picture.ts'
import { drawSign } from './sign.ts'

/** Of what an icon is made: a picture of the broker's own, or the product's sign in the broker's colours. */
export type IconSource = Look & { readonly icon: Picture | undefined }

export type IconShape = {
  /** Pixels of a side. */
  readonly size: number
  /** Filled to its edges, with what matters well within them: systems cut it into shapes of their own. */
  readonly whole: boolean
}

/** How much of a whole icon's side is sure to stay. */
const safe = 0.72

/** An icon as PNG. */
export async function drawIcon({ icon, ...look }: IconSource, { size, whole }: IconShape): Promise<Buffer> {
  if (!icon) {
    const pixels = drawSign(look, size, whole ? { corner: 0, scale: safe } : { corner: 0.25, scale: 1 })
    return sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  }
  const inner = Math.round(size * (whole ? safe : 1))
  const side = Math.floor((size - inner) / 2)
  const rest = size - inner - side
  const drawn = sharp(icon.bytes).resize({ width: inner, height: inner })
  if (whole)
    drawn
      .flatten({ background: '#ffffff' })
      .extend({ top: side, left: side, bottom: rest, right: rest, background: '#ffffff' })
  return drawn.png({ compressionLevel: 9 }).toBuffer()
}
