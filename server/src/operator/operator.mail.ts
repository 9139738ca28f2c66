import type { Config } from '../config.ts'
import { composeMail, type Mail } from '../mail/mail.ts'

type PasswordChange = { readonly name: string; readonly email: string; readonly device: string; readonly ip: string }

export const passwordChangedMail = ({ brandName }: Config, { device, ip, ...operator }: PasswordChange): Mail =>
  composeMail(operator, `Your ${brandName} desk password was changed`, [
    `The password of your ${brandName} desk login was changed from ${device}, IP address ${ip}. All your other sessions were logged out.`,
    'If this was not you, contact an administrator immediately and ask them to disable your login.',
  ])
