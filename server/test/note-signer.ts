import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type SignerDays, signerP12, signerPassword } from '../seed/note-signer.ts'

/** The path of a PKCS#12 file, for as long as the tests of the file run. */
function signerFile(days: SignerDays = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-signer-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'signer.p12')
  writeFileSync(path, signerP12(days))
  return path
}

/** Settings with which a server signs. */
export const signerSettings = (days: SignerDays = {}) => ({
  NOTE_SIGNER_P12: signerFile(days),
  NOTE_SIGNER_PASSWORD: signerPassword,
})
