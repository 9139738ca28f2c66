import { operatorErrors, type operatorCalls } from '@sauda/contract/operator'
import { AppError } from '@sauda/contract/error'
import type { OperatorContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import { composeMail } from '../mail/mail.ts'
import type { Tx } from '../platform/db.ts'
import type { RequestInput } from '../platform/mount.ts'
import { sameBytes } from '../platform/secret.ts'
import { hashPassword, isCommonPassword } from '../session/password.ts'
import { findOperator, replacePassword } from './operator.sql.ts'

const validMilliseconds = 24 * 60 * 60_000

type Invited = { readonly id: string; readonly name: string; readonly email: string; readonly passwordHash: string }

/** Only the operator learns the link. It contains the stored hash of the password, so it works until one is set. */
export function mailInvitation(context: OperatorContext, tx: Tx, { id, name, email, passwordHash }: Invited) {
  const { brandName, publicUrl } = context.config
  const until = String(Date.now() + validMilliseconds)
  const link = `${publicUrl}/desk/invitation#${id}.${until}.${signature(context, id, until, passwordHash)}`
  return context.mail(
    tx,
    composeMail({ name, email }, `Your login for the ${brandName} desk`, [
      `You were added as an operator at the ${brandName} desk. Choose your password here within 24 hours:`,
      link,
      'The link works once. Do not forward it.',
    ]),
  )
}

/** Sets the operator's first password. */
export async function acceptInvitation(
  context: OperatorContext,
  { body: { invitation, newPassword }, ip }: Pick<RequestInput<typeof operatorCalls.acceptInvitation>, 'body' | 'ip'>,
): Promise<void> {
  const over = new AppError(operatorErrors.invitationOver)
  const [id = '', until = '', signed = ''] = invitation.split('.')
  if (!/^[0-9a-f-]{36}$/.test(id) || !(Number(until) > Date.now())) throw over
  const operator = await findOperator(context.db, id)
  if (!operator || operator.disabled) throw over
  const expected = signature(context, id, until, operator.password_hash)
  if (!sameBytes(Buffer.from(signed), Buffer.from(expected))) throw over
  if (isCommonPassword(newPassword)) throw new AppError(operatorErrors.commonPassword)
  const hash = await hashPassword(newPassword)
  await context.db.transaction(async (tx) => {
    if ((await replacePassword(tx, id, operator.password_hash, hash)) === 0) throw over
    const actor = operatorActor(operator)
    await context.audit(tx, { actor, action: 'operator.invitation.accept', subjectId: id, ip })
  })
}

const signature = ({ secret }: OperatorContext, ...parts: readonly string[]): string =>
  secret.hmac('code', 'invitation', ...parts).toString('base64url')
