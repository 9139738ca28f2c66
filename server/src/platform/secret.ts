import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sql } from './db.ts'
import { StartError } from './postgres/start-error.ts'

/** Each purpose has its own derived key, which cannot decrypt another's data. */
export type Purpose = 'code' | 'file' | 'field' | 'lookup' | 'mail' | 'cookie' | 'audit'

/** All secrets of the server derive from one key of at least 32 characters. */
export type Secret = ReturnType<typeof makeSecret>

export function makeSecret(masterKey: string) {
  const keys = new Map<Purpose, Buffer>()
  function key(purpose: Purpose): Buffer {
    const derived = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', masterKey, 'sauda', purpose, 32))
    keys.set(purpose, derived)
    return derived
  }
  return {
    /** Keyed hash: compares or finds values without storing them. */
    hmac(purpose: Purpose, ...parts: readonly string[]): Buffer {
      const mac = createHmac('sha256', key(purpose))
      // Length before each part, so that ("ab","c") and ("a","bc") differ.
      for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`)
      return mac.digest()
    },
    /**
     * AES-256-GCM: 12 bytes nonce, 16 bytes tag, then the ciphertext. `bound` ties the result to its place (row,
     * file name).
     */
    encrypt(purpose: Purpose, plain: Buffer, bound: string): Buffer {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key(purpose), nonce)
      cipher.setAAD(Buffer.from(bound))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    /** Throws if the bytes were changed, moved or encrypted with another key. */
    decrypt(purpose: Purpose, sealed: Buffer, bound: string): Buffer {
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), sealed.subarray(0, 12))
      decipher.setAAD(Buffer.from(bound))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
    },
  }
}

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** 256 random bits, safe in a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Six decimal digits from the system's CSPRNG, each code equally likely. */
export const randomCode = (): string => randomInt(0, 1_000_000).toString().padStart(6, '0')

/** In constant time. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)

/** SECRET_KEY, or in demo one generated into `dataDir`/secret.key (mode 0600), so that a restart loses nothing. */
export function masterKey(configured: string | undefined, dataDir: string): string {
  if (configured !== undefined) return configured
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another server process wrote it a moment earlier: use that one.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/** With two keys in one database, each could decrypt only a part of the data. */
export async function checkSecret(sql: Sql, secret: Secret): Promise<void> {
  const mark = secret.hmac('lookup', 'mark')
  // Stores the mark if there is none yet; returns the stored one.
  const stored = await sql.row<{ mark: Buffer }>(
    'insert into secret_mark as s (mark) values ($1) on conflict (one) do update set mark = s.mark returning mark',
    [mark],
  )
  if (stored && sameBytes(stored.mark, mark)) return
  throw new StartError(
    'This database was filled with another secret key. Set SECRET_KEY to that one, or put its secret.key back into DATA_DIR.',
  )
}
