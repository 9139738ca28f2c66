import { drawNote, type NotePdf } from './contract-note.pdf.ts'
import type { SignerSetting } from './contract-note.settings.ts'
import { createSign, probeSigner, signPdf } from './contract-note.sign.ts'

/** Runs in threads: a day has thousands of notes, and each is drawn, encrypted and signed. */

/** A program that signs may wait for a token or another machine. */
const signedTogether = 8

async function drawn(note: NotePdf): Promise<Buffer> {
  const parts: Uint8Array[] = []
  await drawNote(note, (part) => parts.push(part))
  return Buffer.concat(parts)
}

export const draft = (note: NotePdf): Promise<Uint8Array> => drawn(note)

export const probe = (signer: SignerSetting) => probeSigner(createSign(signer))

export async function signedNotes({
  notes,
  signer,
}: {
  readonly notes: readonly NotePdf[]
  readonly signer: SignerSetting
}) {
  const sign = createSign(signer)
  const files: Uint8Array[] = []
  for (let at = 0; at < notes.length; at += signedTogether) {
    const drawings: Buffer[] = []
    // One after the other, because each takes the processor and some megabytes.
    for (const note of notes.slice(at, at + signedTogether)) drawings.push(await drawn(note))
    files.push(...(await Promise.all(drawings.map((drawing) => signPdf(sign, drawing)))))
  }
  return files
}
