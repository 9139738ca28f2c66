import { randomInt } from 'node:crypto'
import { operatorErrors, type operatorCalls } from '@sauda/contract/operator'
import { commonErrors, AppError } from '@sauda/contract/error'
import { v7 as uuidv7 } from 'uuid'
import type { OperatorContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { breaksUnique } from '../platform/db.ts'
import type { RequestInput } from '../platform/mount.ts'
import { hashPassword } from '../session/password.ts'
import { endSessions } from '../session/session.ts'
import { disable, lockOperators, insertOperator, selectStaff } from './operator.sql.ts'

export const listOperators = selectStaff

type AddInput = RequestInput<typeof operatorCalls.addOperator>

/** The generated password is returned only here and stored as a hash. */
export async function addOperator(
  context: OperatorContext,
  { operator: by, body: { name, email, role }, ip }: AddInput,
) {
  const id = uuidv7()
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  try {
    await context.db.transaction(async (tx) => {
      await insertOperator(tx, { id, name, email, role, passwordHash, handedOut: true })
      const after = { name, email, role }
      await context.audit(tx, { actor: operatorActor(by), action: 'operator.add', subjectId: id, after, ip })
      await context.notifyScreens(tx, 'desk', 'operator', id)
    })
  } catch (error) {
    if (breaksUnique(error, 'operator_email_key')) throw new AppError(operatorErrors.emailTaken)
    throw error
  }
  return { operator: { _id: id, name, email, role, disabled: false, twoStep: false }, password }
}

type DisableInput = RequestInput<typeof operatorCalls.disableOperator>

export async function disableOperator(context: OperatorContext, { operator: by, params, ip }: DisableInput) {
  const { operatorId } = params
  if (operatorId === by.id) throw new AppError(operatorErrors.notYourself)
  await context.db.transaction(async (tx) => {
    const rows = await lockOperators(tx, [by.id, operatorId])
    if (!rows.some((row) => row.id === operatorId)) throw new AppError(commonErrors.notFound)
    // Disabled themselves at this very moment: the last administrator must stay.
    if (rows.find((row) => row.id === by.id)?.disabled !== false) throw new AppError(commonErrors.notSignedIn)
    if ((await disable(tx, operatorId)) === 0) return
    await endSessions(tx, operatorId)
    await context.audit(tx, {
      actor: operatorActor(by),
      action: 'operator.disable',
      subjectId: operatorId,
      before: { disabled: false },
      after: { disabled: true },
      ip,
    })
    await context.notifyScreens(tx, 'desk', 'operator', operatorId)
  })
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 79 random bits as `xxxx-xxxx-xxxx-xxxx`, without letters that look like digits. */
export function newPassword(): string {
  const text = Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
