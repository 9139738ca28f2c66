import { beforeEach, expect, test } from 'vitest'
import { hmacBefore, sealBefore } from '../../test/before-key-ids.ts'
import { testServer } from '../../test/server.ts'
import { openSecret } from './secret.ts'

const first = 'the first key, of at least 32 letters'
const second = 'the second key, of at least 32 letters'
const third = 'the third key, of at least 32 letters'
const { db, app } = await testServer()
const { dataDir } = app.context.config
const open = (...secretKeys: string[]) => openSecret(db, { secretKeys, dataDir })

beforeEach(async () => {
  await db.run('truncate hash_key, secret_mark')
})

const text = Buffer.from('AAAPA9999A')

test('decrypts with any key of the ring and encrypts with the newest', async () => {
  const old = await open(first)
  const sealed = old.encrypt('field', text, 'here')
  const rotating = await open(second, first)
  expect(rotating.decrypt('field', sealed, 'here')).toEqual(text)
  expect(() => old.decrypt('field', rotating.encrypt('field', text, 'here'), 'here')).toThrow()
})

test('decrypts nothing that was changed, moved, meant for another purpose or encrypted with a key outside the ring', async () => {
  const secret = await open(first)
  const sealed = secret.encrypt('field', text, 'here')
  expect(secret.encrypt('field', text, 'here')).not.toEqual(sealed)
  expect(() => secret.decrypt('field', sealed, 'there')).toThrow()
  expect(() => secret.decrypt('file', sealed, 'here')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => secret.decrypt('field', changed, 'here')).toThrow()
  }
  for (let length = 0; length < sealed.length; length++)
    expect(() => secret.decrypt('field', sealed.subarray(0, length), 'here')).toThrow()
})

test('decrypts what was encrypted before keys had ids, with any key of the ring', async () => {
  const sealed = sealBefore(first, 'field', text.toString(), 'here')
  expect((await open(first)).decrypt('field', sealed, 'here')).toEqual(text)
  expect((await open(third, second, first)).decrypt('field', sealed, 'here')).toEqual(text)
  await db.run('truncate hash_key')
  const without = await open(second)
  expect(() => without.decrypt('field', sealed, 'here')).toThrow()
})

test('lookups, recovery codes and audit signatures do not depend on the master key, and cannot be derived from it', async () => {
  const before = await open(first)
  const after = await open(second, first)
  for (const purpose of ['lookup', 'recovery', 'audit'] as const) {
    expect(after.hmac(purpose, 'pan', 'AAAPA9999A')).toEqual(before.hmac(purpose, 'pan', 'AAAPA9999A'))
    expect(before.hmac(purpose, 'pan', 'AAAPA9999A')).not.toEqual(hmacBefore(first, purpose, 'pan', 'AAAPA9999A'))
  }
  expect(before.hmac('lookup', 'pan', 'AAAPA9999A')).not.toEqual(before.hmac('audit', 'pan', 'AAAPA9999A'))
})

test('recovery codes and audit heads of a database from before remain valid; its lookups get a key of their own', async () => {
  await db.run('insert into secret_mark (mark) values ($1)', [hmacBefore(first, 'lookup', 'mark')])
  const secret = await open(second, first)
  expect(secret.hmac('recovery', 'x')).toEqual(hmacBefore(first, 'code', 'x'))
  expect(secret.hmac('audit', 'x')).toEqual(hmacBefore(first, 'audit', 'x'))
  expect(secret.hmac('lookup', 'x')).not.toEqual(hmacBefore(first, 'lookup', 'x'))
})

test('rejects a database whose key is not in the ring, from before key ids or after', async () => {
  await db.run('insert into secret_mark (mark) values ($1)', [hmacBefore(first, 'lookup', 'mark')])
  await expect(open(second)).rejects.toThrow('This database was filled with another secret key')
  await open(first)
  await expect(open(second, third)).rejects.toThrow('This database was filled with another secret key')
})

test('servers started together agree on the keys', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => open(first)))
  const hashes = secrets.map((secret) => secret.hmac('lookup', 'x').toString('hex'))
  expect(new Set(hashes).size).toBe(1)
})
