import type { AuthContext } from '../app-context.ts'
import { perNetwork } from '../session/throttle.ts'
import { holdBudget, rememberTold, spendBudget, wasTold } from './disclosure.sql.ts'

/**
 * Whether an answer may say that an address is, or is not, registered. Each network is told about a few addresses
 * a day, so that a slip of the finger gets a plain answer and a list of addresses cannot be tried out.
 * An address told about once may be told about again: a retry is no new question.
 */
export async function mayTell(
  { db, config, secret }: Pick<AuthContext, 'db' | 'config' | 'secret'>,
  kind: 'unknown' | 'taken',
  question: { readonly ip: string; readonly about: string; readonly perDay: number },
): Promise<boolean> {
  if (!config.rateLimits) return true
  const budget = perNetwork(`told-${kind}`, question.ip)
  const told = `${budget}:${secret.hmac('lookup', kind, question.about).toString('base64url')}`
  return db.transaction(async (tx) => {
    // The budget's row is the lock: parallel questions of one network take turns.
    const spent = await holdBudget(tx, budget)
    if (await wasTold(tx, told)) return true
    if (!spent || spent.count >= question.perDay) return false
    await spendBudget(tx, budget)
    await rememberTold(tx, told)
    return true
  })
}
