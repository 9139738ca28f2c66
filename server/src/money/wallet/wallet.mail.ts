import { afterDues, paysDues } from '@sauda/contract/core/ledger'
import { closureTexts } from '@sauda/contract/client/closure'
import { formatRupees } from '@sauda/contract/platform/money'
import { walletTexts } from '@sauda/contract/money/wallet'
import type { AppContext } from '../../app/app-context.ts'
import type { DecidedRow } from './wallet.sql.ts'
import { maskedNumberOf, requestName } from './wallet.view.ts'
import { amountBlock, buttonBlock, composeMail, contactLine } from '../../core/mail/mail.ts'

/** `dues`: what the client owed for trades, which money added or returned pays first. */
export function decisionMail(context: Pick<AppContext, 'config' | 'accounts'>, row: DecidedRow, dues: bigint) {
  const { brandName, publicUrl, supportEmail } = context.config
  const paise = row.credited ?? row.amount
  const amount = formatRupees(paise)
  const paid = (row.type === 'added') === (row.status === 'approved') ? paysDues(paise, dues) : 0n
  const request = `Request ${requestName(row)}`
  const [subject, ...lines] =
    row.status === 'approved'
      ? [
          ...(row.type === 'added'
            ? added(row, paise, paid, brandName)
            : withdrawn(amount, row, maskedNumberOf(context, row))),
          `${request}, bank reference ${row.bank_reference}.`,
        ]
      : [
          row.type === 'added' ? `Deposit of ${amount} rejected` : walletTexts.notWithdrawn('rejected', paise, paid),
          `${request} was rejected. Reason: ${row.reason}`,
          ...(paid > 0n ? [`${afterDues(paise, paid)}.`] : []),
          `What to do: ${row.closes ? closureTexts.payoutFailed : walletTexts.whatToDo[row.type]}`,
        ]
  return composeMail({ name: row.client_name, email: row.client_email }, subject ?? '', [
    amountBlock(amountLabels[row.status === 'approved' ? 'approved' : 'rejected'][row.type], amount),
    ...lines,
    // The payout that closes the account also ends the login.
    ...(row.closes && row.status === 'approved'
      ? []
      : [buttonBlock('View every step', `${publicUrl}/account/wallet/transaction-history`)]),
    contactLine(supportEmail),
  ])
}

const amountLabels = {
  approved: { added: 'Added to your wallet', withdrawal: 'Paid to your bank account' },
  rejected: { added: 'Deposit rejected', withdrawal: 'Withdrawal rejected' },
}

const added = ({ credited, amount }: DecidedRow, paise: bigint, paid: bigint, brandName: string) => [
  `${formatRupees(paise)} added to your ${brandName} wallet`,
  `${credited === null ? 'We received your payment.' : `You requested ${formatRupees(amount)}. We received ${formatRupees(paise)}.`} ${afterDues(paise, paid, 'The money is now in your wallet')}.`,
]

const withdrawn = (amount: string, row: DecidedRow, number: string) => [
  `${amount} paid to your bank account`,
  `We paid ${amount} to ${row.pay_to_name}, account number ${number}, IFSC ${row.pay_to_ifsc}. Banks usually credit it within a few hours.`,
]
