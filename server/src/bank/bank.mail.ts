import { bankRules, maskAccountNumber } from '@sauda/contract/bank'
import type { Config } from '../platform/config.ts'
import type { Details } from './bank.details.ts'

/** The notice an owner needs most when it was not them. */
export function bankMail(
  { brandName, publicUrl, supportEmail }: Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>,
  client: { readonly name: string; readonly email: string },
  details: Details,
  isFirst: boolean,
) {
  const lines = [
    `Hello ${client.name},`,
    `Your bank details were ${isFirst ? 'set' : 'changed'}. Withdrawals now go to ${details.holder_name}, account number ${maskAccountNumber(details.account_number)}, IFSC ${details.ifsc}.`,
    ...(isFirst ? [] : [`To protect you, withdrawals wait ${bankRules.coolOffHours} hours after a change.`]),
    `If this was not you, set a new password at ${publicUrl}/login with "Forgot Password?" and write to ${supportEmail}.`,
  ]
  return {
    to: client.email,
    subject: `Your ${brandName} bank details were ${isFirst ? 'set' : 'changed'}`,
    text: `${lines.join('\n\n')}\n`,
  }
}
