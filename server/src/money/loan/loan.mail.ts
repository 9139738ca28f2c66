import type { LoanTerms } from '@sauda/contract/money/loan'
import { formatRupees, rupeesText } from '@sauda/contract/platform/money'
import type { Config } from '../../config.ts'
import { amountBlock, buttonBlock, composeMail, rowsBlock, type Recipient } from '../../core/mail/mail.ts'
import { dateText } from '../../platform/india.ts'

type Brand = Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>

const feeText = ({ fee, feeGst }: LoanTerms): string =>
  feeGst === undefined ? rupeesText(fee) : `${rupeesText(fee)} including GST of ${rupeesText(feeGst)}`

function termsBlock(terms: LoanTerms) {
  const [first, last] = [terms.schedule[0], terms.schedule.at(-1)]
  return rowsBlock([
    ['Loan amount', rupeesText(terms.amount)],
    ['Interest', `${terms.ratePercent}% p.a. on the outstanding principal`],
    ['Processing fee', `${feeText(terms)}, with the first instalment`],
    ['APR, including the fee', `${terms.aprPercent}%`],
    [
      'Tenure',
      `${terms.months} months, first instalment ${rupeesText(first?.amount ?? 0)}, last ${rupeesText(last?.amount ?? 0)}`,
    ],
    ['Total payable', `${rupeesText(terms.totalPayable)}. You never pay more than this.`],
  ])
}

const portfolioLink = ({ publicUrl }: Pick<Brand, 'publicUrl'>): string => `${publicUrl}/account/portfolio/overview`

export const offerMail = (brand: Brand, client: Recipient, terms: LoanTerms) =>
  composeMail(client, `Your loan offer from ${brand.brandName}: ${rupeesText(terms.amount)}`, [
    amountBlock('Loan offer', rupeesText(terms.amount)),
    'We can offer you this loan:',
    termsBlock(terms),
    buttonBlock('Read the terms', portfolioLink(brand), {
      text: `You borrow nothing until you accept. Read the terms and decide here: ${portfolioLink(brand)}`,
      lead: 'You borrow nothing until you accept.',
    }),
  ])

export function acceptedMail({ supportEmail }: Brand, client: Recipient, terms: LoanTerms) {
  const due = terms.schedule.map((part) => [dateText(part.dueDate), rupeesText(part.amount)] as const)
  return composeMail(client, `Loan of ${rupeesText(terms.amount)} accepted`, [
    amountBlock('Loan accepted', rupeesText(terms.amount)),
    'You accepted these loan terms. Please save this e-mail.',
    termsBlock(terms),
    rowsBlock(due, 'Instalments'),
    'You can prepay in part or in full at no cost. You then pay no interest for the days after that.',
    `If this was not you, write to ${supportEmail} immediately.`,
  ])
}

export const rejectedMail = (
  brand: Brand,
  client: Recipient,
  { reason, wasOffer }: { reason: string; wasOffer: boolean },
) =>
  composeMail(client, wasOffer ? 'Your loan offer has been cancelled' : 'Your loan request was rejected', [
    wasOffer ? 'We have cancelled the loan offer you had not accepted.' : 'We cannot offer you a loan this time.',
    `Reason: ${reason}`,
    buttonBlock('Apply again', portfolioLink(brand), {
      text: `You owe nothing. You can apply again here: ${portfolioLink(brand)}`,
      lead: 'You owe nothing. You can apply again.',
    }),
  ])

export const closedMail = (client: Recipient, { disbursed, paid }: { disbursed: bigint; paid: bigint }) =>
  composeMail(client, 'Loan closed: nothing more to pay', [
    amountBlock('Paid in total', formatRupees(paid)),
    `Your loan of ${formatRupees(disbursed)} is closed. You paid ${formatRupees(paid)} in total and owe nothing more.`,
  ])
