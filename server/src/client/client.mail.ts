import type { Config } from '../config.ts'
import { composeMail, type Mail, type Recipient } from '../mail/mail.ts'

/** Does not name the operator's reason, which may be a suspicion. */
export const frozenMail = ({ brandName, supportEmail }: Config, client: Recipient): Mail =>
  composeMail(client, "We've blocked your login for now", [
    `Our staff blocked your ${brandName} login, and you were logged out on all devices. Your money, trades and documents are not affected.`,
    `What to do: write to ${supportEmail} from this e-mail address. We will tell you what we need to unblock your login.`,
  ])

export const unfrozenMail = ({ publicUrl }: Config, client: Recipient): Mail =>
  composeMail(client, 'You can log in again', [`Your login is active again. Log in at ${publicUrl}/login as before.`])
