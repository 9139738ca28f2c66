import { formatPrice, formatQuantity } from '@sauda/contract/decimal'
import { formatRupees } from '@sauda/contract/money'
import type { Config } from '../platform/config.ts'
import type { Deal } from './trade.plan.ts'

type Client = { readonly name: string; readonly email: string }
type Brand = Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>
/** What was booked; amount in paise. */
export type Booked = Deal & {
  readonly action: 'BUY' | 'SELL'
  readonly stock: string
  readonly amount: bigint
  readonly tradeId: string
}

function mail(
  { brandName, publicUrl, supportEmail }: Brand,
  client: Client,
  subject: string,
  lines: readonly string[],
) {
  const text = [
    `Hello ${client.name},`,
    ...lines,
    `See your positions: ${publicUrl}/account/position`,
    `If this is not what you expect, write to ${supportEmail}.`,
  ]
  return { to: client.email, subject: `${subject} at ${brandName}`, text: `${text.join('\n\n')}\n` }
}

const verb = { BUY: 'bought', SELL: 'sold' } as const
const dealOf = ({ quantity, stock }: Booked) => `${formatQuantity(quantity)} ${stock}`
const lineOf = (trade: Booked) =>
  `${trade.tradeId}: ${verb[trade.action]} ${dealOf(trade)} at ${formatPrice(trade.price)}, ${formatRupees(trade.amount)} in all.`

const profitWords = (paise: bigint): string =>
  paise < 0n ? `a loss of ${formatRupees(-paise)}` : `a profit of ${formatRupees(paise)}`

export function boughtMail(brand: Brand, client: Client, trade: Booked, paid: { fromCash: bigint; fromLoan: bigint }) {
  const from = [
    paid.fromCash > 0n ? `${formatRupees(paid.fromCash)} from your balance` : '',
    paid.fromLoan > 0n ? `${formatRupees(paid.fromLoan)} from your loan` : '',
  ].filter((part) => part !== '')
  return mail(brand, client, `We bought ${dealOf(trade)} for you`, [lineOf(trade), `Paid with ${from.join(' and ')}.`])
}

export function soldMail(
  brand: Brand,
  client: Client,
  trade: Booked,
  { profitLoss, left }: { profitLoss: bigint; left: bigint },
) {
  return mail(brand, client, `We sold ${dealOf(trade)} for you`, [
    lineOf(trade),
    `That is ${profitWords(profitLoss)}.`,
    left === 0n ? 'The position is closed.' : `${formatQuantity(left)} of the position are left.`,
  ])
}

/** Of a file of trades each client gets one mail. */
export function manyMail(brand: Brand, client: Client, trades: readonly Booked[]) {
  const [only] = trades
  const subject =
    trades.length === 1 && only
      ? `We ${verb[only.action]} ${dealOf(only)} for you`
      : `We booked ${trades.length} trades for you`
  return mail(brand, client, subject, [trades.map(lineOf).join('\n')])
}

/** Nobody's trade is undone without its owner being told why. */
export function reversedMail(brand: Brand, client: Client, trade: Booked, reason: string) {
  return mail(brand, client, `We reversed ${trade.tradeId}`, [
    `This trade was booked wrongly and no longer counts: ${lineOf(trade)}`,
    `Reason: ${reason}`,
    trade.action === 'BUY'
      ? 'What it cost is back in your wallet.'
      : 'The position is open again, and what the sale had brought was taken back.',
  ])
}
