import { randomBytes } from 'node:crypto'
import { authRules } from '@sauda/contract/auth'
import { AppError } from '@sauda/contract/error'
import { loginErrors } from '@sauda/contract/session'
import { Secret as OtpSecret, TOTP } from 'otpauth'
import type { Sql, Tx } from '../platform/db.ts'
import type { Secret } from '../platform/secret.ts'
import {
  confirmTotp,
  countRecoveryCodes,
  findTotp,
  insertRecoveryCodes,
  storeSecret,
  removeTotp,
  useRecoveryCode,
  useStep,
} from './totp.sql.ts'

const periodSeconds = 30

/** Two-step login of a client or an operator: TOTP (RFC 6238) with recovery codes. */
export type TwoStep = ReturnType<typeof createTwoStep>

export function createTwoStep(secret: Secret, issuer: string) {
  const generator = (base32: string, label: string) =>
    new TOTP({ issuer, label, secret: OtpSecret.fromBase32(base32), period: periodSeconds })
  const open = (ownerId: string, sealed: Buffer) => secret.decrypt('field', sealed, `totp:${ownerId}`).toString()
  const recoveryHash = (ownerId: string, code: string) =>
    secret.hmac('code', 'recovery', ownerId, code.replaceAll('-', '').toUpperCase())

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
      const encrypted = secret.encrypt('field', Buffer.from(base32), `totp:${ownerId}`)
      if ((await storeSecret(sql, ownerId, encrypted)) === 0) throw new AppError(loginErrors.totpOn)
      return { secret: base32, uri: generator(base32, label).toString() }
    },
    /** The recovery codes are returned only here and stored as hashes. */
    async confirm(tx: Tx, ownerId: string, code: string): Promise<{ recoveryCodes: string[] }> {
      const row = await findTotp(tx, ownerId)
      if (!row) throw new AppError(loginErrors.totpNotStarted)
      if (row.confirmed) throw new AppError(loginErrors.totpOn)
      if (!(await isValidCode(tx, ownerId, row.secret, code))) throw new AppError(loginErrors.totpWrong)
      if ((await confirmTotp(tx, ownerId)) === 0) throw new AppError(loginErrors.totpOn)
      const recoveryCodes = Array.from({ length: authRules.recoveryCodes }, newRecoveryCode)
      const hashes = recoveryCodes.map((recovery) => recoveryHash(ownerId, recovery))
      await insertRecoveryCodes(tx, ownerId, hashes)
      return { recoveryCodes }
    },
    async status(sql: Sql, ownerId: string): Promise<{ on: boolean; recoveryCodesLeft: number }> {
      const on = (await findTotp(sql, ownerId))?.confirmed ?? false
      return { on, recoveryCodesLeft: on ? ((await countRecoveryCodes(sql, ownerId))?.count ?? 0) : 0 }
    },
    /** A matching recovery code is used up. */
    async check(sql: Sql, ownerId: string, code: string | undefined): Promise<'off' | 'needed' | 'correct' | 'wrong'> {
      const row = await findTotp(sql, ownerId)
      if (!row?.confirmed) return 'off'
      if (code === undefined) return 'needed'
      const isCorrect =
        (await isValidCode(sql, ownerId, row.secret, code)) ||
        (await useRecoveryCode(sql, ownerId, recoveryHash(ownerId, code))) > 0
      return isCorrect ? 'correct' : 'wrong'
    },
    remove: removeTotp,
  }
}

/** 80 random bits as `XXXX-XXXX-XXXX-XXXX`, without letters that look like digits. */
function newRecoveryCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const text = Array.from(randomBytes(16), (byte) => letters[byte % 32]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
