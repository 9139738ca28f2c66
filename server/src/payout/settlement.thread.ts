import type { PdfTitle } from '../pdf/pdf.draw.ts'
import { drawDocument, type Part } from '../pdf/pdf.parts.ts'

/** What runs in a thread of its own: a settlement has hundreds of documents. */

type Document = PdfTitle & { readonly parts: readonly Part[] }

export async function documents(all: readonly Document[]): Promise<Uint8Array[]> {
  const drawn: Uint8Array[] = []
  for (const { parts, ...title } of all) {
    const bytes: Uint8Array[] = []
    await drawDocument(title, parts, (part) => bytes.push(part))
    drawn.push(Buffer.concat(bytes))
  }
  return drawn
}
