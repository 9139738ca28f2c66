import { authRules } from '@sauda/contract/client/auth'
import type { AppContext } from '../../app-context.ts'
import { perNetwork } from '../../core/session/throttle.ts'
import { lockBudget, rememberRevealed, spendBudget, wasRevealed } from './auth.sql.ts'

/**
 * Whether a response may reveal that an address or mobile number is, or is not, registered. A daily limit per network gives
 * a person with a typo a clear answer and stops lists from being tested. The same one may be revealed again.
 */
export async function mayReveal(
  { db, config, secret }: Pick<AppContext, 'db' | 'config' | 'secret'>,
  question: { readonly ip: string; readonly about: string },
): Promise<boolean> {
  if (!config.rateLimits) return true
  const budget = perNetwork('revealed', question.ip)
  const revealed = `${budget}:${secret.hmac('lookup', 'revealed', question.about).toString('base64url')}`
  return db.transaction(async (tx) => {
    const spent = await lockBudget(tx, budget)
    if (await wasRevealed(tx, revealed)) return true
    if (!spent || spent.count >= authRules.revealedPerDay) return false
    await spendBudget(tx, budget)
    await rememberRevealed(tx, revealed)
    return true
  })
}
