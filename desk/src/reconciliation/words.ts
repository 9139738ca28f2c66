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
  const rupees = formatRupees(paiseOf(amount))
  const { name = '', clientName = '' } = payment ?? {}
  return waitsForSecond
    ? `${rupees}, ${name} of ${clientName}: your approval is noted, a second operator must approve it too`
    : `${rupees}, ${name} of ${clientName}: approved`
}

const number = new Intl.NumberFormat('en-IN')

/** Two whole sentences, of which the number takes one; nothing where there is none. */
const counted = (count: number, one: string, many: (count: string) => string): string[] =>
  count === 0 ? [] : [count === 1 ? one : many(number.format(count))]

/** What all exact matches come to. */
export function exactText({ exact, exactReceived, exactPaid }: Waiting): string {
  return [
    ...counted(exact, '1 exact match.', (count) => `${count} exact matches.`),
    ...(exactReceived > 0 ? [`${formatRupees(paiseOf(exactReceived))} received.`] : []),
    ...(exactPaid > 0 ? [`${formatRupees(paiseOf(exactPaid))} paid out.`] : []),
  ].join(' ')
}

export function togetherText({ approved, waitsForSecond, refused }: Together): string {
  const none = ['Nothing was approved.']
  return [
    ...(approved === 0 ? none : counted(approved, '1 match is approved.', (count) => `${count} matches are approved.`)),
    ...counted(waitsForSecond, '1 waits for a second operator.', (count) => `${count} wait for a second operator.`),
    ...counted(refused.length, '1 was not approved.', (count) => `${count} were not approved.`),
  ].join(' ')
}

/** What a file brings, before or after importing it. */
export function broughtText({ matched, counts: { approve, exact, exception } }: Reading): string {
  return [
    ...counted(matched, '1 line is explained already.', (count) => `${count} lines are explained already.`),
    ...counted(
      approve,
      exact === 1 ? '1 line waits for an approval, an exact match.' : '1 line waits for an approval.',
      (count) => `${count} lines wait for an approval, ${number.format(exact)} of them exact.`,
    ),
    ...counted(exception, '1 line is an exception.', (count) => `${count} lines are exceptions.`),
  ].join(' ')
}

export const importWords = (count: number): string =>
  count === 1 ? 'Import 1 new line' : `Import ${number.format(count)} new lines`

export const importedWords = (count: number): string =>
  count === 1 ? '1 new line imported' : `${number.format(count)} new lines imported`

/** What of a file was not read as a line. */
export const leftOutWords = (rows: number): string =>
  rows === 1 ? '1 row without an amount was left out.' : `${number.format(rows)} rows without an amount were left out.`
