import { loanErrors } from '@sauda/contract/money/loan'

export const loanText = {
  pitch: 'Applying is free. You’ll see the EMI, interest and fee before you decide.',
  requested: 'We’ve got your request. We’ll send an offer, or tell you why we can’t.',
  documentsPending: 'You can apply once your documents are verified.',
  modal: {
    apply: {
      title: 'Apply for a trading loan?',
      text: 'We’ll review your request and send you an offer with the interest rate, the fee and the total. You borrow nothing until you accept.',
    },
    exists: { title: 'Loan Already Exists!', text: 'You already have an active loan.' },
    applied: { title: 'Loan Applied!', text: 'Your loan request has been submitted.' },
    pending: { title: 'Pending Approval', text: 'Your loan request is under review.' },
  },
  name: (id: string) => `Loan ${id}`,
  requestedOn: (moment: string) => `Requested on ${moment}`,
  total: 'Total {amount}',
  underReview: 'We’re reviewing your request. The offer will appear here for you to decide.',
  answered: 'We received your answer.',
  closed: 'Loan closed. You have nothing more to pay.',
  offerRejected: 'You rejected the offer',
  rejected: 'You borrowed nothing. You can apply again.',
  offer: 'Your loan offer. Take your time: you borrow nothing until you accept.',
  lendingOff: `${loanErrors.lendingOff.message}, so this offer cannot be accepted.`,
  offerTotal:
    'You’ll borrow {amount} and repay {total} in total. The due dates count from today. Repaying early is free and saves interest.',
  emi: 'EMI (each month)',
  closing: 'If you close it after {months}, you pay {amount} in total.',
  parts: 'What you repay: principal, interest and fee',
  fee: (withGst: boolean) => (withGst ? 'Processing fee, including GST' : 'Processing fee'),
  installmentOf: '{number} of {count}',
  tenure: (months: number) => (months === 1 ? '1 month' : `${months} months`),
  repayTitle: (id: string) => `Repay loan ${id}`,
  dueOn: (day: string) => `Due on ${day}`,
  restDueOn: (day: string) => `Rest of the instalment, due on ${day}`,
  left: '{amount} left',
  savesInterest: '{amount}, saves {saved} in interest',
  repaymentLimit: 'Up to {amount}',
  fromLoanAndOwn:
    'We use unused loan money first ({borrowed}), then your own ({own}). Interest and fee come only from your own money.',
  early: (due: string) =>
    `Before ${due} a payment covers the interest so far, then the principal. What else is due that day remains to be paid.`,
  fromOwn: 'From your wallet: {own}.',
  repay: 'Repay {amount}',
} as const
