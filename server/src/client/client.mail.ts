import type { Mail } from '../mail/mail.ts'
import type { Config } from '../platform/config.ts'

type To = { readonly name: string; readonly email: string }

/** The operator's reason stays at the desk: it may be a suspicion. */
export const frozenMail = ({ brandName, supportEmail }: Config, { name, email }: To): Mail => ({
  to: email,
  subject: `Your ${brandName} login is frozen`,
  text: `Dear ${name},

Our staff froze your ${brandName} login, and you were logged out everywhere. Your money, trades and documents stay as they are.

What to do: write to ${supportEmail} from this address. We tell you what is needed to open your login again.

${brandName}
`,
})

export const unfrozenMail = ({ brandName, publicUrl }: Config, { name, email }: To): Mail => ({
  to: email,
  subject: `Your ${brandName} login is open again`,
  text: `Dear ${name},

Your ${brandName} login is no longer frozen. You can log in at ${publicUrl}/login as before.

${brandName}
`,
})
