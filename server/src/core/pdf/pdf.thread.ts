import type { PdfTitle } from './pdf.draw.ts'
import { drawDocument, type Part } from './pdf.parts.ts'

/** Runs in a thread of its own: hundreds of documents, or one with thousands of entries, take seconds. */

export type PdfDocument = PdfTitle & { readonly parts: readonly Part[] }

export async function documents(all: readonly PdfDocument[]): Promise<Uint8Array[]> {
  const drawn: Uint8Array[] = []
  for (const { parts, ...title } of all) {
    const bytes: Uint8Array[] = []
    await drawDocument(title, parts, (part) => bytes.push(part))
    drawn.push(Buffer.concat(bytes))
  }
  return drawn
}
