import { formatRupees } from '@sauda/contract/platform/money'
import { closureTexts, type SaleRequest } from '@sauda/contract/client/closure'
import { privacyRules } from '@sauda/contract/client/privacy'
import type { Config } from '../../config.ts'
import {
  amountBlock,
  blockedLine,
  buttonBlock,
  composeMail,
  contactLine,
  formatTime,
  type Mail,
  notYouLine,
  type Recipient,
  rowsBlock,
} from '../../core/mail/mail.ts'

type Payout = { readonly paise: bigint; readonly payTo: string }

const closeButton = ({ publicUrl }: Config) => buttonBlock('View your request', `${publicUrl}/account/close`)

export const requestedMail = (config: Config, client: Recipient, { paise, payTo }: Payout): Mail =>
  composeMail(client, 'We received your request to close your account', [
    amountBlock('To your bank account', formatRupees(paise)),
    `You asked us to close your ${config.brandName} account. ${formatRupees(paise)} is on hold for ${payTo}.`,
    'Once the bank has confirmed the payment, we close the account, send you the final statement and end your login.',
    closeButton(config),
    notYouLine(config),
  ])

/** `attachment`: the final statement; undefined if it is too long for a mail. */
export const completedMail = (
  { brandName, supportEmail }: Config,
  { saudaId, ...client }: Recipient & { readonly saudaId: string },
  attachment: Mail['attachment'],
): Mail => ({
  ...composeMail(client, 'Your account is closed', [
    `Your ${brandName} account ${saudaId} is closed, and you can no longer log in.`,
    attachment
      ? 'Your final statement is attached as a PDF.'
      : `Your final statement is too long for an e-mail. Write to ${supportEmail} and we will send it to you.`,
    `The law requires us to retain the records of your account for ${privacyRules.retentionYears} years. Closing the account does not erase your personal data: you can ask us for that once this time is over.`,
    contactLine(supportEmail),
  ]),
  ...(attachment && { attachment }),
})

/** `frozen`: by an operator, before the account was closed. */
export type Reopened = Recipient & { readonly frozen: boolean }

/** What the client can do with the open account. */
const nextSteps = (config: Config, { frozen }: Reopened, todo: string) =>
  frozen
    ? [blockedLine('frozen', config.supportEmail)]
    : ['You can log in again.', `What to do: ${todo}`, closeButton(config), contactLine(config.supportEmail)]

export const returnedMail = (config: Config, client: Reopened, paise: bigint): Mail =>
  composeMail(client, `The bank returned ${formatRupees(paise)}; your account is open again`, [
    amountBlock('Back in your balance', formatRupees(paise)),
    `The bank returned a payment to you after we had closed your ${config.brandName} account.`,
    ...nextSteps(config, client, 'check your bank details, then pay out again or cancel under Close Account.'),
  ])

export const bookedMail = (config: Config, client: Reopened, items: readonly string[]): Mail =>
  composeMail(client, 'Your account is open again', [
    `Trades or a corporate action changed your ${config.brandName} account after it was closed.`,
    ...items,
    ...nextSteps(config, client, 'open Close Account and finish the rest, or cancel the closing there.'),
  ])

type Left = { readonly paise: bigint; readonly items: readonly string[] }

export const notZeroMail = (config: Config, client: Recipient, { paise, items }: Left): Mail =>
  composeMail(client, 'Your account is not closed yet', [
    paise > 0n
      ? `Your balance was paid out, but ${formatRupees(paise)} was booked to your account since your request.`
      : 'Your balance was paid out, but something else came up since your request.',
    ...items,
    'What to do: open Close Account and finish the rest.',
    closeButton(config),
    contactLine(config.supportEmail),
  ])

type SentSale = { readonly at: Date; readonly holdings: SaleRequest['holdings'] }

export const saleSentMail = (config: Config, client: Recipient, { at, holdings }: SentSale): Mail =>
  composeMail(client, 'Request to sell your holdings sent to the dealing desk', [
    `We received your request on ${formatTime(at)}.`,
    closureTexts.sale,
    rowsBlock(
      holdings.map(({ stockName, quantity }) => [stockName, String(quantity)]),
      'Your holdings then',
    ),
    closeButton(config),
    notYouLine(config),
  ])

export const saleClosedMail = (config: Config, client: Recipient, reason: string): Mail =>
  composeMail(client, 'Request to sell your holdings closed', [
    'The dealing desk closed your request to sell all holdings. Nothing more is sold because of it.',
    `Reason: ${reason}`,
    closeButton(config),
    contactLine(config.supportEmail),
  ])

export const saleDoneMail = (config: Config, client: Recipient): Mail =>
  composeMail(client, 'You have no holdings left to sell', [
    'Your request to the dealing desk is done. Sale proceeds can be paid out once they are settled.',
    'What to do: open Close Account to see what is left.',
    closeButton(config),
    contactLine(config.supportEmail),
  ])
