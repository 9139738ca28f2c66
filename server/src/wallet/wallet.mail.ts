import { formatRupees } from '@sauda/contract/money'
import { walletWords } from '@sauda/contract/wallet'
import type { AppContext } from '../app-context.ts'
import type { DecidedRow } from './wallet.decide.sql.ts'
import { maskedNumberOf, requestName } from './wallet.view.ts'

/** What the client reads after a decision: what happened to the money, and after a refusal why and what to do. */
export function decisionMail(context: Pick<AppContext, 'config' | 'accounts'>, row: DecidedRow) {
  const { brandName, publicUrl, supportEmail } = context.config
  const amount = formatRupees(row.amount)
  const request = `Request ${requestName(row)}`
  const [subject, ...lines] =
    row.status === 'approved'
      ? paid[row.type](amount, row, maskedNumberOf(context, row))
      : [
          row.type === 'added' ? `${amount} was not added to your wallet` : `${amount} was not paid out`,
          `${request} was refused. Reason: ${row.reason}`,
          `What to do: ${walletWords.whatToDo[row.type]}`,
        ]
  const text = [
    `Hello ${row.client_name},`,
    ...lines,
    ...(row.status === 'approved' ? [`${request}, bank reference ${row.bank_reference}.`] : []),
    `See every step: ${publicUrl}/account/wallet/transaction-history`,
    `If this is not what you expect, write to ${supportEmail}.`,
  ]
  return { to: row.client_email, subject: `${subject} at ${brandName}`, text: `${text.join('\n\n')}\n` }
}

const paid = {
  added: (amount: string) => [
    `${amount} was added to your wallet`,
    `We found your payment: ${amount} is in your wallet now.`,
  ],
  withdrawal: (amount: string, row: DecidedRow, number: string) => [
    `${amount} was paid to your bank`,
    `We paid ${amount} to ${row.pay_to_name}, account number ${number}, IFSC ${row.pay_to_ifsc}. Banks usually credit it within a few hours.`,
  ],
}
