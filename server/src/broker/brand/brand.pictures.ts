import { productName, signPath, wordmark } from '@sauda/contract/broker/wordmark'
import { readFileSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { limitConcurrency } from '../../platform/concurrency.ts'
import type { MailLogo, MailPicture } from '../../core/mail/mail.ts'
import type { BrandColours } from './brand.colours.ts'

/** Width and height are in pixels, or in the unit of an SVG's viewBox. */
export type Picture = {
  readonly bytes: Buffer
  readonly type: 'image/png' | 'image/svg+xml'
  readonly width: number
  readonly height: number
}

const pictureRules = { bytes: 512 * 1024, iconPixels: 512 } as const

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')

/** Throws a message that says what to do. */
export function readLogo(path: string): Picture {
  const picture = readPicture(path)
  if (picture === undefined) throw new Error(`must be a PNG, or an SVG with a viewBox`)
  return picture
}

/** Only PNG: this process never opens an SVG it did not make. */
export function readIcon(path: string): Picture {
  const picture = readPicture(path)
  const isFit =
    picture?.type === 'image/png' && picture.width === picture.height && picture.width >= pictureRules.iconPixels
  if (!picture || !isFit)
    throw new Error(`must be a square PNG of at least ${pictureRules.iconPixels} × ${pictureRules.iconPixels} pixels`)
  return picture
}

/** A device or a pipe is not read, because it may never end. */
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

export type IconShape = {
  readonly size: number
  /** Filled to its edges with the sign well inside, because systems cut such icons into other shapes. */
  readonly maskable: boolean
}

/** The part of a maskable icon's side that is always visible. */
const safeShare = 0.72

/** The icons as PNG: the broker's own, or the product's sign in the broker's colours. */
export async function drawIcons(icon: Picture | undefined, colours: BrandColours, shapes: readonly IconShape[]) {
  if (icon) return Promise.all(shapes.map((shape) => resizeIcon(icon, shape)))
  return drawSvgs(shapes.map((shape) => signSvg(colours, shape)))
}

/** Photos of clients must never reach the SVG reader (platform/image.ts), so it is open for our own drawings only. */
const drawSvgs = (svgs: readonly string[]): Promise<Buffer[]> =>
  limited(async () => {
    sharp.unblock(svgReader)
    try {
      return await Promise.all(svgs.map((svg) => sharp(Buffer.from(svg)).png().toBuffer()))
    } finally {
      sharp.block(svgReader)
    }
  })

const svgReader = { operation: ['VipsForeignLoadSvgBuffer'] }
const limited = limitConcurrency({ parallel: 1, queue: 100 })

function signSvg({ colour, ink }: BrandColours, { size, maskable }: IconShape): string {
  const scale = maskable ? safeShare : 1
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24">` +
    `<rect width="24" height="24" rx="${maskable ? 0 : 6}" fill="${colour}"/>` +
    `<path d="${signPath}" transform="translate(12 12) scale(${scale}) translate(-12 -12)" ` +
    `fill="none" stroke="${ink}" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  )
}

/** The name in Devanagari as a picture, because most mail programs have no font for it. */
function wordmarkSvg({ colour }: BrandColours, size: { readonly width: number; readonly height: number }): string {
  const { top, width, height, path } = wordmark
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 ${top} ${width} ${height}">` +
    `<path d="${path}" fill="${colour}"/></svg>`
  )
}

function resizeIcon(icon: Picture, { size, maskable }: IconShape): Promise<Buffer> {
  const inner = Math.round(size * (maskable ? safeShare : 1))
  const start = Math.floor((size - inner) / 2)
  const end = size - inner - start
  const background = '#ffffff'
  const resized = sharp(icon.bytes).resize({ width: inner, height: inner })
  if (maskable) resized.flatten({ background }).extend({ top: start, left: start, bottom: end, right: end, background })
  return resized.png({ compressionLevel: 9 }).toBuffer()
}

/** In pixels, as mails show them; drawn at twice that for sharp screens. */
const mailPixels = { logo: 32, icon: 36, wordmark: 28, widest: 240 } as const

type Logos = Readonly<Record<'brandLogo' | 'brandLogoDark' | 'brandIcon', Picture | undefined>> & {
  readonly brandColours: BrandColours
  readonly brandName: string
}

/** The logo if it is a PNG, otherwise the icon or the product's wordmark: mail programs show no SVG. */
export async function drawMailLogo({
  brandLogo,
  brandLogoDark,
  brandIcon,
  brandColours,
  brandName,
}: Logos): Promise<MailLogo> {
  if (brandLogo?.type === 'image/png') {
    const light = await mailPicture('logo', brandLogo)
    if (brandLogoDark?.type !== 'image/png') return { light, hasName: true }
    return { light, dark: await mailPicture('logo-dark', brandLogoDark), hasName: true }
  }
  if (!brandIcon && brandName === productName) {
    const height = mailPixels.wordmark
    const shown = { width: Math.round((wordmark.width / wordmark.height) * height), height }
    const drawn = { width: 2 * shown.width, height: 2 * height }
    const [bytes = Buffer.alloc(0)] = await drawSvgs([wordmarkSvg(brandColours, drawn)])
    return { light: { id: 'icon', bytes, ...shown }, hasName: false }
  }
  const size = mailPixels.icon
  const [bytes = Buffer.alloc(0)] = await drawIcons(brandIcon, brandColours, [{ size: 2 * size, maskable: false }])
  return { light: { id: 'icon', bytes, width: size, height: size }, hasName: false }
}

async function mailPicture(id: string, { bytes, width, height }: Picture): Promise<MailPicture> {
  const scale = Math.min(mailPixels.logo / height, mailPixels.widest / width)
  const shown = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const resized = sharp(bytes).resize({ width: 2 * shown.width, height: 2 * shown.height, fit: 'fill' })
  return { id, bytes: await resized.png({ compressionLevel: 9 }).toBuffer(), ...shown }
}
