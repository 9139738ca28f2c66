import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

/** A signer of contract notes as a broker would have one, for tests and measurements. */

export const signerPassword = 'only for tests'

export type SignerDays = { readonly from?: number; readonly to?: number }

/** A certificate of a test signer, from and to so many days after now, with its key. */
export function signerCertificate({ from = -1, to = 365 }: SignerDays = {}) {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const key = forge.pki.privateKeyFromPem(String(pem))
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = '01a7'
  certificate.validity.notBefore = new Date(Date.now() + from * 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + to * 86_400_000)
  const names = [{ name: 'commonName', value: 'Signer of tests' }]
  certificate.setSubject(names)
  certificate.setIssuer(names)
  certificate.sign(key, forge.md.sha256.create())
  return { key, certificate, keyPem: String(pem), certificatePem: forge.pki.certificateToPem(certificate) }
}

/** As a PKCS#12 file. */
export function signerP12(days: SignerDays = {}): Buffer {
  const { key, certificate } = signerCertificate(days)
  const file = forge.pkcs12.toPkcs12Asn1(key, [certificate], signerPassword, { algorithm: '3des', count: 1 })
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary')
}
