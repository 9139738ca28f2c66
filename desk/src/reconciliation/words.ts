import type { Right } from '@sauda/contract/call'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { BankLine, LineState, PaymentKind, Reading } from '@sauda/contract/reconciliation'
import type { Together, Waiting } from './reconciliation.api.ts'

interface StateWords {
  tab: string
  empty: string
  emptyNote: string
}

export const stateWords: Record<LineState, StateWords> = {
  approve: {
    tab: 'To approve',
    empty: 'Nothing to approve',
    emptyNote: 'Lines that fit a request appear here, also when the request comes after the statement.',
  },
  exception: {
    tab: 'Exceptions',
    empty: 'No exceptions',
    emptyNote:
      'Money nobody asked for, and payments that are not in the statement, stay here until somebody settles them.',
  },
  matched: {
    tab: 'Matched',
    empty: 'Nothing matched yet',
    emptyNote: 'Lines whose request is approved are kept here.',
  },
  settled: { tab: 'Settled', empty: 'Nothing settled yet', emptyNote: 'Exceptions are kept here with their notes.' },
}

/** What an operator needs to approve each. */
export const rightFor: Record<PaymentKind, Right> = {
  deposit: 'wallet.approve',
  withdrawal: 'wallet.pay',
  charge: 'charge.approve',
}

/** Where a request is decided by hand. */
export const paymentAddress = ({ kind, _id }: { kind: PaymentKind; _id: string }): string =>
  `/${kind === 'charge' ? 'charge' : 'wallet'}/${_id}`

/** What approving a line does, in the words of whoever has to answer for it. */
export function summaryOf({ amount, payment }: BankLine): string {
  const rupees = formatRupees(paiseOf(amount))
  if (!payment) return ''
  if (payment.kind === 'deposit')
    return `${rupees} is added to the wallet of ${payment.clientName} at once, and they are mailed.`
  if (payment.kind === 'withdrawal') return `${rupees} is booked as paid out to ${payment.clientName}, who is mailed.`
  return `The payment of ${payment.name} is confirmed. The wallet of ${payment.clientName} is untouched.`
}

/** What happened, once it did. */
export function approvedText({ amount, payment }: BankLine, waitsForSecond: boolean): string {
  const what = `${formatRupees(paiseOf(amount))}, ${payment?.name ?? ''} of ${payment?.clientName ?? ''}`
  return waitsForSecond ? `${what}: your approval is noted, a second operator must approve it too` : `${what}: approved`
}

const count = (number: number, one: string, many = `${one}s`): string =>
  number === 1 ? `1 ${one}` : `${new Intl.NumberFormat('en-IN').format(number)} ${many}`

/** What all exact matches come to. */
export function exactText({ exact, exactReceived, exactPaid }: Waiting): string {
  const parts = [
    ...(exactReceived > 0 ? [`${formatRupees(paiseOf(exactReceived))} received`] : []),
    ...(exactPaid > 0 ? [`${formatRupees(paiseOf(exactPaid))} paid out`] : []),
  ]
  return `${count(exact, 'exact match', 'exact matches')}: ${parts.join(', ')}.`
}

export function togetherText({ approved, waitsForSecond, refused }: Together): string {
  const parts = [
    `${count(approved, 'match', 'matches')} approved`,
    ...(waitsForSecond > 0 ? [`${count(waitsForSecond, 'waits', 'wait')} for a second operator`] : []),
    ...(refused.length > 0 ? [`${count(refused.length, 'was', 'were')} not approved`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** What a file brings, before or after importing it. */
export function broughtText({ matched, counts: { approve, exact, exception } }: Reading): string {
  const parts = [
    ...(matched > 0 ? [`${count(matched, 'is', 'are')} explained already`] : []),
    ...(approve > 0 ? [`${count(approve, 'waits', 'wait')} for an approval, ${exact} of them exact`] : []),
    ...(exception > 0 ? [`${count(exception, 'is an exception', 'are exceptions')}`] : []),
  ]
  return `Of these lines ${parts.join('; ')}.`
}

export const newLines = (number: number): string => count(number, 'new line')
