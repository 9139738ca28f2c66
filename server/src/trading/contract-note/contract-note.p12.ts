import { constants, createPrivateKey, privateEncrypt } from 'node:crypto'
import forge from 'node-forge'

const { oids } = forge.pki

/** What stands before a SHA-256 digest in an RSA signature (RFC 8017, 9.2). */
const sha256Prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** Opens a PKCS#12 file once. Returns what signs bytes: a detached CMS signature with the certificates of the file. */
export function openP12(file: Uint8Array, password: string): (bytes: Buffer, at: Date) => Buffer {
  const store = forge.pkcs12.pkcs12FromAsn1(
    forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(file).toString('binary'))),
    false,
    password,
  )
  const bagsOf = (bagType: string) => store.getBags({ bagType })[bagType] ?? []
  const key = [...bagsOf(oids.pkcs8ShroudedKeyBag as string), ...bagsOf(oids.keyBag as string)][0]?.key
  if (!key) throw new Error('it has no RSA key')
  const certificates = bagsOf(oids.certBag as string).flatMap(({ cert }) => cert ?? [])
  const own = certificates.find(({ publicKey }) => 'n' in publicKey && publicKey.n.equals(key.n))
  if (!own) throw new Error('it has no certificate of its key')
  const fast = fastKey(key)
  return (bytes, at) => {
    const signed = forge.pkcs7.createSignedData()
    signed.content = forge.util.createBuffer(bytes.toString('binary'))
    for (const certificate of certificates) signed.addCertificate(certificate)
    signed.addSigner({
      key: fast,
      certificate: own,
      digestAlgorithm: oids.sha256 as string,
      authenticatedAttributes: [
        { type: oids.contentType as string, value: oids.data as string },
        { type: oids.signingTime as string, value: at as unknown as string },
        { type: oids.messageDigest as string },
      ],
    })
    signed.sign({ detached: true })
    return Buffer.from(forge.asn1.toDer(signed.toAsn1()).getBytes(), 'binary')
  }
}

/** The same signatures by OpenSSL, which takes a twentieth of the library's time. */
function fastKey(key: forge.pki.rsa.PrivateKey): forge.pki.rsa.PrivateKey {
  const native = createPrivateKey(forge.pki.privateKeyToPem(key))
  const sign = (digest: forge.md.MessageDigest): string =>
    privateEncrypt(
      { key: native, padding: constants.RSA_PKCS1_PADDING },
      Buffer.concat([sha256Prefix, Buffer.from(digest.digest().getBytes(), 'binary')]),
    ).toString('binary')
  return { ...key, sign }
}
