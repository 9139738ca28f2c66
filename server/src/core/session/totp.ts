import { randomBytes } from 'node:crypto'
import { AppError } from '@sauda/contract/platform/error'
import { loginErrors } from '@sauda/contract/core/session'
import { Secret as OtpSecret, TOTP } from 'otpauth'
import { authRules } from '@sauda/contract/client/auth'
import type { Sql, Tx } from '../../platform/db.ts'
import type { Secret } from '../../platform/secret.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  deleteRecoveryCodes,
  findFactors,
  insertRecoveryCodes,
  removeTotp,
  storeSecret,
  useRecoveryCode,
  useStep,
} from './login.sql.ts'

const periodSeconds = 30

export const totpPlace = (ownerId: string): string => `totp:${ownerId}`

/** The owner's second factor, the stronger one of the two. */
export type SecondFactor = 'passkey' | 'totp' | null

/** Two-step login of a client or an operator: TOTP (RFC 6238) with recovery codes. */
export type TwoStep = ReturnType<typeof createTwoStep>

export function createTwoStep(secret: Secret, issuer: string) {
  const generator = (base32: string, label: string) =>
    new TOTP({ issuer, label, secret: OtpSecret.fromBase32(base32), period: periodSeconds })
  const open = (ownerId: string, sealed: Buffer) => secret.decrypt('field', sealed, totpPlace(ownerId)).toString()
  const recovery = createRecoveryCodes(secret)

  /** Accepts the current code and its neighbours (clocks differ), each once. */
  async function isValidCode(sql: Sql, ownerId: string, sealed: Buffer, code: string): Promise<boolean> {
    const timestamp = Date.now()
    const delta = /^\d{6}$/.test(code)
      ? generator(open(ownerId, sealed), 'x').validate({ token: code, window: 1, timestamp })
      : null
    if (delta === null) return false
    const step = BigInt(Math.floor(timestamp / 1000 / periodSeconds) + delta)
    return (await useStep(sql, ownerId, step)) > 0
  }

  return {
    /** The new secret has no effect until it is confirmed. */
    async start(sql: Sql, ownerId: string, label: string): Promise<{ secret: string; uri: string }> {
      const base32 = new OtpSecret({ size: 20 }).base32
      const encrypted = secret.encrypt('field', Buffer.from(base32), totpPlace(ownerId))
      if ((await storeSecret(sql, ownerId, encrypted)) === 0) throw new AppError(loginErrors.totpOn)
      return { secret: base32, uri: generator(base32, label).toString() }
    },
    /** The recovery codes are returned only here and stored as hashes. */
    async confirm(tx: Tx, ownerId: string, code: string): Promise<{ recoveryCodes: string[] }> {
      const row = await findFactors(tx, ownerId)
      if (!row?.secret) throw new AppError(loginErrors.totpNotStarted)
      if (row.confirmed) throw new AppError(loginErrors.totpOn)
      if (!(await isValidCode(tx, ownerId, row.secret, code))) throw new AppError(loginErrors.totpWrong)
      if ((await confirmTotp(tx, ownerId)) === 0) throw new AppError(loginErrors.totpOn)
      return { recoveryCodes: await recovery.replace(tx, ownerId) }
    },
    firstRecoveryCodes: recovery.addFirst,
    /** Once the last second factor is gone. */
    async dropUnneededRecoveryCodes(tx: Tx, ownerId: string): Promise<void> {
      const factors = await findFactors(tx, ownerId)
      if (!factors?.confirmed && !factors?.passkey) await recovery.remove(tx, ownerId)
    },
    async strongest(sql: Sql, ownerId: string): Promise<SecondFactor> {
      const factors = await findFactors(sql, ownerId)
      return factors?.passkey ? 'passkey' : factors?.confirmed ? 'totp' : null
    },
    async status(sql: Sql, ownerId: string): Promise<{ on: boolean; recoveryCodesLeft: number }> {
      const on = (await findFactors(sql, ownerId))?.confirmed ?? false
      return { on, recoveryCodesLeft: on ? await recovery.count(sql, ownerId) : 0 }
    },
    /** A matching recovery code is used up. `passkey`: only a passkey, or a recovery code, is accepted. */
    async check(
      sql: Sql,
      ownerId: string,
      code: string | undefined,
      { passkeyOnly = false } = {},
    ): Promise<'off' | 'needed' | 'passkey' | 'correct' | 'wrong'> {
      const row = await findFactors(sql, ownerId)
      const secret = row?.confirmed && !(passkeyOnly && row.passkey) ? row.secret : null
      if (!secret && !row?.passkey) return 'off'
      if (code === undefined) return secret ? 'needed' : 'passkey'
      const isCorrect =
        (secret !== null && (await isValidCode(sql, ownerId, secret, code))) || (await recovery.use(sql, ownerId, code))
      return isCorrect ? 'correct' : 'wrong'
    },
    async remove(tx: Tx, ownerId: string): Promise<void> {
      await removeTotp(tx, ownerId)
      await this.dropUnneededRecoveryCodes(tx, ownerId)
    },
  }
}

/** Codes that replace any second factor, each once; stored as hashes. */
function createRecoveryCodes(secret: Secret) {
  const hashOf = (ownerId: string, code: string) =>
    secret.hmac('recovery', 'recovery', ownerId, code.replaceAll('-', '').toUpperCase())
  const replace = async (tx: Tx, ownerId: string): Promise<string[]> => {
    const codes = Array.from({ length: authRules.recoveryCodes }, newCode)
    const hashes = codes.map((code) => hashOf(ownerId, code))
    await deleteRecoveryCodes(tx, ownerId)
    await insertRecoveryCodes(tx, ownerId, hashes)
    return codes
  }
  return {
    count: countRecoveryCodes,
    replace,
    /** Empty if the owner has some already. */
    addFirst: async (tx: Tx, ownerId: string): Promise<string[]> =>
      (await countRecoveryCodes(tx, ownerId)) > 0 ? [] : replace(tx, ownerId),
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
