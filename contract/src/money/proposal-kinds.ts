import { type Kind, field, group } from '../core/proposal-field.ts'

const loanOffer = {
  loanId: field('loan', 'Loan request'),
  offer: group('Offer', {
    amount: field('rupees', 'Amount'),
    ratePercent: field('percent', 'Interest rate a year'),
    months: field('number', 'Tenure in months'),
    fee: field('rupees', 'Fee'),
  }),
}

/** What one operator requests and another decides about loans. */
export const moneyProposals = {
  'loan.offer': { queue: 'loan', title: 'Loan offer', fields: loanOffer },
} as const satisfies Record<string, Kind>
