import type { Config } from '../../config.ts'
import { buttonBlock, composeMail, formatTime, type Mail, type Recipient, rowsBlock } from '../../core/mail/mail.ts'
import { dateText } from '../../platform/india.ts'
import type { DigestSection } from './digest.sections.ts'

type Content = { readonly day: string; readonly now: Date; readonly sections: readonly DigestSection[] }

export function digestMail(
  { brandName, deskUrl }: Pick<Config, 'brandName' | 'deskUrl'>,
  operator: Recipient,
  { day, now, sections }: Content,
): Mail {
  return composeMail(operator, `Daily digest: ${dateText(day)}`, [
    `These are the figures that your role shows at the ${brandName} desk. What is pending, open or not signed off is as of ${formatTime(now)}.`,
    ...sections.map(({ title, path, rows }) => rowsBlock(rows, title, `${deskUrl}/desk${path}`)),
    buttonBlock('Open the desk', `${deskUrl}/desk`),
    'You get this e-mail because you switched it on under Your login. Switch it off there at any time.',
  ])
}
