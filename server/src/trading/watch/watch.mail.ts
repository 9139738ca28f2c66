import { decimalOf, formatPrice } from '@sauda/contract/platform/decimal'
import type { Config } from '../../config.ts'
import { amountBlock, buttonBlock, composeMail, contactLine, type Recipient } from '../../core/mail/mail.ts'
import type { FiredRow } from './watch.sql.ts'

const priceText = (price: string): string => formatPrice(decimalOf(price) ?? 0n)

export function alertMail(
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  { symbol, side, price }: FiredRow,
  observed: string,
) {
  return composeMail(client, `${symbol} is at ${priceText(observed)}, ${side} ${priceText(price)}`, [
    amountBlock(symbol, priceText(observed)),
    `You asked to be informed when ${symbol} is at or ${side} ${priceText(price)}. This alert is now off.`,
    buttonBlock('View your watchlist', `${publicUrl}/account/watchlist`),
    contactLine(supportEmail),
  ])
}
