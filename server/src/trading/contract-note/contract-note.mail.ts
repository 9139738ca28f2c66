import { formatRupees } from '@sauda/contract/platform/money'
import type { Config } from '../../config.ts'
import { amountBlock, buttonBlock, composeMail, contactLine, type Recipient } from '../../core/mail/mail.ts'
import { dateText } from '../../platform/india.ts'

type MailConfig = Pick<Config, 'publicUrl' | 'supportEmail' | 'notePassword' | 'mode'>

/** Says which password opens it, never the password itself. */
const passwordTexts = {
  pan: 'It opens with your PAN in capital letters.',
  ucc: 'It opens with your client code (UCC).',
  none: '',
} as const

/** Practice trades have no contract note. */
const noteName = ({ mode }: Pick<Config, 'mode'>): string => (mode === 'demo' ? 'Trade confirmation' : 'Contract note')

export const noteMail = (
  config: MailConfig,
  client: Recipient,
  {
    day,
    number,
    net,
    replaces,
    isMailed,
  }: {
    readonly day: string
    readonly number: string
    readonly net: bigint
    readonly replaces?: string | undefined
    readonly isMailed: boolean
  },
) =>
  composeMail(client, `${noteName(config)} ${number} for ${dateText(day)}`, [
    amountBlock(net < 0n ? 'Payable by you' : 'Receivable by you', formatRupees(net < 0n ? -net : net)),
    [
      isMailed
        ? `The file with your trades of ${dateText(day)} and their charges is attached, signed digitally.`
        : `The file with your trades of ${dateText(day)} and their charges is under Orders, signed digitally. You get it on paper too, because no consent to files by e-mail is recorded.`,
      passwordTexts[config.notePassword],
    ]
      .filter(Boolean)
      .join(' '),
    ...(replaces === undefined ? [] : [`It replaces ${replaces}, which is cancelled.`]),
    buttonBlock('View your orders', `${config.publicUrl}/account/position/order-history`),
    contactLine(config.supportEmail),
  ])

export const cancelledMail = (
  config: MailConfig,
  client: Recipient,
  { day, number, reason }: { readonly day: string; readonly number: string; readonly reason: string },
) =>
  composeMail(client, `${noteName(config)} ${number} for ${dateText(day)} cancelled`, [
    `Do not use ${number} any more: ${reason}. Its trades and charges were reversed; your statement shows the entries.`,
    'If trades of that day remain, they are booked again, and you get a new file with a new number.',
    buttonBlock('View your statement', `${config.publicUrl}/account/wallet/statement`),
    contactLine(config.supportEmail),
  ])
