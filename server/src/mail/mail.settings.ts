import * as z from 'zod/mini'
import { urlCheck, urlWith, type LiveRule } from '../platform/settings.ts'

const address = '[^\\s\\p{Cc}<>()[\\]\\\\,;:"@]+@[^\\s\\p{Cc}<>()[\\]\\\\,;:"@]+'

export const mailVariables = {
  SMTP_URL: z.optional(
    urlWith('smtp:', 'smtps:').check(
      urlCheck(
        ({ hostname }) => hostname !== '',
        'must name a mail server, such as smtps://name:password@mail.example',
      ),
    ),
  ),
  MAIL_FROM: z.optional(
    z.string().check(
      z.regex(new RegExp(`^(?:[^\\p{Cc}<>]*<${address}>|${address})$`, 'u'), {
        error: 'must be an e-mail address, or a name and the address in < and >',
      }),
    ),
  ),
}
const schema = z.object(mailVariables)
type MailVariables = z.infer<typeof schema>

export const mailLiveRules = (e: MailVariables, isRealAddress: (address?: string) => boolean): LiveRule[] => [
  [e.SMTP_URL !== undefined, 'SMTP_URL: a mail server is needed in live mode'],
  [isRealAddress(e.MAIL_FROM), 'MAIL_FROM: a sender address of your own is needed in live mode'],
]

export const mailSettings = (e: MailVariables, defaultFrom: string) => ({
  smtpUrl: e.SMTP_URL,
  mailFrom: e.MAIL_FROM ?? defaultFrom,
})
