import { formatPrice, formatQuantity } from '@sauda/contract/platform/decimal'
import { formatRupees } from '@sauda/contract/platform/money'
import type { Config } from '../../config.ts'
import type { Deal } from './trade.plan.ts'
import {
  amountBlock,
  buttonBlock,
  composeMail,
  contactLine,
  type MailBlock,
  type Recipient,
} from '../../core/mail/mail.ts'

type Brand = Pick<Config, 'publicUrl' | 'supportEmail'>
/** Amount in paise. */
export type TradeDetails = Deal & {
  readonly action: 'BUY' | 'SELL'
  readonly stock: string
  readonly amount: bigint
  readonly tradeId: string
}

const tradeMail = (
  { publicUrl, supportEmail }: Brand,
  client: Recipient,
  subject: string,
  lines: readonly MailBlock[],
) =>
  composeMail(client, subject, [
    ...lines,
    buttonBlock('View your positions', `${publicUrl}/account/position`),
    contactLine(supportEmail),
  ])

const verb = { BUY: 'Bought', SELL: 'Sold' } as const

const describeDeal = ({ quantity, stock, price }: TradeDetails): string =>
  `${formatQuantity(quantity)} ${stock} at ${formatPrice(price)}`

const describe = (trade: TradeDetails): string =>
  `${trade.tradeId}: ${verb[trade.action].toLowerCase()} ${describeDeal(trade)}, total ${formatRupees(trade.amount)}.`

const confirmation = (trade: TradeDetails): string => `${verb[trade.action]}: ${describeDeal(trade)}`

const tradeAmount = (trade: TradeDetails) =>
  amountBlock(`${verb[trade.action]} ${formatQuantity(trade.quantity)} ${trade.stock}`, formatRupees(trade.amount))

const formatProfit = (paise: bigint): string =>
  paise < 0n ? `Loss: ${formatRupees(-paise)}.` : `Profit: ${formatRupees(paise)}.`

const listed = (parts: readonly (readonly [bigint, string])[]): string =>
  new Intl.ListFormat('en-GB').format(
    parts.flatMap(([paise, what]) => (paise > 0n ? [`${formatRupees(paise)} ${what}`] : [])),
  )

export function boughtMail(
  brand: Brand,
  client: Recipient,
  trade: TradeDetails,
  { fromUnsettled, fromCash, fromLoan }: { fromUnsettled: bigint; fromCash: bigint; fromLoan: bigint },
) {
  const sources = listed([
    [fromUnsettled, 'from your sale proceeds'],
    [fromCash, 'from your balance'],
    [fromLoan, 'from your loan'],
  ])
  return tradeMail(brand, client, confirmation(trade), [tradeAmount(trade), describe(trade), `Paid with ${sources}.`])
}

export const soldMail = (
  brand: Brand,
  client: Recipient,
  trade: TradeDetails,
  { profitLoss, left }: { profitLoss: bigint; left: bigint },
) =>
  tradeMail(brand, client, confirmation(trade), [
    tradeAmount(trade),
    describe(trade),
    formatProfit(profitLoss),
    left === 0n ? 'The position is closed.' : `${formatQuantity(left)} left in this position.`,
  ])

/** One mail per client for a bulk upload. */
export function bulkMail(brand: Brand, client: Recipient, trades: readonly TradeDetails[]) {
  const [only] = trades
  const subject = trades.length === 1 && only ? confirmation(only) : `${trades.length} trades booked for you`
  return tradeMail(brand, client, subject, [
    ...(trades.length === 1 && only ? [tradeAmount(only)] : []),
    trades.map(describe).join('\n'),
  ])
}

type Change = Record<'paid' | 'balance' | 'loan' | 'unsettled', bigint>

const backOf = ({ paid, balance, loan, unsettled }: Change): string =>
  listed([
    [loan, 'in your unused loan'],
    [unsettled, 'in your sale proceeds'],
    [paid, 'paid your dues for executed trades'],
    [balance, 'in your balance'],
  ])

export const reversedMail = (
  brand: Brand,
  client: Recipient,
  trade: TradeDetails & { readonly isOpening: boolean; readonly change: Change },
  reason: string,
) =>
  tradeMail(brand, client, `Trade ${trade.tradeId} reversed`, [
    amountBlock(`Trade ${trade.tradeId} reversed`, formatRupees(trade.amount)),
    `This trade was booked by mistake and has been reversed: ${describe(trade)}`,
    `Reason: ${reason}`,
    trade.isOpening
      ? 'It was brought over with your opening positions, so your wallet is unchanged.'
      : trade.action === 'BUY'
        ? `Its cost is back: ${backOf(trade.change)}.`
        : 'The position is open again, and the proceeds of the sale were debited.',
  ])
