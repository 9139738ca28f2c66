import { v7 as uuidv7 } from 'uuid'
import type { OperatorContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { StartError } from '../platform/postgres/start-error.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { insertOperator, mayAddFirst } from './operator.sql.ts'
import { newPassword } from './staff.ts'

/** Called before anything is created. */
export function rejectCommonPassword({ adminPassword, brandName }: Pick<Config, 'adminPassword' | 'brandName'>): void {
  if (adminPassword !== undefined && isCommonPassword(adminPassword, brandName))
    throw new StartError('ADMIN_PASSWORD is among the most used passwords. Choose another one.')
}

/**
 * If there is no operator yet, creates an administrator from ADMIN_EMAIL and ADMIN_PASSWORD, or with a generated
 * password that is printed once.
 */
export async function ensureFirstOperator(context: OperatorContext, say: (line: string) => void): Promise<void> {
  const { config, db, audit } = context
  const email = config.adminEmail ?? 'admin@sauda.example'
  const password = config.adminPassword ?? newPassword()
  await db.transaction(async (tx) => {
    if (!(await mayAddFirst(tx))) return
    const id = uuidv7()
    const name = 'Administrator'
    const handedOut = config.adminPassword === undefined
    const passwordHash = await hashPassword(password)
    await insertOperator(tx, { id, email, name, role: 'admin', passwordHash, handedOut, createdBy: null })
    const after = { name, email, role: 'admin' }
    await audit(tx, { actor: { kind: 'system' }, action: 'operator.add', subjectId: id, after })
    // Printed before the commit: a password nobody has seen must not be stored.
    if (handedOut) say(`First operator: ${email}  password: ${password}  (shown this once; keep it safe)`)
  })
}
