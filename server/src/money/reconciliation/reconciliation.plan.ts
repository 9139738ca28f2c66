import { paymentReferencePattern } from '@sauda/contract/core/name'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { lineBookingErrors, type lineBookingCalls, type LineBookingKind } from '@sauda/contract/money/line-booking'
import type { Evidence } from '@sauda/contract/core/proposal-review'
import type { Body } from '@sauda/contract/platform/call'
import { formatRupees } from '@sauda/contract/platform/money'
import { requireRow, type Tx } from '../../platform/db.ts'
import {
  type BookedElsewhere,
  bookedElsewhere,
  findAccount,
  findBookable,
  lockPayment,
  findHeld,
  type PennyDrop,
  lockMatching,
} from './reconciliation.book.sql.ts'
import { nameOf, planLevy, planSettlement } from './reconciliation.clearing.ts'
import {
  inTransit,
  type Link,
  type Bookable,
  brokerBears,
  clientLink,
  clientOf,
  receiptLink,
} from './reconciliation.link.ts'
import { planReturned } from './reconciliation.return.ts'
import { matchRules } from './reconciliation.rules.ts'
import type { LineRow } from './reconciliation.sql.ts'

export type BookInput = Body<typeof lineBookingCalls.book> & { readonly lineId: string }

/** What booking a line does: its links in their order, after the approval of `approves`. */
export type LineEffect = {
  readonly links: readonly Link[]
  /** Pending requests that the line pays, with their part in paise. */
  readonly approves?: readonly (Bookable & { readonly paise: bigint })[]
  /** The client whose balance changes. */
  readonly clientId?: string
  /** The client of a closed account whose debit the broker bears. */
  readonly closedId?: string
  /** A withdrawal that was paid and comes back. */
  readonly isReturn?: boolean
  readonly pennyDrop?: PennyDrop
  /** The payment of a move, and the account that it leaves for that of the line. */
  readonly moved?: { readonly from: BookedElsewhere; readonly paymentId: string }
  readonly names?: readonly string[]
  /** Whose money a settlement's entry releases. */
  readonly settlementIds?: readonly string[]
  /** Why a settlement's or levy's entry is not exactly what the books expect. */
  readonly doubts?: readonly string[]
  /** Beside the bank line. */
  readonly evidence?: readonly Evidence[]
  readonly summary: string
}

const changesClient = 'A bank entry that changes a client’s balance always needs a second operator'
/** The rule of each kind that one operator never books alone. */
const alwaysTwo: { readonly [Kind in LineBookingKind]?: string } = {
  return: 'The return of a receipt always needs a second operator',
  client: changesClient,
  paid: 'A withdrawal paid with another amount always needs a second operator',
  split: 'One bank entry for several requests always needs a second operator',
  transfer: 'A transfer between bank accounts always needs a second operator',
  moved: 'A move of a payment to another bank account always needs a second operator',
}

/** The rule by which a booking always needs a second operator, if one applies; `clientId`: whose balance changes. */
export function needsTwo(kind: LineBookingKind, { clientId, links }: Pick<LineEffect, 'clientId' | 'links'>): string[] {
  const rule = alwaysTwo[kind] ?? (clientId === undefined ? undefined : changesClient)
  if (rule !== undefined) return [rule]
  const books = kind === 'late' && links.some(({ event }) => event !== undefined)
  return books ? ['A late bank entry that books anything beside its request always needs a second operator'] : []
}

const requireWay = (line: LineRow, way: LineRow['direction']): void => {
  if (line.direction !== way) throw new AppError(lineBookingErrors.notBookable)
}

const ofClient = new RegExp(String.raw`^(?:(?:ADD|WDR|CHG|PAY)\d|${paymentReferencePattern}$)`)

/** A line that names a request or a QR shown to a client may be anything but a charge or interest of the bank. */
function requireUnnamed({ payment_id, how, names }: LineRow): void {
  if ((payment_id !== null && how !== matchRules.amountAndDate.how) || names.some((name) => ofClient.test(name)))
    throw new AppError(lineBookingErrors.namesPayment)
}

/** What each kind of booking does with a line; throws an AppError if the line cannot be booked this way. */
export const lineEffects: Record<
  LineBookingKind,
  (tx: Tx, line: LineRow, input: BookInput) => Promise<LineEffect> | LineEffect
> = {
  charge: (_, line) => {
    requireWay(line, 'debit')
    requireUnnamed(line)
    return { links: [bankCharge(line.amount)], summary: `Bank charge of ${nameOf(line)}` }
  },
  interest: (_, line) => {
    requireWay(line, 'credit')
    requireUnnamed(line)
    const postings = [{ from: 'bank', to: 'bank_interest', paise: line.amount } as const]
    return {
      links: [{ kind: 'interest', amount: line.amount, event: 'bank.interest', postings }],
      summary: `Bank interest of ${nameOf(line)}`,
    }
  },
  return: (_, line) => {
    requireWay(line, 'credit')
    return { links: [receiptLink({ kind: 'return' }, line)], summary: `Return ${nameOf(line)} to its payer` }
  },
  returned: async (tx, line, { returnId }) => {
    requireWay(line, 'debit')
    if (returnId === undefined) throw new AppError(lineBookingErrors.chooseReturn)
    if (!(await findHeld(tx, returnId, line.amount))) throw new AppError(lineBookingErrors.notReturn)
    return {
      links: [receiptLink({ kind: 'returned', returnsId: returnId }, line)],
      summary: `Returned ${nameOf(line)}`,
    }
  },
  client: planClient,
  late: planLate,
  paid: planPaid,
  split: planSplit,
  penny_drop: planPennyDrop,
  transfer: (_, line) => {
    const sent = line.direction === 'debit'
    const postings = [inTransit(sent ? -line.amount : line.amount)]
    return {
      links: [{ kind: 'transfer', amount: line.amount, event: 'bank.transfer', postings }],
      summary: `${nameOf(line)} as a transfer ${sent ? 'to' : 'from'} another bank account of the broker`,
    }
  },
  moved: planMoved,
  settlement: (tx, line, input) => {
    requireUnnamed(line)
    return planSettlement(tx, line, input)
  },
  levy: (tx, line, { levy }) => {
    requireWay(line, 'debit')
    requireUnnamed(line)
    return planLevy(tx, line, levy)
  },
}

const bankCharge = (paise: bigint): Link => ({
  kind: 'charge',
  amount: paise,
  event: 'bank.charge',
  postings: [{ from: 'bank_charges', to: 'bank', paise }],
})

/** A second payment of a request, or a payment that the bank returned or reversed. */
async function planClient(tx: Tx, line: LineRow): Promise<LineEffect> {
  const { payment_id: id, exception, direction } = line
  if (id === null) throw new AppError(lineBookingErrors.notBookable)
  await lockPayment(tx, id)
  const payment = { ...(await requireRow(findBookable(tx, id))), id }
  const about = { names: [payment.name], summary: `${nameOf(line)} of ${payment.client_name}, beside ${payment.name}` }
  // Money that moved in one direction returns in the other, also under a reference that an earlier line has.
  if ((payment.kind === 'withdrawal') === (direction === 'credit'))
    return { ...about, ...(await planReturned(tx, line, payment)) }
  const verb = direction === 'credit' ? 'Credit' : 'Debit'
  const link = clientLink(payment, line, line.amount)
  const change = { ...about, ...clientOf(payment, link), summary: brokerBears(`${verb} ${about.summary}`, link) }
  if (exception === 'duplicate') return { ...change, links: [link] }
  // Marked as failed, the money returned, and paid after all.
  if (payment.kind !== 'withdrawal' || payment.status !== 'rejected' || direction !== 'debit')
    throw new AppError(lineBookingErrors.notBookable)
  return { ...change, links: [{ ...link, kind: 'payment' }] }
}

/** The bank's statement says in which account the money is; no client's balance changes. */
async function planMoved(tx: Tx, line: LineRow): Promise<LineEffect> {
  const [from, ...others] = await bookedElsewhere(tx, line.id)
  const { payment_id: id } = line
  const payment = id === null ? undefined : await findBookable(tx, id)
  if (!from || others.length > 0 || id === null || !payment) throw new AppError(lineBookingErrors.notElsewhere)
  const name = `${payment.name} of ${payment.client_name}`
  return {
    moved: { from, paymentId: id },
    links: [{ kind: 'moved', amount: 0n, paymentId: id, event: 'bank.transfer', postings: [inTransit(from.amount)] }],
    names: [payment.name],
    summary: `Move ${nameOf(line)}, ${name}, from ${from.name} to ${line.account}`,
  }
}

/** The broker pays for it; the client's balance does not change. */
async function planPennyDrop(tx: Tx, line: LineRow, { saudaId, nameAtBank }: BookInput): Promise<LineEffect> {
  requireWay(line, 'debit')
  requireUnnamed(line)
  if (line.amount !== 100n) throw new AppError(lineBookingErrors.notPenny)
  if (saudaId === undefined || nameAtBank === undefined) throw new AppError(lineBookingErrors.pennyDetails)
  const account = await findAccount(tx, saudaId)
  if (!account) throw new AppError(lineBookingErrors.noBankDetails)
  return {
    pennyDrop: { ...account, nameAtBank },
    links: [{ ...bankCharge(line.amount), kind: 'penny_drop' }],
    summary: `Penny-drop of ${nameOf(line)} to ${account.clientName}`,
  }
}

/** An approved request without a line, or a failed withdrawal whose debit the bank will return. */
async function planLate(tx: Tx, line: LineRow, { paymentId }: BookInput): Promise<LineEffect> {
  if (paymentId === undefined) throw new AppError(lineBookingErrors.choosePayment)
  const payment = await lockBookable(tx, line, paymentId)
  const about = {
    names: [payment.name],
    summary: `Match ${nameOf(line)} with ${payment.name} of ${payment.client_name}`,
  }
  if (payment.is_explained) throw new AppError(lineBookingErrors.notLate)
  const link = { kind: 'payment', amount: payment.amount, paymentId } as const
  if (payment.status === 'rejected' && payment.kind === 'withdrawal' && payment.amount === line.amount) {
    const summary = `${about.summary}, which failed: the bank will return it`
    return { ...about, summary, links: [receiptLink(link, line)] }
  }
  if (payment.status !== 'approved') throw new AppError(lineBookingErrors.notLate)
  const beyond = line.amount - payment.amount
  if (beyond === 0n) return { ...about, links: [link] }
  if (payment.kind === 'charge') throw new AppError(lineBookingErrors.chargeDiffers)
  const difference = clientLink(payment, line, beyond)
  const verb = difference.event === 'line.credited' ? 'credit' : 'debit'
  const summary = `${about.summary} and ${verb} the difference of ${formatRupees(beyond > 0n ? beyond : -beyond)}`
  return {
    ...about,
    ...clientOf(payment, difference),
    links: [difference, link],
    summary: brokerBears(summary, difference),
  }
}

/** A pending withdrawal debited at another amount: more is the bank's charge, less is still the client's. */
async function planPaid(tx: Tx, line: LineRow): Promise<LineEffect> {
  const { payment_id: id, amount } = line
  requireWay(line, 'debit')
  if (id === null) throw new AppError(lineBookingErrors.notPayout)
  const payment = await lockBookable(tx, line, id)
  const beyond = amount - payment.amount
  if (payment.status !== 'pending' || beyond === 0n) throw new AppError(lineBookingErrors.notPayout)
  const link = { kind: 'payment', amount: payment.amount, paymentId: id } as const
  const summary = `Approve ${payment.name} of ${payment.client_name} as paid with ${nameOf(line)}`
  const difference = formatRupees(beyond > 0n ? beyond : -beyond)
  const about = { names: [payment.name], approves: [{ ...payment, paise: payment.amount }] }
  return beyond > 0n
    ? { ...about, links: [link, bankCharge(beyond)], summary: `${summary}; ${difference} is a bank charge` }
    : {
        ...about,
        clientId: payment.client_id,
        links: [clientLink(payment, line, beyond), link],
        summary: `${summary}; ${difference} returns to the client’s balance`,
      }
}

async function planSplit(tx: Tx, line: LineRow, { parts = [] }: BookInput): Promise<LineEffect> {
  const ids = new Set(parts.map(({ paymentId }) => paymentId))
  if (parts.length === 0) throw new AppError(lineBookingErrors.choosePayment)
  if (ids.size < parts.length) throw new AppError(lineBookingErrors.partTwice)
  if (parts.reduce((sum, { amount }) => sum + amount, 0n) !== line.amount || parts.some(({ amount }) => amount === 0n))
    throw new AppError(lineBookingErrors.partsDiffer)
  const found = []
  // In the order of the ids, so that two splits cannot wait for each other.
  for (const { paymentId, amount: paise } of parts.toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1))) {
    const payment = await lockBookable(tx, line, paymentId)
    if (payment.kind !== 'deposit' && payment.amount !== paise) throw new AppError(lineBookingErrors.fixedPart)
    found.push({ ...payment, paise })
  }
  const names = found.map(({ name, client_name, paise }) => `${name} of ${client_name} (${formatRupees(paise)})`)
  const [first] = found
  const isOneClient = found.every(({ client_id }) => client_id === first?.client_id)
  return {
    ...(isOneClient && first && { clientId: first.client_id }),
    approves: found,
    links: found.map(({ id, paise }) => ({ kind: 'payment', amount: paise, paymentId: id })),
    names: found.map(({ name }) => name),
    summary: `Approve with the one line of ${nameOf(line)}: ${names.join(', ')}`,
  }
}

async function lockBookable(tx: Tx, line: LineRow, id: string) {
  await lockPayment(tx, id)
  // Matching after an import must not give the payment to another line meanwhile.
  await lockMatching(tx)
  const payment = await findBookable(tx, id)
  if (!payment) throw new AppError(commonErrors.notFound)
  if ((payment.kind === 'withdrawal') !== (line.direction === 'debit'))
    throw new AppError(lineBookingErrors.notBookable)
  return { ...payment, id }
}
