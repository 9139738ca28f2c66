import type { KycDocumentName } from '@sauda/contract/client/kyc'
import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'

const looks = {
  pan: { title: 'PAN CARD (SPECIMEN)', number: 'AAAPX0000X', paper: '#cfe8ff', band: '#9cc4ee' },
  aadhaar: { title: 'AADHAAR CARD (SPECIMEN)', number: 'XXXX XXXX 0000', paper: '#fff3d6', band: '#ffd9a8' },
} as const satisfies Record<KycDocumentName, object>

/** An obviously fictitious card, drawn without SVG, which the server's image library may not read. */
export async function specimen(document: KycDocumentName, name: string): Promise<Buffer> {
  const { title, number, paper, band } = looks[document]
  const stamp = await sharp({ text: { text: ink('SPECIMEN', 150, '#b3261e', 35), rgba: true, dpi: 72 } })
    .rotate(-24, { background: '#0000' })
    .png()
    .toBuffer()
  return sharp({ create: { width: 1200, height: 760, channels: 3, background: paper } })
    .composite([
      box(0, 0, 1200, 120, band),
      box(60, 190, 240, 300, '#ffffff'),
      words(60, 30, title, 48),
      words(120, 310, 'Photo', 40, '#8a94a8'),
      words(360, 200, 'Name', 28),
      words(360, 245, name, 50),
      words(360, 360, 'Number', 28),
      words(360, 405, number, 50),
      words(60, 690, 'Made for a demonstration. Not a document.', 26),
      { input: stamp, gravity: 'centre' },
    ])
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Pango markup; `size` in pixels at 72 dpi, `alpha` in percent. */
const ink = (text: string, size: number, colour: string, alpha = 100) =>
  `<span font="Sans Bold ${size}" foreground="${colour}" alpha="${alpha}%">${text}</span>`

function words(left: number, top: number, text: string, size: number, colour = '#1d2433'): OverlayOptions {
  return { input: { text: { text: ink(text, size, colour), rgba: true, dpi: 72 } }, left, top }
}

function box(left: number, top: number, width: number, height: number, background: string): OverlayOptions {
  return { input: { create: { width, height, channels: 3, background } }, left, top }
}
