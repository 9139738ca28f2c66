import { bankRules, maskAccountNumber } from '@sauda/contract/bank'
import type { Config } from '../config.ts'
import type { BankRow } from './bank.sql.ts'
import { composeMail, notYouLine, type Recipient } from '../mail/mail.ts'

export const bankMail = (
  config: Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  details: BankRow,
  isFirst: boolean,
) =>
  composeMail(client, `Your ${config.brandName} bank details were ${isFirst ? 'added' : 'changed'}`, [
    `Your bank details were ${isFirst ? 'added' : 'changed'}. Withdrawals will be paid to ${details.holder_name}, account number ${maskAccountNumber(details.account_number)}, IFSC ${details.ifsc}.`,
    ...(isFirst ? [] : [`For your safety, withdrawals pause for ${bankRules.coolOffHours} hours after a change.`]),
    notYouLine(config),
  ])
