import { formatCount } from '@sauda/contract/platform/decimal'
import { paiseOf, rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import type { BankLine, LineState, PaymentKind, Reading } from '@sauda/contract/money/reconciliation'
import type { Statement } from '@sauda/contract/money/bank-statement'
import { asSentences } from '@sauda/contract/platform/sentence'
import { formatDate } from '@sauda/web/date-time'
import type { Waiting, BulkResult } from './reconciliation.api.ts'

export const stateText: Record<LineState, { tab: string; empty: string; emptyNote: string }> = {
  approve: {
    tab: 'Pending',
    empty: 'Nothing to approve',
    emptyNote: 'Bank entries that match a request appear here, even when the request comes after the statement.',
  },
  exception: {
    tab: 'Exceptions',
    empty: 'No exceptions',
    emptyNote:
      'Unidentified credits and debits, and payments missing from the statement, stay here until an operator closes them.',
  },
  matched: {
    tab: 'Matched',
    empty: 'Nothing matched yet',
    emptyNote: 'Entries whose request is approved are listed here.',
  },
  settled: {
    tab: 'Closed',
    empty: 'No closed exceptions',
    emptyNote: 'Closed exceptions are listed here with their notes.',
  },
}

/** The page that decides a single request. */
export const paymentAddress = ({ kind, _id }: { kind: PaymentKind; _id: string }): string =>
  `/${kind === 'charge' ? 'charge' : 'wallet'}/${_id}`

export function summaryOf({ amount, payment, obstacle }: BankLine): string {
  const rupees = rupeesText(amount)
  if (!payment) return ''
  if (obstacle?.isFirst)
    return payment.kind === 'deposit'
      ? `This records your first approval. ${rupees} will be credited to ${payment.clientName}’s wallet once a second operator approves it too.`
      : `This records your first approval. ${rupees} will be booked as paid to ${payment.clientName} once a second operator approves it too.`
  if (payment.kind === 'deposit')
    return `${rupees} will be credited to ${payment.clientName}’s wallet, and ${payment.clientName} notified by e-mail.`
  if (payment.kind === 'withdrawal')
    return `${rupees} will be booked as paid to ${payment.clientName}, who will be notified by e-mail.`
  return `The payment of ${payment.name} will be confirmed. ${payment.clientName}’s wallet does not change.`
}

export function approvedText({ amount, payment }: BankLine, waitsForSecond: boolean): string {
  const rupees = rupeesText(amount)
  const { name, clientName } = payment ?? { name: '', clientName: '' }
  return waitsForSecond
    ? `${rupees}, ${name} of ${clientName}: first approval recorded. A second operator must also approve.`
    : `${rupees}, ${name} of ${clientName}: approved.`
}

const numbered = (number: number, one: string, many: (count: string) => string): string =>
  number === 1 ? one : many(formatCount(number))

type ExactTotals = Pick<Waiting, 'exact' | 'exactReceived' | 'exactPaid'>

export function totalsOf(lines: readonly Pick<BankLine, 'direction' | 'amount'>[]): ExactTotals {
  const sum = (direction: BankLine['direction']) =>
    rupeesOf(lines.reduce((all, line) => all + (line.direction === direction ? paiseOf(line.amount) : 0n), 0n))
  return { exact: lines.length, exactReceived: sum('credit'), exactPaid: sum('debit') }
}

export function exactText({ exact, exactReceived, exactPaid }: ExactTotals): string {
  const amounts = [
    ...(exactReceived > 0 ? [`${rupeesText(exactReceived)} received`] : []),
    ...(exactPaid > 0 ? [`${rupeesText(exactPaid)} paid out`] : []),
  ]
  return `${numbered(exact, '1 exact match', (n) => `${n} exact matches`)}: ${amounts.join(', ')}.`
}

type Barred = Pick<BankLine, 'payment' | 'obstacle'>

/** "Ask Kiran or Omar to approve it." */
const approversText = (names: readonly string[]): string =>
  names.length === 0
    ? 'At the moment no other operator may approve it.'
    : `Ask ${new Intl.ListFormat('en-IN', { type: 'disjunction' }).format(names)} to approve it.`

/** Why this operator cannot approve an exact match from the list, and who can instead. */
export function obstacleText({ reasons, approvers, isFirst }: NonNullable<BankLine['obstacle']>): string {
  return asSentences([
    ...reasons,
    ...(approvers ? [approversText(approvers)] : []),
    ...(isFirst ? ['Or open the entry and give the first of two approvals'] : []),
  ])
}

export function obstacleTitle({ approvers, isFirst }: NonNullable<BankLine['obstacle']>): string {
  if (isFirst) return 'Needs two approvals'
  return approvers ? 'Needs another operator' : 'Check it before the approval'
}

/** The decision that awaits a second operator, and the value date of a booking if the day of the line is closed. */
export const waitingOf = ({ requested, firstApproval, countsOn }: BankLine): string[] => [
  ...(requested ? [`Waits for a second operator: requested by ${requested.by}.`] : []),
  ...(firstApproval === undefined ? [] : [`Waits for a second operator: ${firstApproval} gave the first approval.`]),
  ...(countsOn === undefined ? [] : [countsText(countsOn)]),
]

export const countsText = (day: string): string => `Its day is closed: a booking counts for ${formatDate(day)}.`

export const youCanApprove = (count: number): string => `You can approve ${formatCount(count)} of them.`

export const leftOutTitle = (count: number): string =>
  numbered(count, '1 exact match is left out', (n) => `${n} exact matches are left out`)

export const leftOutWarnings = (lines: readonly Barred[]) =>
  lines.flatMap(({ payment, obstacle }) =>
    obstacle ? [{ text: `${payment?.name}, ${payment?.clientName}: ${obstacleText(obstacle)}` }] : [],
  )

export const bulkResultText = ({ approved, rejected, unknown, notSent }: BulkResult): string =>
  [
    numbered(approved, '1 match is approved.', (n) => `${n} matches are approved.`),
    rejected.length > 0 && numbered(rejected.length, '1 could not be approved.', (n) => `${n} could not be approved.`),
    unknown > 0 &&
      numbered(
        unknown,
        'The server gave no result for 1 match, which may be approved. If it is not, it is in the list below.',
        (n) =>
          `The server gave no result for ${n} matches, which may be approved. Those that are not are in the list below.`,
      ),
    notSent > 0 && numbered(notSent, '1 was not sent.', (n) => `${n} were not sent.`),
  ]
    .filter(Boolean)
    .join(' ')

export function readingText({ matched, counts: { approve, exact, exception } }: Reading): string {
  const onePending = exact === 1 ? '1 entry is pending approval (exact match).' : '1 entry is pending approval.'
  return [
    matched > 0 && numbered(matched, '1 entry is already matched.', (n) => `${n} entries are already matched.`),
    approve > 0 &&
      numbered(approve, onePending, (n) => `${n} entries are pending approval, ${formatCount(exact)} of them exact.`),
    exception > 0 && numbered(exception, '1 entry is an exception.', (n) => `${n} entries are exceptions.`),
  ]
    .filter(Boolean)
    .join(' ')
}

export const importText = (added: number): string =>
  numbered(added, 'Import 1 new line', (n) => `Import ${n} new lines`)

/** `13, all new` or `13, 5 new`. */
export const linesText = ({ lines, added }: Record<'lines' | 'added', number>): string =>
  `${formatCount(lines)}, ${lines === added ? 'all' : formatCount(added)} new`

export const importedTitle = (added: number): string =>
  numbered(added, '1 new line imported', (n) => `${n} new lines imported`)

/** Whether one operator may rely on the entries of a statement. */
export function acceptanceText({ accepted, confirmedBy, importedBy, withdrawnBy }: Statement, isOwn: boolean): string {
  if (withdrawnBy !== undefined) return `Removed, approved by ${withdrawnBy}`
  if (confirmedBy !== undefined) return `Confirmed by ${confirmedBy}`
  if (accepted) return 'Continues from confirmed entries'
  return isOwn
    ? 'Another operator must enter the bank’s balance.'
    : `An operator other than ${importedBy} must enter the bank’s balance.`
}

export const leftOutSentence = (rows: number): string =>
  numbered(
    rows,
    '1 row with a balance, a total or no amount was skipped.',
    (n) => `${n} rows with a balance, a total or no amount were skipped.`,
  )

type FactsLine = Pick<BankLine, '_id' | 'amount' | 'confidence' | 'exception' | 'reference'>

/** The bank reference of a payment if exactly one line matches exactly, and the lines whose amount differs. */
export function bankFactsOf(lines: readonly FactsLine[]) {
  const exact = lines.filter(({ confidence }) => confidence === 'exact')
  const differing = lines.filter(({ exception }) => exception === 'amount')
  return {
    reference: exact.length === 1 ? exact[0]?.reference : undefined,
    inBank: differing.length === 1 ? differing[0]?.amount : undefined,
    conflicts: differing.map(({ _id, amount }) => ({
      text: `Amount differs: the bank statement shows ${rupeesText(amount)}`,
      to: `/reconciliation/${_id}`,
    })),
  }
}
