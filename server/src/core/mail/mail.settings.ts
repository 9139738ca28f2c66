import * as z from 'zod/mini'
import { isOnThisMachine, urlCheck, urlWith, wholeNumber, type LiveRule } from '../../platform/settings.ts'

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
  MAIL_DAYS: z._default(wholeNumber('must be a number of days from 30 to 3650', 30, 3650), 400),
}
const schema = z.object(mailVariables)
type MailVariables = z.infer<typeof schema>

function isEncrypted(address: string): boolean {
  const { protocol, searchParams } = new URL(address)
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true' || isOnThisMachine(address)
}

export const mailLiveRules = (e: MailVariables, isRealAddress: (address?: string) => boolean): LiveRule[] => [
  [e.SMTP_URL !== undefined, 'SMTP_URL: a mail server is needed in live mode'],
  [
    e.SMTP_URL === undefined || isEncrypted(e.SMTP_URL),
    'SMTP_URL: a mail server on another machine needs smtps://, or ?requireTLS=true, in live mode',
  ],
  [isRealAddress(e.MAIL_FROM), 'MAIL_FROM: a sender address of your own is needed in live mode'],
]

export const mailSettings = (e: MailVariables, defaultFrom: string) => ({
  smtpUrl: e.SMTP_URL,
  mailFrom: e.MAIL_FROM ?? defaultFrom,
  mailDays: e.MAIL_DAYS,
})
