import { authErrors, authRules } from '@sauda/contract/client/auth'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { randomCode, sha256 } from '../../platform/secret.ts'
import { compareCode, deleteOldCodes, secondsToWait, spendCode, storeCode, type CodeFlow } from './login.sql.ts'

export { deleteOldCodes }

const { validMinutes, tries, resendSeconds, perHour } = authRules.code

type Holder = {
  readonly flow: CodeFlow
  readonly email: string
  /** Cookie of the requesting browser. */
  readonly browser: string | undefined
}

/** Codes mailed to an address (settled, section 4). */
export function createOneTimeCodes(secret: AppContext['secret']) {
  const hashOf = ({ flow, email }: Holder, code: string) => secret.hmac('code', flow, email, code)
  const browserHash = ({ browser }: Holder) => (browser === undefined ? null : sha256(browser))
  return {
    /**
     * A new code to mail, or undefined if one was mailed less than 30 seconds ago, which still works. Throws 429 after
     * 5 codes per address and hour.
     */
    async issue(tx: Tx, holder: Holder): Promise<string | undefined> {
      const code = randomCode()
      const stored = await storeCode(tx, holder, {
        hash: hashOf(holder, code),
        flowHash: browserHash(holder),
        minutes: validMinutes,
        pauseSeconds: resendSeconds,
        perHour,
      })
      if (stored > 0) return code
      const wait = await secondsToWait(tx, holder, resendSeconds, perHour)
      if (!wait || wait.pause > 0) return undefined
      throw new AppError(authErrors.tooManyCodes, { retryAfter: Math.max(1, wait.hour) })
    },
    /** Counts a wrong code as a try: outside a transaction that may be rolled back. */
    async compare(sql: Sql, holder: Holder, code: string): Promise<'correct' | 'wrong' | 'over'> {
      const fits = await compareCode(sql, holder, hashOf(holder, code), browserHash(holder), tries)
      if (fits === undefined) return 'over'
      return fits ? 'correct' : 'wrong'
    },
    /** False if another request has used the code meanwhile. */
    spend: async (tx: Tx, holder: Holder, code: string): Promise<boolean> =>
      (await spendCode(tx, holder, hashOf(holder, code))) > 0,
  }
}
