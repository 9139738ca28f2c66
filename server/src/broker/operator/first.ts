import type { AppContext } from '../../app/app-context.ts'
import type { Config } from '../../config.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { StartError } from '../../platform/postgres/start-error.ts'
import { randomToken } from '../../platform/secret.ts'
import { hashPassword, isCommonPassword } from '../../core/session/password.ts'
import { mailInvitation } from './invitation.ts'
import { findLockedOutFirst, insertOperator, mayAddFirst, reset } from './operator.sql.ts'
import { newPassword } from './staff.ts'

/** Called before anything is created. */
export function rejectCommonPassword({ adminPassword, brandName }: Pick<Config, 'adminPassword' | 'brandName'>): void {
  if (adminPassword !== undefined && isCommonPassword(adminPassword, brandName))
    throw new StartError('ADMIN_PASSWORD is among the most used passwords. Choose another one.')
}

/**
 * If there is no operator yet, creates an administrator from ADMIN_EMAIL and ADMIN_PASSWORD. Without a password it is
 * generated and printed once in demo mode; in live mode a link to choose one is mailed to ADMIN_EMAIL, and again if it
 * expired unused.
 */
export async function ensureFirstOperator(context: AppContext, say: (line: string) => void): Promise<void> {
  const { config, db, audit } = context
  const email = config.adminEmail ?? 'admin@sauda.example'
  const isInvited = config.mode === 'live' && config.adminPassword === undefined
  const password = config.adminPassword ?? newPassword()
  await db.transaction(async (tx) => {
    if (!(await mayAddFirst(tx))) return isInvited ? inviteAgain(context, tx, say) : undefined
    if (isInvited && config.adminEmail === undefined)
      throw new StartError('There is no operator yet. Set ADMIN_EMAIL: a link to choose the password is mailed there.')
    const id = newId()
    const name = 'Administrator'
    const isGenerated = config.adminPassword === undefined && !isInvited
    // In live mode the administrator of the server knows the configured one.
    const handedOut = isGenerated || (config.mode === 'live' && !isInvited)
    const passwordHash = await hashPassword(password)
    await insertOperator(tx, { id, email, name, role: 'admin', passwordHash, handedOut, createdBy: null })
    const after = { name, email, role: 'admin' }
    await audit(tx, { by: 'system', action: 'operator.add', subjectId: id, after })
    if (isInvited) {
      await mailInvitation(context, tx, { id, name, email, passwordHash })
      say(`First operator: ${email}  (a link to choose the password was mailed)`)
    }
    // Printed before the commit, so that an unseen password is never stored.
    if (isGenerated) say(`First operator: ${email}  password: ${password}  (shown this once; keep it safe)`)
  })
}

/** No other operator could reset the login of the only one. */
async function inviteAgain(context: AppContext, tx: Tx, say: (line: string) => void): Promise<void> {
  const operator = await findLockedOutFirst(tx)
  if (!operator) return
  const { id, email } = operator
  const passwordHash = await hashPassword(randomToken())
  await reset(tx, { id, passwordHash, by: null })
  await context.audit(tx, { by: 'system', action: 'operator.reset', subjectId: id })
  await mailInvitation(context, tx, { ...operator, passwordHash }, 'reset')
  say(`First operator: ${email}  (a new link to choose the password was mailed)`)
}
