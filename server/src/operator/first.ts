import { v7 as uuidv7 } from 'uuid'
import type { OperatorContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { insertOperator, mayAddFirst } from './operator.sql.ts'
import { newPassword } from './staff.ts'

/** What keeps the first operator from being made, in one sentence for whoever started the server. */
export class FirstOperatorFault extends Error {
  override name = 'FirstOperatorFault'
}

/** Before anything is made on the machine: what is wrong with the settings is told first. */
export function refuseCommonPassword({ adminPassword }: Pick<Config, 'adminPassword'>): void {
  if (adminPassword !== undefined && isCommonPassword(adminPassword))
    throw new FirstOperatorFault('ADMIN_PASSWORD is among the most used passwords. Choose another one.')
}

/**
 * Where there is no operator yet: makes an administrator from ADMIN_EMAIL and ADMIN_PASSWORD, or one with a password
 * made up and said this once.
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
    await insertOperator(tx, { id, email, name, role: 'admin', passwordHash: await hashPassword(password), handedOut })
    const after = { name, email, role: 'admin' }
    await audit(tx, { actor: { kind: 'system' }, action: 'operator.add', subjectId: id, after })
    // Said before the transaction is over: a password nobody has seen must not be kept.
    if (handedOut) say(`First operator: ${email}  password: ${password}  (shown this once; keep it safe)`)
  })
}
