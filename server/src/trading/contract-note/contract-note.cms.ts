import { createHash, verify, X509Certificate } from 'node:crypto'

/** Checks what a signer returned: a detached CMS signature (RFC 5652, DER) over bytes, by a certificate that is valid now. */

type Node = { readonly tag: number; readonly whole: Buffer; readonly content: Buffer; readonly parts: () => Node[] }

const [sequence, set, octets, oid, integer, bits] = [0x30, 0x31, 0x04, 0x06, 0x02, 0x03]
/** Tag of certificates or attributes [0], revocation lists or a key identifier [1]. */
const first = 0xa0

function readNode(bytes: Buffer, at: number): Node & { readonly end: number } {
  const [tag, short] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || short === undefined) throw new CmsError('it is cut off')
  const lengthBytes = short < 0x80 ? 0 : short - 0x80
  if (short === 0x80 || lengthBytes > 4) throw new CmsError('it is not DER')
  const length =
    lengthBytes === 0 ? short : bytes.subarray(at + 2, at + 2 + lengthBytes).reduce((sum, byte) => sum * 256 + byte, 0)
  const from = at + 2 + lengthBytes
  const end = from + length
  if (end > bytes.length) throw new CmsError('it is cut off')
  const content = bytes.subarray(from, end)
  return { tag, whole: bytes.subarray(at, end), content, end, parts: () => readAll(content) }
}

function readAll(bytes: Buffer): Node[] {
  const nodes: Node[] = []
  for (let at = 0; at < bytes.length;) {
    const node = readNode(bytes, at)
    nodes.push(node)
    at = node.end
  }
  return nodes
}

export class CmsError extends Error {}

const oids = {
  '2a864886f70d010702': 'signedData',
  '2a864886f70d010701': 'data',
  '2a864886f70d010903': 'contentType',
  '2a864886f70d010904': 'messageDigest',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
} as const
const nameOf = (node: Node | undefined): string =>
  node?.tag === oid ? (oids[node.content.toString('hex') as keyof typeof oids] ?? 'unknown') : 'unknown'

const required = (node: Node | undefined, tag: number, what: string): Node => {
  if (node?.tag !== tag) throw new CmsError(`it has no ${what}`)
  return node
}

/** Throws a CmsError that says what is wrong. Returns the certificate that signed. */
export function checkSignature(cms: Buffer, signed: Buffer, now: Date): X509Certificate {
  const outer = readNode(cms, 0)
  if (outer.tag !== sequence || outer.end !== cms.length) throw new CmsError('it is not one DER structure')
  const [type, wrapped] = outer.parts()
  if (nameOf(type) !== 'signedData') throw new CmsError('it is not a CMS signature')
  const data = required(required(wrapped, first, 'content').parts()[0], sequence, 'content')
  const [, , content, ...rest] = data.parts()
  if (required(content, sequence, 'content').parts().length > 1) throw new CmsError('it is not detached')
  const certificates = required(
    rest.find(({ tag }) => tag === first),
    first,
    'certificates',
  ).parts()
  const [signer, ...others] = required(rest.at(-1), set, 'signer').parts()
  if (!signer || others.length > 0) throw new CmsError('it must have exactly one signer')
  return checkSigner(signer, certificates, signed, now)
}

function checkSigner(signer: Node, certificates: readonly Node[], signed: Buffer, now: Date): X509Certificate {
  const [, identity, digest, attributes, , signature] = signer.parts()
  const hash = nameOf(required(digest, sequence, 'digest').parts()[0])
  if (!hash.startsWith('sha')) throw new CmsError('its digest must be SHA-256, SHA-384 or SHA-512')
  const found = new Map(
    required(attributes, first, 'signed attributes')
      .parts()
      .map((each) => {
        const [name, values] = each.parts()
        return [nameOf(name), values?.parts()[0]] as const
      }),
  )
  if (nameOf(found.get('contentType')) !== 'data') throw new CmsError('its content type is not data')
  const stated = required(found.get('messageDigest'), octets, 'message digest').content
  if (!createHash(hash).update(signed).digest().equals(stated)) throw new CmsError('it is of other bytes')
  const all = certificates.filter(({ tag }) => tag === sequence).map(({ whole }) => new X509Certificate(whole))
  const certificate = certificateOf(identity, all)
  // Signed as a set (RFC 5652, 5.4).
  const text = Buffer.concat([Buffer.from([set]), (attributes as Node).whole.subarray(1)])
  const value = required(signature, octets, 'signature').content
  if (!verify(hash, text, certificate.publicKey, value)) throw new CmsError('the certificate does not verify it')
  if (now < certificate.validFromDate || now > certificate.validToDate)
    throw new CmsError(
      `its certificate is valid from ${certificate.validFromDate.toISOString().slice(0, 10)} to ${certificate.validToDate.toISOString().slice(0, 10)}`,
    )
  if (!maySign(certificate)) throw new CmsError('its certificate is for another use than signatures')
  // A reader without a network needs the issuers; those above the first one may be known to it.
  if (!all.some((each) => certificate.issuer === each.subject && certificate.verify(each.publicKey)))
    throw new CmsError('it does not enclose the certificate of the issuer of its certificate')
  return certificate
}

const keyUsage = '551d0f'
/** Digital signature and non-repudiation (RFC 5280, 4.2.1.3). */
const signingBits = 0xc0

/** Without the extension the key is for every use. */
function maySign({ raw }: X509Certificate): boolean {
  const body = readNode(raw, 0).parts()[0]?.parts() ?? []
  const extensions =
    body
      .find(({ tag }) => tag === 0xa3)
      ?.parts()[0]
      ?.parts() ?? []
  const found = extensions
    .map((each) => each.parts())
    .find(([name]) => name?.tag === oid && name.content.toString('hex') === keyUsage)
  if (!found) return true
  const usage = readNode(required(found.at(-1), octets, 'key usage').content, 0)
  return ((required(usage, bits, 'key usage').content[1] ?? 0) & signingBits) !== 0
}

function certificateOf(identity: Node | undefined, all: readonly X509Certificate[]): X509Certificate {
  const [, serial] = required(identity, sequence, 'issuer and serial number').parts()
  const wanted = required(serial, integer, 'serial number').content.toString('hex').replace(/^0+/, '')
  const certificate = all.find(({ serialNumber }) => serialNumber.toLowerCase().replace(/^0+/, '') === wanted)
  if (!certificate) throw new CmsError('it has no certificate of its signer')
  return certificate
}
