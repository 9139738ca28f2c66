import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const derived = (masterKey: string, purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'sauda', purpose, 32))

/** The stored form of versions before key ids: encrypted with a key derived from the master key, which it does not name. */
export function sealBefore(
  masterKey: string,
  purpose: 'field' | 'file' | 'mail',
  plain: Buffer | string,
  bound: string,
): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(masterKey, purpose), nonce)
  cipher.setAAD(Buffer.from(bound))
  const body = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Their keyed hash, whose key can be derived from the master key. */
export function hmacBefore(masterKey: string, purpose: string, ...parts: readonly string[]): Buffer {
  const mac = createHmac('sha256', derived(masterKey, purpose))
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`)
  return mac.digest()
}
