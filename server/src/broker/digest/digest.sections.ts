import { bankDayCalls } from '@sauda/contract/money/bank-day'
import { auditCalls } from '@sauda/contract/core/audit'
import type { Reply, Right } from '@sauda/contract/platform/call'
import { closureCalls } from '@sauda/contract/client/closure'
import { complaintCalls } from '@sauda/contract/client/complaint'
import { digestRules, type Figures } from '@sauda/contract/broker/digest'
import { ledgerCalls } from '@sauda/contract/core/ledger'
import { mailCalls } from '@sauda/contract/core/mail'
import { formatRupees, rupeesText } from '@sauda/contract/platform/money'
import { payoutCalls } from '@sauda/contract/money/payout'
import { isOnHold, isOverdue, type queueCalls, queueKinds, queueNames, queueRights } from '@sauda/contract/core/queue'
import type { SentFile } from '@sauda/contract/core/sent-file'
import type { Exchange } from '@sauda/contract/trading/market'
import { reconciliationCalls } from '@sauda/contract/money/reconciliation'
import { type Report, reportCalls, type ReportName } from '@sauda/contract/books/report'
import { contractCalls } from '@sauda/contract/trading/contract'
import { contractNoteCalls, type NoteDay } from '@sauda/contract/trading/contract-note'
import { privacyCalls, privacyRules } from '@sauda/contract/client/privacy'
import { limitConcurrency } from '../../platform/concurrency.ts'
import { addDays, dateText, dayInIndia, momentText } from '../../platform/india.ts'

/** The kinds of files of an evening (`digest.files.ts`). */
export type EveningFile = 'exchange' | 'price'

/** The functions behind the pages that the digest links to. */
export type DigestSources = {
  readonly cases: (rights: readonly Right[]) => Promise<Reply<typeof queueCalls.list>>
  readonly report: (name: ReportName, range: { readonly from: string; readonly to: string }) => Promise<Report>
  readonly unsignedDays: (day: string) => Promise<readonly { account: string; from: string; days: number }[]>
  readonly failedPayouts: (day: string) => Promise<{ readonly count: number; readonly amount: bigint }>
  /** `since`: the day of the oldest release. */
  readonly unansweredPayouts: () => Promise<{
    readonly batches: number
    readonly payments: number
    readonly amount: bigint
    readonly since: string | null
  }>
  /** Bank entries that nothing explains, and payments without a bank entry. */
  readonly exceptions: () => Promise<number>
  readonly complaints: (days: number) => Promise<{ open: number; overdue: number; due: number }>
  /** Clients who asked for a call to sell all holdings; `oldest`: when the first of them did. */
  readonly sales: () => Promise<{ readonly open: number; readonly oldest: Date | null }>
  /** Requests about personal data that are not answered; `oldest`: when the first of them was made. */
  readonly dataRequests: () => Promise<{ readonly open: number; readonly oldest: Date | null }>
  /** Trade days whose trades are recorded and not booked, or booked with clients to check. */
  readonly daysToBook: () => Promise<readonly string[]>
  /** The latest trade days with notes to issue, to send on paper or to issue again; empty in demo mode without a signer of its own. */
  readonly contractNotes: () => Promise<readonly NoteDay[]>
  /** Checks the books first. */
  readonly isBalanced: () => Promise<boolean>
  /** By the last check. */
  readonly wasBalanced: () => boolean
  readonly isSealed: () => boolean
  readonly stuckMails: () => Promise<number>
  /** The last trading day, and the newest files of these kinds; `missing`: trading days without the prices of an exchange. */
  readonly files: (kinds: readonly EveningFile[]) => Promise<{
    readonly day: string
    readonly files: readonly Pick<SentFile, 'kind' | 'about' | 'status' | 'proposalId'>[]
    readonly missing: readonly { readonly exchange: Exchange; readonly day: string }[]
  }>
}

type Query = { readonly rights: readonly Right[]; readonly day: string; readonly now: Date }

type Row = Figures['rows'][number]
type More = Pick<Row, 'path' | 'isLate' | 'isOpen' | 'used' | 'count' | 'note'>
export const row = (label: string, value: string, more: More = {}): Row => ({ label, value, ...more })
/** `note`: about what is counted. */
const counted = (label: string, count: number, note = '', more: More = {}): Row => ({
  ...row(label, note === '' ? String(count) : `${count}; ${note}`, more),
  count,
  ...(note !== '' && { note }),
})
const nothing = { count: 0 } as const
export const openIf = (isOpen: boolean): Pick<Row, 'isOpen'> => (isOpen ? { isOpen } : {})

/** Each reads on connections of its own, so that one page does not occupy those of many calls. */
const sectionsAtOnce = 3

/** The figures that these rights show at the desk, alerts first; only the broker's, no client's. */
export async function sectionsOf(sources: DigestSources, query: Query): Promise<Figures[]> {
  const may = (right: Right) => query.rights.includes(right)
  const oneOf = limitConcurrency({ parallel: sectionsAtOnce, queue: Number.POSITIVE_INFINITY })
  const section = (isShown: boolean, read: () => Promise<Figures[]>) => (isShown ? oneOf(read) : [])
  const sections = await Promise.all([
    section(may(ledgerCalls.books.who), () => booksAlert(sources)),
    section(may(auditCalls.verify.who), () => sealAlert(sources)),
    section(may(mailCalls.log.who), () => mailAlert(sources)),
    section(
      queueKinds.some((kind) => may(queueRights[kind])),
      () => casesOf(sources, query),
    ),
    section(may(reportCalls.report.who), () => paymentsOf(sources, query)),
    section(may(bankDayCalls.list.who), () => daysOf(sources, query)),
    section(may(reconciliationCalls.lines.who), () => exceptionsOf(sources)),
    section(may(payoutCalls.list.who), () => payoutsOf(sources, query)),
    section(may(complaintCalls.register.who), () => complaintsOf(sources)),
    section(may(privacyCalls.requests.who), () => dataRequestsOf(sources, query)),
    section(may(closureCalls.closeSale.who), () => salesOf(sources)),
    section(may(contractCalls.days.who), () => tradeDaysOf(sources)),
    section(may(contractNoteCalls.days.who), () => notesOf(sources, query)),
  ])
  return sections.flat()
}

const alertOf = (title: string, path: string, label: string, value: string): Figures[] => [
  { title: `Alert: ${title}`, path, rows: [row(label, value, { isLate: true })] },
]

const booksAlert = async ({ isBalanced }: DigestSources): Promise<Figures[]> =>
  (await isBalanced()) ? [] : alertOf('the books do not balance', '/books', 'Books', 'Find the difference today')

const sealAlert = async ({ isSealed }: DigestSources): Promise<Figures[]> =>
  isSealed() ? [] : alertOf('the audit trail is not sealed', '/audit', 'Audit trail', 'Verify it today')

async function mailAlert({ stuckMails }: DigestSources): Promise<Figures[]> {
  const count = await stuckMails()
  return count === 0 ? [] : alertOf('e-mails could not be sent', '/mail', 'Not delivered', String(count))
}

async function casesOf({ cases }: DigestSources, { rights, now }: Query): Promise<Figures[]> {
  const { items, counts } = await cases(rights)
  const rows = queueKinds.flatMap((kind): Row[] => {
    const oldest = items.find((item) => item.kind === kind && !isOnHold(item, now.getTime()))
    const count = counts[kind]
    if (count === undefined || !oldest) return []
    const [since, due] = [Date.parse(oldest.since), Date.parse(oldest.dueAt)]
    const isLate = isOverdue(oldest, now.getTime())
    const target = `target ${spanOf(due - since)}${isLate ? ', overdue' : ''}`
    const age = now.getTime() - since
    const used = Math.round((100 * age) / (due - since))
    const more = { path: `/queue?kind=${kind}`, isOpen: true, used, ...(isLate && { isLate }) } as const
    return [counted(queueNames[kind], count, `oldest pending for ${spanOf(age)} (${target})`, more)]
  })
  const none = [row('Cases', 'None pending', nothing)]
  return [{ title: 'Pending cases', path: '/queue', rows: rows.length > 0 ? rows : none }]
}

/** Whole hours up to two days, then whole days. */
function spanOf(milliseconds: number): string {
  const hours = Math.floor(milliseconds / 3_600_000)
  if (hours < 1) return 'less than an hour'
  if (hours <= 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

async function paymentsOf({ report }: DigestSources, { day }: Query): Promise<Figures[]> {
  const payments = await report('payments', { from: day, to: day })
  const total = (name: string) => totalOf(payments, name)
  const rupees = (name: string) => rupeesText(total(name))
  return [
    {
      title: `Deposits and withdrawals of ${dateText(day)}`,
      path: `/reports/payments?from=${day}&to=${day}`,
      rows: [
        row('Deposits credited', `${total('Deposits')}, ${rupees('Deposited')}`, countOnly(total('Deposits'))),
        row('Withdrawals paid', `${total('Withdrawals')}, ${rupees('Withdrawn')}`, countOnly(total('Withdrawals'))),
        counted('Requests rejected', total('Rejected')),
      ],
    },
  ]
}

/** Only whether there are any. */
const countOnly = (count: number): More => (count === 0 ? nothing : {})

function totalOf({ columns, total }: Report, name: string): number {
  const value = total[columns.findIndex((column) => column.name === name)]
  if (typeof value !== 'number') throw new Error(`the report has no total of ${name}`)
  return value
}

async function daysOf({ unsignedDays }: DigestSources, { day }: Query): Promise<Figures[]> {
  const accounts = await unsignedDays(day)
  const rows = accounts.map(({ account, from, days }) => {
    if (days === 1) return row(account, dateText(from), openIf(from < day))
    const note = `from ${dateText(from)} to ${dateText(addDays(from, days - 1))}`
    return row(account, `${days} days, ${note}`, { count: days, note, ...openIf(from < day) })
  })
  const none = [row('Bank accounts', 'All signed off', nothing)]
  return [{ title: 'Days not signed off', path: '/books/days', rows: rows.length > 0 ? rows : none }]
}

async function exceptionsOf({ exceptions }: DigestSources): Promise<Figures[]> {
  const count = await exceptions()
  const rows = [counted('Open', count, '', openIf(count > 0))]
  return [{ title: 'Bank exceptions', path: '/reconciliation?show=exception', rows }]
}

async function payoutsOf({ failedPayouts, unansweredPayouts }: DigestSources, { day }: Query): Promise<Figures[]> {
  const [{ count, amount }, open] = await Promise.all([failedPayouts(day), unansweredPayouts()])
  const failed = count === 0 ? 'None' : `${count}, ${formatRupees(amount)} returned to the clients’ balances`
  const unanswered =
    open.since === null
      ? 'None'
      : `${countOf(open.payments, 'payment')} in ${countOf(open.batches, 'batch', 'batches')}, ${formatRupees(open.amount)}; oldest released on ${dateText(open.since)}`
  return [
    {
      title: `Payouts of ${dateText(day)}`,
      path: '/payouts',
      rows: [
        row('Failed', failed, countOnly(count)),
        row('Released, without the bank’s answer', unanswered, open.since === null ? nothing : { isOpen: true }),
      ],
    },
  ]
}

const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

async function complaintsOf({ complaints }: DigestSources): Promise<Figures[]> {
  const { complaintDays } = digestRules
  const { open, overdue, due } = await complaints(complaintDays)
  return [
    {
      title: 'Complaints',
      path: '/complaints',
      rows: [
        counted('Open', open, due > 0 ? `${due} due within ${complaintDays} days` : '', openIf(open > 0)),
        counted('Overdue', overdue, '', overdue > 0 ? { isLate: true } : {}),
      ],
    },
  ]
}

async function dataRequestsOf({ dataRequests }: DigestSources, { now }: Query): Promise<Figures[]> {
  const { open, oldest } = await dataRequests()
  const due = oldest && addDays(dayInIndia(oldest), privacyRules.answerDays)
  const isLate = due !== null && due < dayInIndia(now)
  const rows =
    due === null
      ? [row('Open', 'None', nothing)]
      : [
          counted('Open', open, `oldest to be answered by ${dateText(due)}`, {
            isOpen: true,
            ...(isLate && { isLate }),
          }),
        ]
  return [{ title: 'Data requests', path: '/privacy', rows }]
}

async function salesOf({ sales }: DigestSources): Promise<Figures[]> {
  const { open, oldest } = await sales()
  if (oldest === null) return []
  const rows = [counted('Clients to call', open, `oldest sent ${momentText(oldest)}`, { isOpen: true })]
  return [{ title: 'Requests to sell all holdings', path: '/clients?state=selling', rows }]
}

async function tradeDaysOf({ daysToBook }: DigestSources): Promise<Figures[]> {
  const days = await daysToBook()
  const value = days.length === 0 ? 'None' : days.map((day) => dateText(day)).join(', ')
  return [
    {
      title: 'Trade days',
      path: '/trade/files',
      rows: [row('To book', value, days.length > 0 ? { isOpen: true } : nothing)],
    },
  ]
}

/** Days with notes to issue that have a row each, the one that is due first before the others. */
const shownNoteDays = 5

async function notesOf({ contractNotes }: DigestSources, { now }: Query): Promise<Figures[]> {
  const days = await contractNotes()
  const open = days.filter(({ drafts }) => drafts > 0).toSorted((a, b) => a.dueAt.localeCompare(b.dueAt))
  const rows = open.slice(0, shownNoteDays).map(({ day, drafts, dueAt }) => {
    const left = Date.parse(dueAt) - now.getTime()
    const until = left < 0 ? 'late, were' : `${spanOf(left)} left,`
    const value = `${drafts}; ${until} due ${momentText(new Date(dueAt))}`
    return row(`To issue for ${dateText(day)}`, value, { isOpen: true, ...(left < 0 && { isLate: true }) })
  })
  const further = open.length - rows.length
  if (further > 0) rows.push(row('To issue for later days', countOf(further, 'day'), { isOpen: true }))
  const [onPaper, differences] = (['onPaper', 'differences'] as const).map((key) =>
    days.reduce((sum, each) => sum + each[key], 0),
  )
  if (onPaper) rows.push(row('To be sent on paper', String(onPaper), { isOpen: true }))
  if (differences) rows.push(row('Contradicted by newer files', String(differences), { isOpen: true }))
  if (rows.length === 0 && days.length > 0) rows.push(row('To issue', 'None', nothing))
  return rows.length === 0 ? [] : [{ title: 'Contract notes', path: '/trade/notes', rows }]
}
