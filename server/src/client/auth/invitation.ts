import { type authCalls, authErrors } from '@sauda/contract/client/auth'
import { clientImportRules } from '@sauda/contract/client/client-import'
import { AppError } from '@sauda/contract/platform/error'
import type { AppContext } from '../../app/app-context.ts'
import { buttonBlock, composeMail, contactLine, formatTime, type Recipient } from '../../core/mail/mail.ts'
import type { Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { randomToken } from '../../platform/secret.ts'
import { createInvitation, findInvited } from '../../core/session/invitation.ts'
import { hashPassword, isCommonPassword } from '../../core/session/password.ts'
import { endSessions } from '../../core/session/session.ts'
import { findClient, type ImportedRow, insertImportedClients, replacePassword } from './auth.sql.ts'

/** Clients without a password, each with the mailed link to choose one. Violates client_email_key or client_mobile_key. */
export async function createInvitedClients(context: AppContext, tx: Tx, clients: readonly ImportedRow[]) {
  // One hash for all of them: the password is unknown, and a link names its client.
  const passwordHash = await hashPassword(randomToken())
  const until = new Date(Date.now() + clientImportRules.linkDays * 86_400_000)
  await insertImportedClients(tx, passwordHash, clients)
  for (const client of clients) {
    const invitation = createInvitation(context, 'client-invitation', { ...client, passwordHash }, until)
    await context.mail(tx, welcomeMail(context.config, client, invitation, until))
  }
}

function welcomeMail(
  { brandName, legalName, publicUrl, supportEmail }: AppContext['config'],
  to: Recipient,
  invitation: string,
  until: Date,
) {
  const link = `${publicUrl}/welcome#${invitation}`
  const sender = legalName === '' ? brandName : `${legalName} (${brandName})`
  return composeMail(to, `Choose your password for ${brandName}`, [
    `${sender} sends you this e-mail because you are its client: your balance, holdings and bank details are now on ${brandName}.`,
    `Choose your password by ${formatTime(until)}:`,
    buttonBlock('Choose your password', link, { text: link, isSecret: true }),
    `The link works once. Do not forward it. After that time, use "Forgot Password?" at ${publicUrl}/login with this e-mail address.`,
    'Please check your balance and holdings after you log in. We never ask for your password by phone, message or e-mail.',
    contactLine(supportEmail),
  ])
}

/** Sets the first password of an imported client. */
export async function acceptInvitation(
  context: AppContext,
  { body: { invitation, newPassword }, ip }: Pick<RequestInput<typeof authCalls.acceptInvitation>, 'body' | 'ip'>,
): Promise<void> {
  const over = new AppError(authErrors.invitationOver)
  const client = await findInvited(context, 'client-invitation', invitation, findClient)
  if (!client || client.blocked) throw over
  if (isCommonPassword(newPassword, context.config.brandName)) throw new AppError(authErrors.commonPassword)
  const hash = await hashPassword(newPassword)
  await context.db.transaction(async (tx) => {
    if ((await replacePassword(tx, client.id, client.password_hash, hash)) === 0) throw over
    await endSessions(tx, client.id)
    await context.audit(tx, { by: { client, ip }, action: 'auth.invitation.accept', subjectId: client.id })
  })
}
