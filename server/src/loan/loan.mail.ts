import type { LoanTerms } from '@sauda/contract/loan'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { Config } from '../config.ts'
import { composeMail, formatDay, type Recipient } from '../mail/mail.ts'

type Brand = Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>

const rupees = (amount: number): string => formatRupees(paiseOf(amount))

function formatTerms(terms: LoanTerms): string {
  const [first, last] = [terms.schedule[0], terms.schedule.at(-1)]
  return [
    `Loan amount: ${rupees(terms.amount)}`,
    `Interest: ${terms.ratePercent}% p.a. on the outstanding principal`,
    `Processing fee: ${rupees(terms.fee)}, with the first instalment`,
    `APR, including the fee: ${terms.aprPercent}%`,
    `Tenure: ${terms.months} months, first instalment ${rupees(first?.amount ?? 0)}, last ${rupees(last?.amount ?? 0)}`,
    `Total payable: ${rupees(terms.totalPayable)}. You never pay more than this.`,
  ].join('\n')
}

export const offerMail = ({ brandName, publicUrl }: Brand, client: Recipient, terms: LoanTerms) =>
  composeMail(client, `Your loan offer from ${brandName}: ${rupees(terms.amount)}`, [
    'We can offer you this loan:',
    formatTerms(terms),
    `You borrow nothing until you accept. Read the terms and decide here: ${publicUrl}/account/portfolio/overview`,
  ])

export function acceptedMail({ supportEmail }: Brand, client: Recipient, terms: LoanTerms) {
  const due = terms.schedule.map((part) => `${formatDay(part.dueDate)}: ${rupees(part.amount)}`).join('\n')
  return composeMail(client, `Loan of ${rupees(terms.amount)} accepted`, [
    'You accepted these loan terms. Please save this e-mail.',
    formatTerms(terms),
    `Instalments:\n${due}`,
    'You can prepay in part or in full at no cost. You then pay no interest for the days after that.',
    `If this was not you, write to ${supportEmail} immediately.`,
  ])
}

export const rejectedMail = (
  { publicUrl }: Brand,
  client: Recipient,
  { reason, wasOffer }: { reason: string; wasOffer: boolean },
) =>
  composeMail(client, wasOffer ? 'Your loan offer has been cancelled' : 'Your loan request was rejected', [
    wasOffer ? 'We have cancelled the loan offer you had not accepted.' : 'We cannot offer you a loan this time.',
    `Reason: ${reason}`,
    `You owe nothing. You can apply again here: ${publicUrl}/account/portfolio/overview`,
  ])

export const closedMail = (client: Recipient, { disbursed, paid }: { disbursed: bigint; paid: bigint }) =>
  composeMail(client, 'Loan closed: nothing more to pay', [
    `Your loan of ${formatRupees(disbursed)} is closed. You paid ${formatRupees(paid)} in total and owe nothing more.`,
  ])
