import { operatorErrors, type operatorCalls } from '@sauda/contract/broker/operator'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { buttonBlock, composeMail } from '../../core/mail/mail.ts'
import type { Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { createInvitation, findInvited } from '../../core/session/invitation.ts'
import { hashPassword, isCommonPassword } from '../../core/session/password.ts'
import { findOperator, replacePassword } from './operator.sql.ts'

const validMilliseconds = 24 * 60 * 60_000

type Invited = { readonly id: string; readonly name: string; readonly email: string; readonly passwordHash: string }

/** Only the operator learns the link. It contains the stored hash of the password, so it works until one is set. */
export function mailInvitation(
  context: AppContext,
  tx: Tx,
  { id, name, email, passwordHash }: Invited,
  why: 'added' | 'reset' = 'added',
) {
  const { brandName, deskUrl } = context.config
  const until = new Date(Date.now() + validMilliseconds)
  const link = `${deskUrl}/desk/invitation#${createInvitation(context, 'invitation', { id, email, passwordHash }, until)}`
  return context.mail(
    tx,
    composeMail({ name, email }, `Your login for the ${brandName} desk`, [
      why === 'added'
        ? `You were added as an operator at the ${brandName} desk. Choose your password here within 24 hours:`
        : `Your login for the ${brandName} desk was reset. Choose a new password here within 24 hours:`,
      buttonBlock(why === 'added' ? 'Choose your password' : 'Choose a new password', link, {
        text: link,
        isSecret: true,
      }),
      'The link works once. Do not forward it.',
    ]),
  )
}

/** Sets the password of an invited operator. */
export async function acceptInvitation(
  context: AppContext,
  { body: { invitation, newPassword }, ip }: Pick<RequestInput<typeof operatorCalls.acceptInvitation>, 'body' | 'ip'>,
): Promise<void> {
  const over = new AppError(operatorErrors.invitationOver)
  const operator = await findInvited(context, 'invitation', invitation, findOperator)
  if (!operator || operator.disabled) throw over
  if (isCommonPassword(newPassword, context.config.brandName)) throw new AppError(operatorErrors.commonPassword)
  const hash = await hashPassword(newPassword)
  await context.db.transaction(async (tx) => {
    if ((await replacePassword(tx, operator.id, operator.password_hash, hash)) === 0) throw over
    await context.audit(tx, { by: { operator, ip }, action: 'operator.invitation.accept', subjectId: operator.id })
  })
}
