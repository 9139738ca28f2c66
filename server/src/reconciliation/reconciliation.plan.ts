import { AppError, commonErrors } from '@sauda/contract/error'
import { lineBookingErrors, type lineBookingCalls, type LineBookingKind } from '@sauda/contract/line-booking'
import type { Body } from '@sauda/contract/call'
import { formatRupees } from '@sauda/contract/money'
import type { LedgerEvent } from '@sauda/contract/ledger'
import type { Posting } from '../ledger/ledger.ts'
import { requireRow, type Tx } from '../platform/db.ts'
import {
  type BookedElsewhere,
  bookedElsewhere,
  findAccount,
  findBookable,
  lockPayment,
  lockReturn,
  type PaymentRow,
  type PennyDrop,
} from './reconciliation.book.sql.ts'
import { lockMatching } from './reconciliation.match.sql.ts'
import type { LineRow } from './reconciliation.sql.ts'

export type BookInput = Body<typeof lineBookingCalls.book> & { readonly lineId: string }

/** What booking a line would do. */
export type Plan = {
  /** Whose balance changes. */
  readonly clientId?: string
  readonly payment?: PaymentRow & { readonly id: string }
  readonly returnId?: string
  readonly parts?: readonly (PaymentRow & { readonly id: string; readonly paise: bigint })[]
  readonly pennyDrop?: PennyDrop
  readonly event?: LedgerEvent
  readonly posting?: Posting
  /** The account that the payment leaves; `posting` books it to that of the line. */
  readonly from?: BookedElsewhere
  readonly summary: string
}

const alwaysTwo: ReadonlySet<LineBookingKind> = new Set(['return', 'split', 'transfer', 'moved'])

/** Whether a booking, and its reversal, needs a second operator; `clientId`: whose balance changes. */
export const needsTwo = (kind: LineBookingKind, clientId: string | undefined): boolean =>
  alwaysTwo.has(kind) || clientId !== undefined

const requireWay = (line: LineRow, way: LineRow['direction']): void => {
  if (line.direction !== way) throw new AppError(lineBookingErrors.notBookable)
}

const nameOf = ({ amount, reference, text }: LineRow): string => `${formatRupees(amount)} (${reference ?? text})`

/** Credits the client what the bank received beyond the books, or debits what it received less. */
const toClient = (paise: bigint): Pick<Plan, 'event' | 'posting'> =>
  paise > 0n
    ? { event: 'line.credited', posting: { from: 'bank', to: 'cash', paise } }
    : { event: 'line.debited', posting: { from: 'cash', to: 'bank', paise: -paise } }

const signed = (line: Pick<LineRow, 'direction'>, paise: bigint): bigint =>
  line.direction === 'credit' ? paise : -paise

/** By kind; throws an AppError if the line cannot be booked so. */
export const plans: Record<LineBookingKind, (tx: Tx, line: LineRow, input: BookInput) => Promise<Plan> | Plan> = {
  charge: (_, line) => {
    requireWay(line, 'debit')
    const posting = { from: 'bank_charges', to: 'bank', paise: line.amount } as const
    return { event: 'bank.charge', posting, summary: `Bank charge of ${nameOf(line)}` }
  },
  interest: (_, line) => {
    requireWay(line, 'credit')
    const posting = { from: 'bank', to: 'bank_interest', paise: line.amount } as const
    return { event: 'bank.interest', posting, summary: `Bank interest of ${nameOf(line)}` }
  },
  return: (_, line) => {
    requireWay(line, 'credit')
    const posting = { from: 'bank', to: 'unidentified', paise: line.amount } as const
    return { event: 'receipt.held', posting, summary: `Return ${nameOf(line)} to its payer` }
  },
  returned: async (tx, line, { returnId }) => {
    requireWay(line, 'debit')
    if (returnId === undefined) throw new AppError(lineBookingErrors.chooseReturn)
    if (!(await lockReturn(tx, returnId, line.amount))) throw new AppError(lineBookingErrors.notReturn)
    const posting = { from: 'unidentified', to: 'bank', paise: line.amount } as const
    return { event: 'receipt.returned', returnId, posting, summary: `Returned ${nameOf(line)}` }
  },
  client: async (tx, line) => {
    const { payment_id: id, exception } = line
    if (id === null || (exception !== 'duplicate' && exception !== 'reversed'))
      throw new AppError(lineBookingErrors.notBookable)
    const payment = await requireRow(findBookable(tx, id))
    const verb = line.direction === 'credit' ? 'Credit' : 'Debit'
    const summary = `${verb} ${nameOf(line)} to ${payment.client_name}, beside ${payment.name}`
    const moved = toClient(signed(line, line.amount))
    return { clientId: payment.client_id, payment: { ...payment, id }, ...moved, summary }
  },
  late: planLate,
  split: planSplit,
  penny_drop: planPennyDrop,
  transfer: (_, line) => {
    const sent = line.direction === 'debit'
    const summary = `${nameOf(line)} as a transfer ${sent ? 'to' : 'from'} another bank account of the broker`
    return { event: 'bank.transfer', posting: inTransit(signed(line, line.amount)), summary }
  },
  moved: planMoved,
}

/** Moves the amount to the bank account, or from it if below zero. */
export const inTransit = (paise: bigint): Posting =>
  paise > 0n ? { from: 'bank', to: 'transit', paise } : { from: 'transit', to: 'bank', paise: -paise }

/** The bank's statement says in which account the money is; no client's balance changes. */
async function planMoved(tx: Tx, line: LineRow): Promise<Plan> {
  const [from, ...others] = await bookedElsewhere(tx, line.id)
  const { payment_id: id } = line
  const payment = id === null ? undefined : await findBookable(tx, id)
  if (!from || others.length > 0 || id === null || !payment) throw new AppError(lineBookingErrors.notElsewhere)
  const name = `${payment.name} of ${payment.client_name}`
  const summary = `Move ${nameOf(line)}, ${name}, from ${from.name} to ${line.account}`
  return { payment: { ...payment, id }, from, event: 'bank.transfer', posting: inTransit(from.amount), summary }
}

/** The broker pays for it; the client's balance does not change. */
async function planPennyDrop(tx: Tx, line: LineRow, { saudaId, nameAtBank }: BookInput): Promise<Plan> {
  requireWay(line, 'debit')
  if (line.amount !== 100n) throw new AppError(lineBookingErrors.notPenny)
  if (saudaId === undefined || nameAtBank === undefined) throw new AppError(lineBookingErrors.pennyDetails)
  const account = await findAccount(tx, saudaId)
  if (!account) throw new AppError(lineBookingErrors.noBankDetails)
  const posting = { from: 'bank_charges', to: 'bank', paise: line.amount } as const
  const summary = `Penny-drop of ${nameOf(line)} to ${account.clientName}`
  return { pennyDrop: { ...account, nameAtBank }, event: 'bank.charge', posting, summary }
}

async function planLate(tx: Tx, line: LineRow, { paymentId }: BookInput): Promise<Plan> {
  if (paymentId === undefined) throw new AppError(lineBookingErrors.choosePayment)
  const payment = await lockBookable(tx, line, paymentId)
  if (payment.status !== 'approved' || payment.is_explained) throw new AppError(lineBookingErrors.notLate)
  const beyond = signed(line, line.amount - payment.amount)
  const summary = `Match ${nameOf(line)} with ${payment.name} of ${payment.client_name}`
  if (beyond === 0n) return { payment, summary }
  if (payment.kind === 'charge') throw new AppError(lineBookingErrors.chargeDiffers)
  const difference = formatRupees(beyond > 0n ? beyond : -beyond)
  return {
    clientId: payment.client_id,
    payment,
    ...toClient(beyond),
    summary: `${summary} and ${beyond > 0n ? 'credit' : 'debit'} the difference of ${difference}`,
  }
}

async function planSplit(tx: Tx, line: LineRow, { parts = [] }: BookInput): Promise<Plan> {
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
    parts: found,
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
