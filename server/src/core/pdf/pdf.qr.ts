import { encode } from 'uqr'

/** In the upper right corner of the first page, in points; the paper around it is its quiet zone. */
export const qrSize = 62
const top = 30

/** Also a link. */
export function drawQr(pdf: PDFKit.PDFDocument, address: string, { right, ink }: { right: number; ink: string }): void {
  const { data, size } = encode(address, { ecc: 'M', border: 0 })
  const [module, left] = [qrSize / size, right - qrSize]
  for (const [y, row] of data.entries())
    for (let x = 0; x < size;) {
      const end = row.indexOf(false, x)
      const length = (end < 0 ? size : end) - x
      // Dark modules beside each other are one rectangle.
      if (length > 0) pdf.rect(left + x * module, top + y * module, length * module, module)
      x += length + 1
    }
  pdf.fill(ink).link(left, top, qrSize, qrSize, address)
}
