import { randomBytes } from 'node:crypto'
import { authRules } from '@sauda/contract/auth'
import type { Sql, Tx } from '../platform/db.ts'
import type { Secret } from '../platform/secret.ts'
import { countRecoveryCodes, deleteRecoveryCodes, insertRecoveryCodes, useRecoveryCode } from './totp.sql.ts'

/** Codes that stand in for any second factor, each once; stored as hashes. */
export function createRecoveryCodes(secret: Secret) {
  const hashOf = (ownerId: string, code: string) =>
    secret.hmac('recovery', 'recovery', ownerId, code.replaceAll('-', '').toUpperCase())
  const count = async (sql: Sql, ownerId: string) => (await countRecoveryCodes(sql, ownerId))?.count ?? 0
  const replace = async (tx: Tx, ownerId: string): Promise<string[]> => {
    const codes = Array.from({ length: authRules.recoveryCodes }, newCode)
    const hashes = codes.map((code) => hashOf(ownerId, code))
    await deleteRecoveryCodes(tx, ownerId)
    await insertRecoveryCodes(tx, ownerId, hashes)
    return codes
  }
  return {
    count,
    replace,
    /** Empty if the owner has some already. */
    addFirst: async (tx: Tx, ownerId: string): Promise<string[]> =>
      (await count(tx, ownerId)) > 0 ? [] : replace(tx, ownerId),
    /** Whether the code was the owner's; it is used up then. */
    use: async (sql: Sql, ownerId: string, code: string): Promise<boolean> =>
      (await useRecoveryCode(sql, ownerId, hashOf(ownerId, code))) > 0,
    remove: deleteRecoveryCodes,
  }
}

/** 120 random bits in groups of four letters, without those that look like digits; enough to be stored as a keyed hash. */
function newCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const text = Array.from(randomBytes(24), (byte) => letters[byte % 32]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
