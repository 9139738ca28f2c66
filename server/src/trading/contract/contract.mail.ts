import { formatRupees } from '@sauda/contract/platform/money'
import { type DayAmounts, dayFigureKeys, dayFigures } from '@sauda/contract/trading/trade-day'
import type { Config } from '../../config.ts'
import { amountBlock, buttonBlock, composeMail, contactLine, type Recipient, rowsBlock } from '../../core/mail/mail.ts'
import { dateText } from '../../platform/india.ts'

/** The result of a trade day; not the contract note. */
export const contractMail = (
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  { day, net, ...figures }: { readonly day: string } & DayAmounts<bigint>,
) =>
  composeMail(client, `Your trades of ${dateText(day)}`, [
    amountBlock(net < 0n ? 'To pay for the day' : 'To receive for the day', formatRupees(net < 0n ? -net : net)),
    rowsBlock(
      dayFigureKeys.filter((key) => figures[key] > 0n).map((key) => [dayFigures[key], formatRupees(figures[key])]),
    ),
    'This is a summary, not a contract note.',
    buttonBlock('View your orders', `${publicUrl}/account/position/order-history`),
    contactLine(supportEmail),
  ])

/** The newer file of an exchange has none of the client's trades of the day. */
export const removedMail = (
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  day: string,
) =>
  composeMail(client, `Your trades of ${dateText(day)} were cancelled`, [
    `The exchange cancelled your trades of ${dateText(day)}. We reversed them with their charges.`,
    buttonBlock('View your orders', `${publicUrl}/account/position/order-history`),
    contactLine(supportEmail),
  ])
