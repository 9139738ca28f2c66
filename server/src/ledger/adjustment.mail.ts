import { formatRupees } from '@sauda/contract/money'
import type { Config } from '../config.ts'
import type { AdjustmentRow } from './adjustment.sql.ts'
import { composeMail, contactLine } from '../mail/mail.ts'

const change = {
  credit: (brandName: string) => `added to your ${brandName} wallet`,
  debit: (brandName: string) => `debited from your ${brandName} wallet`,
  cashback: (brandName: string) => `cashback added to your ${brandName} wallet`,
} as const

export function adjustmentMail(
  { brandName, publicUrl, supportEmail }: Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>,
  { client_name: name, client_email: email, kind, amount, reason }: AdjustmentMailRow,
) {
  const subject = `${formatRupees(amount)} ${change[kind](brandName)}`
  return composeMail({ name, email }, subject, [
    `${subject}. Reason: ${reason}`,
    `View your wallet: ${publicUrl}/account/wallet`,
    contactLine(supportEmail),
  ])
}

type AdjustmentMailRow = Pick<AdjustmentRow, 'client_name' | 'client_email' | 'kind' | 'amount' | 'reason'>
