import type { Mail } from '../mail/mail.ts'
import type { Config } from '../platform/config.ts'

type Happening = { readonly name: string; readonly email: string; readonly device: string; readonly ip: string }

/** A login at the desk opens everything: its owner hears when its password changes. */
export const passwordChangedMail = ({ brandName }: Config, { name, email, device, ip }: Happening): Mail => ({
  to: email,
  subject: `Your password at the ${brandName} desk was changed`,
  text: `Hello ${name},

The password of your login at the ${brandName} desk was changed, from ${device}, network address ${ip}. Every other session of yours was ended.

If this was not you, tell an administrator at once: they can disable the login.
`,
})
