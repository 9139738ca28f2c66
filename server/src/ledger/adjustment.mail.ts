import { formatRupees } from '@sauda/contract/money'
import type { Config } from '../platform/config.ts'
import type { AdjustmentRow } from './adjustment.sql.ts'

const happened = {
  credit: 'was added to your wallet',
  debit: 'was taken from your wallet',
  cashback: 'was added to your cashback',
} as const

/** Nobody's money changes without its owner being told why. */
export function adjustmentMail(
  { brandName, publicUrl, supportEmail }: Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>,
  adjustment: Pick<AdjustmentRow, 'client_name' | 'client_email' | 'kind' | 'amount' | 'reason'>,
) {
  const what = `${formatRupees(adjustment.amount)} ${happened[adjustment.kind]}`
  const lines = [
    `Hello ${adjustment.client_name},`,
    `${what}. Reason: ${adjustment.reason}`,
    `See your wallet: ${publicUrl}/account/wallet`,
    `If this is not what you expect, write to ${supportEmail}.`,
  ]
  return { to: adjustment.client_email, subject: `${what} at ${brandName}`, text: `${lines.join('\n\n')}\n` }
}
