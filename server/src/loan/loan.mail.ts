import type { LoanTerms } from '@sauda/contract/loan'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { Config } from '../platform/config.ts'
import { writtenDay } from './loan.calendar.ts'

type Client = { readonly name: string; readonly email: string }
type Brand = Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>

const rupees = (amount: number): string => formatRupees(paiseOf(amount))

function mail(client: Client, subject: string, lines: readonly string[]) {
  return { to: client.email, subject, text: `${[`Hello ${client.name},`, ...lines].join('\n\n')}\n` }
}

/** Everything that must be known before saying yes. */
function termLines(terms: LoanTerms): string {
  const [first, last] = [terms.schedule[0], terms.schedule.at(-1)]
  return [
    `Amount: ${rupees(terms.amount)}`,
    `Interest: ${terms.ratePercent}% a year on what is still owed`,
    `Fee: ${rupees(terms.fee)}, with the first instalment`,
    `Yearly cost with the fee (APR): ${terms.aprPercent}%`,
    `Instalments: ${terms.months}, the first ${rupees(first?.amount ?? 0)}, the last ${rupees(last?.amount ?? 0)}`,
    `Total payable: ${rupees(terms.totalPayable)}. You never pay more than this.`,
  ].join('\n')
}

export function offerMail({ brandName, publicUrl }: Brand, client: Client, terms: LoanTerms) {
  return mail(client, `Your loan offer from ${brandName}`, [
    'We can offer you this loan:',
    termLines(terms),
    `Nothing is lent until you accept. Read the terms and decide here: ${publicUrl}/account/portfolio/overview`,
  ])
}

export function acceptedMail({ brandName, supportEmail }: Brand, client: Client, terms: LoanTerms) {
  const due = terms.schedule.map((part) => `${writtenDay(part.dueDate)}: ${rupees(part.amount)}`).join('\n')
  return mail(client, `You accepted a loan from ${brandName}`, [
    'You accepted these terms. Please keep this mail.',
    termLines(terms),
    `Due:\n${due}`,
    'You may pay early, in part or in whole, at no cost. Interest of days to come is then not owed.',
    `If this was not you, write to ${supportEmail} today.`,
  ])
}

export function refusedMail(
  { brandName, publicUrl }: Brand,
  client: Client,
  { reason, wasOffer }: { reason: string; wasOffer: boolean },
) {
  return mail(client, wasOffer ? `${brandName} took back a loan offer` : `Your loan request at ${brandName}`, [
    wasOffer ? 'We took back the loan offer you had not accepted.' : 'We cannot offer you a loan this time.',
    `Reason: ${reason}`,
    `You owe nothing for it. You may ask again: ${publicUrl}/account/portfolio/overview`,
  ])
}

export function closedMail({ brandName }: Brand, client: Client, { lent, paid }: { lent: bigint; paid: bigint }) {
  return mail(client, `Your loan from ${brandName} is paid off`, [
    `Your loan of ${formatRupees(lent)} is paid off. You paid ${formatRupees(paid)} in all. You owe nothing more for it.`,
  ])
}
