import { capitalize } from '@sauda/contract/platform/sentence'
import type { Query } from '@sauda/contract/platform/call'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import {
  type BankLine,
  type Payment,
  type reconciliationCalls,
  reconciliationRules,
} from '@sauda/contract/money/reconciliation'
import type { QueueItem } from '@sauda/contract/core/queue'
import { normalizeReference } from '@sauda/contract/money/reference'
import { type Db, requireRow, type Sql } from '../../platform/db.ts'
import { bookedElsewhere, linesOfApproved, matchLines, tryLockMatching } from './reconciliation.book.sql.ts'
import { bookings } from './reconciliation.view.ts'
import { amountIn } from './reconciliation.cells.ts'
import { payerDoubtOf, payerOf, unreadablePayer } from '../../core/ledger/payer.ts'
import { matchRule, matchRules } from './reconciliation.rules.ts'
import {
  bankFindings,
  findLine,
  findLines,
  idsOfPayment,
  type LineRow,
  pageOf,
  possiblePayments,
  type PossibleRow,
  type Search,
  searchIds,
} from './reconciliation.sql.ts'

const { pageRows } = reconciliationRules
/** Payments approved within these hours are matched on every read, older ones when their line is read. */
const recentHours = 48

/** `obstacles`: why the reader cannot approve exact matches among the lines, by line. */
export async function lines(
  db: Db,
  { show = 'approve', search = '', after }: Query<typeof reconciliationCalls.lines>,
  obstacles: (rows: readonly LineRow[]) => Promise<ReadonlyMap<string, NonNullable<BankLine['obstacle']>>>,
) {
  await matchKnown(db, await linesOfApproved(db, recentHours))
  const page = await pageOf(db, { state: show, after: after ?? null, limit: pageRows + 1 })
  const { ids, exact_received, exact_paid, ...counts } = page
  const wanted = search === '' ? ids : await searchIds(db, searchIn(search), pageRows + 1)
  const rows = await inOrder(db, wanted.slice(0, pageRows))
  // Approved more than `recentHours` ago.
  const late = rows.filter(({ state }) => state === 'matched' && show !== 'matched' && search === '')
  if (late.length > 0 && (await matchKnown(db, idsOf(late)))) return lines(db, { show, search, after }, obstacles)
  const barred = await obstacles(rows)
  return {
    lines: (await viewsOf(db, rows)).map((shown) => {
      const obstacle = barred.get(shown._id)
      return { ...shown, ...(obstacle && { obstacle }) }
    }),
    more: wanted.length > pageRows,
    counts: { ...counts, exactReceived: rupeesOf(exact_received), exactPaid: rupeesOf(exact_paid) },
  }
}

/** An exception, or a line that only resembles a request and may be another payment. */
export const isUnidentified = ({ state, how }: Pick<LineRow, 'state' | 'how'>): boolean =>
  state === 'exception' || (state === 'approve' && how === matchRules.amountAndDate.how)

/** The number in the list of exceptions. */
export const countExceptions = async (sql: Sql): Promise<number> =>
  (await pageOf(sql, { state: 'exception', after: null, limit: 1 })).exception

export async function line(sql: Sql, id: string, obstacles?: Parameters<typeof lines>[2]): Promise<BankLine> {
  const [elsewhere] = await bookedElsewhere(sql, id)
  const row = await requireRow(findLine(sql, id))
  const [shown = lineOf(row)] = await viewsOf(sql, [row])
  const obstacle = (await obstacles?.([row]))?.get(id)
  return {
    ...shown,
    ...(obstacle && { obstacle }),
    ...(elsewhere && { bookedTo: elsewhere.name }),
    bookings: await bookings(sql, id),
  }
}

/** The most likely first. */
export async function ofPayment(sql: Sql, paymentId: string) {
  const rows = await findLines(sql, await idsOfPayment(sql, paymentId, pageRows))
  const rank = ({ state, how, id }: LineRow) =>
    `${state === 'matched' ? 0 : 1} ${how ?? matchRules.operator.how + 1} ${id}`
  return { lines: rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).map(lineOf) }
}

/** What bank lines say about the payments in the queue, by the id of the payment. */
export async function findingsOf(sql: Sql): Promise<Map<string, NonNullable<QueueItem['bank']>>> {
  const rows = await bankFindings(sql)
  return new Map(
    rows.map(({ payment_id, finding, confidence, amount }) => [
      payment_id,
      { finding, ...(confidence !== null && { confidence }), ...(amount !== null && { amount: rupeesOf(amount) }) },
    ]),
  )
}

const idsOf = (rows: readonly LineRow[]): string[] => rows.map(({ id }) => id)

async function inOrder(sql: Sql, ids: readonly string[]): Promise<LineRow[]> {
  const rows = new Map((await findLines(sql, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** Matches lines whose payment was approved on its own page; returns false if none matched. */
async function matchKnown(db: Db, lineIds: readonly string[]): Promise<boolean> {
  if (lineIds.length === 0) return false
  return db.transaction(async (tx) => (await tryLockMatching(tx)) && (await matchLines(tx, lineIds)) > 0)
}

function searchIn(text: string): Search {
  const amount = amountIn(text)
  const name = normalizeReference(text)
  const number = /^(?:ADD|WDR|CHG)(\d{1,18})$/.exec(name)?.[1]
  return {
    name: name === '' ? null : name,
    number: number === undefined ? null : BigInt(number),
    paise: typeof amount === 'object' ? amount.paise : null,
  }
}

export const lineOf = (row: LineRow): BankLine => ({
  _id: row.id,
  state: row.state,
  direction: row.direction,
  bookedOn: row.booked_on,
  amount: rupeesOf(row.amount),
  text: row.text,
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.balance !== null && { balance: rupeesOf(row.balance) }),
  ...(row.account !== null && { account: row.account }),
  ...(row.file_name !== null && { fileName: row.file_name }),
  ...(row.line_number !== null && { lineNumber: row.line_number }),
  ...(row.confidence !== null && { confidence: row.confidence }),
  ...(row.exception !== null && { exception: row.exception }),
  reason: reasonOf(row),
  ...(row.direction === 'credit' && row.exception !== 'missing' && payerView(row.text)),
  ...(hasPayment(row) && { payment: paymentView(row) }),
  ...(row.matched_by_name !== null && { approvedBy: row.matched_by_name }),
  ...(row.first_approval_by_name !== null && { firstApproval: row.first_approval_by_name }),
  ...(row.counts_on !== null && { countsOn: row.counts_on }),
  ...(row.requested_id !== null &&
    row.requested_by_name !== null && { requested: { proposalId: row.requested_id, by: row.requested_by_name } }),
  ...(row.settled_by_name !== null &&
    row.settled_at !== null &&
    row.note !== null && {
      settled: { by: row.settled_by_name, at: row.settled_at.toISOString(), note: row.note },
    }),
})

function payerView(text: string): Pick<BankLine, 'payer' | 'isPayerUnreadable'> {
  const payer = payerOf(text)
  if (payer.state === 'named') return { payer: payer.name }
  return payer.state === 'unreadable' ? { isPayerUnreadable: true } : {}
}

type PaymentRow = Omit<PossibleRow, 'line_id'>

const hasPayment = (row: LineRow): row is LineRow & PaymentRow => row.payment_id !== null

const paymentView = (row: PaymentRow): Payment => ({
  kind: row.payment_kind,
  _id: row.payment_id,
  name: row.payment_name,
  amount: rupeesOf(row.payment_amount),
  ...(row.payment_reference !== null && { reference: row.payment_reference }),
  status: row.payment_status,
  askedAt: row.asked_at.toISOString(),
  clientId: row.client_id,
  clientName: row.client_name,
  saudaId: row.sauda_id,
})

const possibleEach = 3

/** The lines as shown; an unidentified credit with the requests of its amount whose UTR may be mistyped. */
async function viewsOf(sql: Sql, rows: readonly LineRow[]): Promise<BankLine[]> {
  const open = rows.filter(
    ({ exception, state, payment_id, intent_amount }) =>
      state === 'exception' && exception === 'unasked' && payment_id === null && intent_amount === null,
  )
  const found = open.length === 0 ? [] : await possiblePayments(sql, idsOf(open), possibleEach)
  const byLine = Map.groupBy(found, ({ line_id }) => line_id)
  return rows.map((row) => {
    const possible = byLine.get(row.id)?.map(paymentView)
    return possible ? { ...lineOf(row), reason: possibleText(possible, row.reference ?? ''), possible } : lineOf(row)
  })
}

const possibleText = (possible: readonly Payment[], reference: string): string =>
  [
    'No request, charge or QR has this reference.',
    ...possible.map(
      ({ name, clientName, reference: given }) =>
        `${name} of ${clientName} asks for the same amount with the UTR ${given ?? 'not given'}; the bank’s reference is ${reference}.`,
    ),
  ].join(' ')

/** The explanation shown to the operator. */
function reasonOf(row: LineRow): string {
  if (row.state === 'matched') return row.how === null ? 'Found in a statement imported later.' : fits(row)
  return row.exception === null ? [fits(row), ...doubts(row)].join(' ') : exceptionOf(row)
}

function fits(row: LineRow): string {
  const { how, payment_kind: kind } = row
  const known = kind === 'charge' ? 'transaction ID' : kind === 'deposit' ? 'UTR' : 'reference'
  return capitalize(matchRule(how)?.sentence(row, known) ?? '')
}

type Payer = Pick<LineRow, 'direction' | 'text' | 'client_name' | 'holder_name' | 'accounts'>

/** A deposit that another person paid, or may have paid, must not be credited without a review. */
export const payerDoubtOfLine = ({ direction, text, client_name: client, holder_name: holder, accounts }: Payer) =>
  direction === 'debit' || client === null
    ? undefined
    : payerDoubtOf(text, { names: holder === null ? [client] : [client, holder], accounts })

function doubts(row: LineRow): string[] {
  const { how, reference, others, rivals, is_other, is_conflicting } = row
  const doubt = payerDoubtOfLine(row)
  return [
    ...(how !== matchRules.amountAndDate.how && reference === null ? ['The bank gave no reference of its own.'] : []),
    ...(others > 0 ? [others === 1 ? 'Another request matches too.' : `${others} other requests match too.`] : []),
    ...(rivals > 0
      ? [rivals === 1 ? 'Another bank entry matches it too.' : `${rivals} other bank entries match it too.`]
      : []),
    ...(is_other ? ['The client gave the UTR of another payment.'] : []),
    ...(doubt === 'unreadable' ? [`${unreadablePayer}.`] : []),
    ...(typeof doubt === 'object' ? [`The payer “${doubt.other}” differs from the client’s name.`] : []),
    ...(is_conflicting ? ['The QR that was paid belongs to another client.'] : []),
  ]
}

function exceptionOf(row: LineRow): string {
  const { payment_name: name, reference, payment_status: status, payment_amount: amount } = row
  switch (row.exception) {
    case 'duplicate':
      return status === 'approved' && row.how !== matchRules.bankReference.how
        ? `${name} is already matched to another bank entry. This is a second payment.`
        : `An earlier bank entry has the same reference, ${reference}.`
    case 'reversed': {
      const [done, undone] = row.direction === 'debit' ? ['was received', 'reversed'] : ['was paid out', 'returned']
      const state = status === 'approved' ? done : status === 'rejected' ? 'was rejected' : 'is not approved yet'
      return `Reference matches ${name}, which ${state}: the bank may have ${undone} it.`
    }
    case 'amount':
      return `Reference matches ${name} (${formatRupees(amount ?? 0n)} ${status === 'approved' ? 'approved' : 'requested'}); amount differs.`
    case 'missing':
      return `${name} was approved under the reference ${row.bank_reference ?? 'of none'}, but no imported statement contains it.`
    case 'unexplained':
      return name === null
        ? 'No withdrawal has this reference or amount.'
        : `Reference matches ${name}, which was rejected.`
    case 'unasked':
      return unasked(row)
    case null:
      return ''
  }
}

function unasked({ payment_name: name, payment_status: status, client_name: client, ...row }: LineRow): string {
  if (name !== null && status === 'unpaid') return `Reference matches ${name}. The client has not reported a payment.`
  if (name !== null) return `Reference matches ${name}, which was rejected.`
  if (client !== null && row.intent_amount !== null)
    return `${client} (${row.sauda_id}) was shown a QR for ${formatRupees(row.intent_amount)} with this reference but has not reported the payment.`
  return 'No request, charge or QR has this reference or amount.'
}
