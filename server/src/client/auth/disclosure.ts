import type { AuthContext } from '../../app-context.ts'
import { perNetwork } from '../../core/session/throttle.ts'
import { lockBudget, rememberRevealed, spendBudget, wasRevealed } from './auth.sql.ts'

/**
 * Whether a response may reveal that an address is, or is not, registered. A daily limit per network gives a person
 * with a typo a clear answer and stops lists of addresses from being tested. The same address may be revealed again.
 */
export async function mayReveal(
  { db, config, secret }: Pick<AuthContext, 'db' | 'config' | 'secret'>,
  kind: 'unknown' | 'taken',
  question: { readonly ip: string; readonly about: string; readonly perDay: number },
): Promise<boolean> {
  if (!config.rateLimits) return true
  const budget = perNetwork(`told-${kind}`, question.ip)
  const revealed = `${budget}:${secret.hmac('lookup', kind, question.about).toString('base64url')}`
  return db.transaction(async (tx) => {
    const spent = await lockBudget(tx, budget)
    if (await wasRevealed(tx, revealed)) return true
    if (!spent || spent.count >= question.perDay) return false
    await spendBudget(tx, budget)
    await rememberRevealed(tx, revealed)
    return true
  })
}
