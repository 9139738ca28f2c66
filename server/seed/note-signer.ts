import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

/** A signer of contract notes as a broker would have one, for the demo, tests and measurements. */

export const signerPassword = 'only for tests'

export type SignerDays = { readonly from?: number; readonly to?: number }
/** `issuer`: of its certificate, which is its own without one; `usage`: what its key is for. */
type SignerKind = SignerDays & {
  readonly name?: string
  readonly issuer?: ReturnType<typeof signerCertificate>
  readonly usage?: { readonly digitalSignature?: boolean; readonly keyEncipherment?: boolean }
}

let serial = 0x01a7

/** A certificate of a test signer, from and to so many days after now, with its key. */
export function signerCertificate({ from = -1, to = 365, name = 'Signer of tests', issuer, usage }: SignerKind = {}): {
  readonly key: forge.pki.rsa.PrivateKey
  readonly certificate: forge.pki.Certificate
  readonly keyPem: string
  readonly certificatePem: string
} {
  const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const key = forge.pki.privateKeyFromPem(String(pem))
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = (serial++).toString(16).padStart(4, '0')
  certificate.validity.notBefore = new Date(Date.now() + from * 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + to * 86_400_000)
  const names = [{ name: 'commonName', value: name }]
  certificate.setSubject(names)
  certificate.setIssuer(issuer?.certificate.subject.attributes ?? names)
  if (usage) certificate.setExtensions([{ name: 'keyUsage', ...usage }])
  certificate.sign(issuer?.key ?? key, forge.md.sha256.create())
  return { key, certificate, keyPem: String(pem), certificatePem: forge.pki.certificateToPem(certificate) }
}

/** As a PKCS#12 file with the certificates of these issuers. */
export function signerP12(kind: SignerKind = {}, enclosed: readonly forge.pki.Certificate[] = []): Buffer {
  const { key, certificate } = signerCertificate(kind)
  const certificates = [certificate, ...enclosed]
  const file = forge.pkcs12.toPkcs12Asn1(key, certificates, signerPassword, { algorithm: '3des', count: 1 })
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary')
}

/** What a demo signs with unless it has a signer: a key and certificate made when they are needed first, issued by nobody else. */
export const practiceSigner = () => ({
  p12: signerP12({ name: 'Practice signer', to: 3650 }),
  password: signerPassword,
})
