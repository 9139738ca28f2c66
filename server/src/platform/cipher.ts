import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { drawRandom } from './id.ts'

/** Each purpose has its own derived key, which cannot decrypt another's data. */
export type Purpose = 'field' | 'file' | 'key' | 'mail'

/** Every ciphertext starts with the id of its key. */
const keyIdBytes = 8
const nonceBytes = 12
const tagBytes = 16

export type Key = ReturnType<typeof makeKey>

export function makeKey(material: string | Buffer) {
  const encryptionKeys = new Map<Purpose, KeyObject>()
  const derive = (purpose: string, length = 32) => Buffer.from(hkdfSync('sha256', material, 'sauda', purpose, length))
  return {
    /** Reveals nothing about the key itself. */
    id: derive('id', keyIdBytes),
    derive: (purpose: string) => derive(purpose),
    /** For AES; from bytes each use would make such an object again, which takes longer than to encrypt a mail. */
    encryptionKey(purpose: Purpose): KeyObject {
      const key = encryptionKeys.get(purpose) ?? createSecretKey(derive(purpose))
      encryptionKeys.set(purpose, key)
      return key
    },
  }
}

export type Cipher = {
  /** `bound` ties the result to its place (row, file name). */
  encrypt(purpose: Purpose, plain: Buffer, bound: string): Buffer
  /** Throws if the bytes were changed, moved or encrypted with another key. */
  decrypt(purpose: Purpose, sealed: Buffer, bound: string): Buffer
  readonly newestId: Buffer
  /** Encrypts with this key, and still decrypts what the others encrypted. */
  withKey(material: Buffer): Cipher
}

/**
 * AES-256-GCM: encrypts with the first key and decrypts with any of them. A ciphertext is the id of its key, 12 bytes
 * nonce, 16 bytes tag and the encrypted bytes.
 */
export function makeCipher([newest, ...older]: readonly [Key, ...Key[]]): Cipher {
  const keys = [newest, ...older]
  return {
    encrypt(purpose, plain, bound) {
      const nonce = drawRandom(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', newest.encryptionKey(purpose), nonce)
      cipher.setAAD(Buffer.from(bound))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([newest.id, nonce, cipher.getAuthTag(), body])
    },
    decrypt(purpose, sealed, bound) {
      const named = keys.find(({ id }) => id.equals(sealed.subarray(0, keyIdBytes)))
      if (named) return open(named.encryptionKey(purpose), sealed.subarray(keyIdBytes), bound)
      return openUnnamed(
        keys.map((key) => key.encryptionKey(purpose)),
        sealed,
        bound,
      )
    },
    newestId: newest.id,
    withKey: (material) => makeCipher([makeKey(material), ...keys]),
  }
}

function open(key: KeyObject, sealed: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(bound))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/** Ciphertexts from before keys had ids. */
function openUnnamed(keys: readonly KeyObject[], sealed: Buffer, bound: string): Buffer {
  for (const key of keys)
    try {
      return open(key, sealed, bound)
    } catch {
      // The next key may fit.
    }
  throw new Error('None of the keys decrypts this')
}
