import { randomBytes } from 'node:crypto'
import { sameBytes, type Secret } from '../../platform/secret.ts'

/** The purpose of a challenge; a response to it is invalid for any other. */
export type ChallengePurpose = readonly ['add' | 'login' | 'confirm', ...string[]]

/**
 * Challenges for passkeys. They are signed instead of stored, so that requests for them cannot fill a table: the time
 * they end, 24 random bytes, and a keyed hash of both and of the purpose.
 */
export function createChallenges(secret: Secret, minutes: number) {
  const macOf = (purpose: ChallengePurpose, body: Buffer) =>
    secret.hmac('code', 'passkey', ...purpose, body.toString('hex'))
  return {
    issue(purpose: ChallengePurpose): Uint8Array<ArrayBuffer> {
      const end = Buffer.alloc(8)
      end.writeBigUInt64BE(BigInt(Date.now() + minutes * 60_000))
      const body = Buffer.concat([end, randomBytes(24)])
      return Uint8Array.from(Buffer.concat([body, macOf(purpose, body)]))
    },
    isValid(purpose: ChallengePurpose, challenge: string): boolean {
      const bytes = Buffer.from(challenge, 'base64url')
      const [body, mac] = [bytes.subarray(0, 32), bytes.subarray(32)]
      return body.length === 32 && sameBytes(mac, macOf(purpose, body)) && body.readBigUInt64BE() > BigInt(Date.now())
    },
  }
}
