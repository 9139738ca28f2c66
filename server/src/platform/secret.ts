import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCipher, makeKey, type Cipher, type Key } from './cipher.ts'
import type { Sql } from './db.ts'
import { StartError } from './postgres/start-error.ts'

/**
 * These hashes outlive a master key, so each purpose has a key of its own: `audit` signs heads of the audit log,
 * `lookup` finds equal values without storing them, `recovery` hashes recovery codes.
 */
const hashPurposes = ['audit', 'lookup', 'recovery'] as const
type HashPurpose = (typeof hashPurposes)[number]

/** `code`: what expires within a day at most; its key derives from the newest master key. */
type HmacPurpose = HashPurpose | 'code'

/** Encrypts with the newest master key; `hmac` is a keyed hash. */
export type Secret = Cipher & { hmac(purpose: HmacPurpose, ...parts: readonly string[]): Buffer }

function makeSecret([newest, ...older]: KeyRing, hashKeys: Readonly<Record<HashPurpose, Buffer>>): Secret {
  const keys = { ...hashKeys, code: newest.derive('code') }
  return {
    ...makeCipher([newest, ...older]),
    hmac: (purpose, ...parts) => keyedHash(keys[purpose], parts),
  }
}

function keyedHash(key: Buffer, parts: readonly string[]): Buffer {
  const mac = createHmac('sha256', key)
  // Length before each part, so that ("ab","c") and ("a","bc") differ.
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`)
  return mac.digest()
}

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** 256 random bits, safe in a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Six decimal digits from the system's CSPRNG, each code equally likely. */
export const randomCode = (): string => randomInt(0, 1_000_000).toString().padStart(6, '0')

/** In constant time. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)

/** Master keys, newest first. */
type KeyRing = readonly [Key, ...Key[]]

/** The configured keys, or in demo one generated into `dataDir`/secret.key (mode 0600), so that a restart loses nothing. */
export const masterKeys = ({ secretKeys, dataDir }: SecretConfig): readonly string[] =>
  secretKeys ?? generatedKeys(join(dataDir, 'secret.key'))

function readKeyRing(config: SecretConfig): KeyRing {
  const [newest, ...older] = masterKeys(config)
  if (newest === undefined) throw new Error('There is no secret key')
  return [makeKey(newest), ...older.map(makeKey)]
}

function generatedKeys(file: string): string[] {
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another server process wrote it a moment earlier: use that one.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return keyLines(readFileSync(file, 'utf8'))
}

/** One key per line. */
export const keyLines = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || [])

type SecretConfig = { readonly secretKeys: readonly string[] | undefined; readonly dataDir: string }

/** Throws a StartError if the database was filled with another master key: each could decrypt only a part of the data. */
export async function openSecret(sql: Sql, config: SecretConfig): Promise<Secret> {
  const ring = readKeyRing(config)
  const cipher = makeCipher(ring)
  let stored = await hashKeysIn(sql)
  if (stored.length < hashPurposes.length) {
    await addHashKeys(sql, await firstHashKeys(sql, ring), cipher)
    stored = await hashKeysIn(sql)
  }
  try {
    const keys = stored.map(({ purpose, wrapped }) => [purpose, cipher.decrypt('key', wrapped, hashKeyPlace(purpose))])
    return makeSecret(ring, Object.fromEntries(keys) as Record<HashPurpose, Buffer>)
  } catch {
    throw new StartError(otherKey)
  }
}

const otherKey =
  'This database was filled with another secret key. Set SECRET_KEY or SECRET_KEY_FILE to that one, or put its secret.key back into DATA_DIR.'

export const hashKeyPlace = (purpose: string): string => `hash-key:${purpose}`

const hashKeysIn = (sql: Sql) =>
  sql.rows<{ purpose: HashPurpose; wrapped: Buffer }>('select purpose, wrapped from hash_key where purpose = any($1)', [
    hashPurposes,
  ])

/** Another server process may have added its own a moment earlier: those count. */
const addHashKeys = (sql: Sql, keys: Readonly<Record<HashPurpose, Buffer>>, cipher: Cipher) =>
  sql.run(
    `insert into hash_key (purpose, wrapped) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing`,
    [hashPurposes, hashPurposes.map((purpose) => cipher.encrypt('key', keys[purpose], hashKeyPlace(purpose)))],
  )

/**
 * Random ones. A database from before has recovery codes and audit heads whose keys were derived from the master key that
 * its mark was made with; its lookups are computed again at the start.
 */
async function firstHashKeys(sql: Sql, ring: KeyRing): Promise<Record<HashPurpose, Buffer>> {
  const random = () => randomBytes(32)
  const found = await sql.row<{ mark: Buffer }>('select mark from secret_mark')
  if (!found) return { audit: random(), lookup: random(), recovery: random() }
  const master = ring.find((key) => sameBytes(keyedHash(key.derive('lookup'), ['mark']), found.mark))
  if (!master) throw new StartError(otherKey)
  return { audit: master.derive('audit'), lookup: random(), recovery: master.derive('code') }
}
