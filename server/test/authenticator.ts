import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { readonly challenge: string }
type Changes = {
  readonly origin?: string
  readonly rpId?: string
  readonly counter?: number
  /** Without the screen lock, fingerprint or face. */
  readonly unverified?: boolean
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A passkey of a device in software: ES256, no attestation, as phones and laptops give it. */
export function authenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let uses = 0

  const clientData = (type: string, { challenge }: Options, changes: Changes) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: changes.origin ?? origin, crossOrigin: false }))
  function authenticatorData({ rpId, counter, unverified }: Changes, attested: Uint8Array = Buffer.alloc(0)) {
    const flags = 1 | (unverified ? 0 : 4) | (attested.length > 0 ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? uses++)
    return Buffer.concat([sha256(rpId ?? new URL(origin).hostname), Buffer.from([flags]), count, attested])
  }
  const response = (fields: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: fields,
  })

  return {
    /** The result of `navigator.credentials.create`. */
    create(options: Options, changes: Changes = {}) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
        ]),
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const authData = Uint8Array.from(authenticatorData(changes, attested))
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return response({
        clientDataJSON: base64url(clientData('webauthn.create', options, changes)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      })
    },
    /** The result of `navigator.credentials.get`. */
    use(options: Options, changes: Changes = {}) {
      const data = clientData('webauthn.get', options, changes)
      const authData = authenticatorData(changes)
      return response({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
      })
    },
  }
}
