import { bankDayErrors, type bankDayCalls, bankDayTexts, cannotClose } from '@sauda/contract/banking/bank-day'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees, formatRupees } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import {
  type Decider,
  type Executor,
  type ProposalHandler,
  proposeUnlessWaived,
  secondOf,
} from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { daysText } from '../../platform/india.ts'
import { type DayFigures, figuresOf, versionOf } from './bank-day.figures.ts'
import { type Account, findAccount, insertClose, lockAccount } from './bank-day.sql.ts'
import { type BooksState, getDay, isClosed, pendingClose, requirePast } from './bank-day.ts'

/** `version`: of the figures that the operator saw. */
type Closing = { readonly bankAccountId: string; readonly day: string; readonly version: string }

/** A day is never closed by one operator alone. */
export async function requestClose(
  context: AppContext,
  tx: Tx,
  { operator, ip, bankAccountId, day, version, books }: Closing & Decider & { readonly books: BooksState },
): Promise<Reply<typeof bankDayCalls.close>> {
  requirePast(day)
  const account = await requireRow(lockAccount(tx, bankAccountId))
  if (isClosed(account, day)) throw new AppError(bankDayErrors.closed)
  if (await pendingClose(tx, bankAccountId)) throw new AppError(bankDayErrors.requested)
  const payload: Closing = { bankAccountId, day, version }
  const figures = await figuresOf(tx, account, day)
  const bankClosing = requireClosable(figures, books)
  if (versionOf(figures) !== version) throw new AppError(bankDayErrors.changed)
  const change = {
    kind: 'bank-day.close' as const,
    payload,
    operator,
    ip,
    summary: summaryOf(account, day, figures, bankClosing),
    reasons: ['The sign-off of a day always needs a second operator, who compares its figures under Books, Day close'],
  }
  const result = await proposeUnlessWaived(context, tx, change, () =>
    closeDay(context, tx, { ...payload, operator, ip, requestedBy: operator.id, books }),
  )
  return { ...(await getDay(tx, bankAccountId, day, books)), ...secondOf(result) }
}

export const closeProposal = (context: AppContext, books: () => BooksState): ProposalHandler<'bank-day.close'> => ({
  async describe(tx, { bankAccountId, day }) {
    const account = await requireRow(findAccount(tx, bankAccountId))
    if (isClosed(account, day)) throw new AppError(bankDayErrors.closed)
    const figures = await figuresOf(tx, account, day)
    const bankClosing = requireClosable(figures, books())
    const { from, opening, receipts, payouts, exceptions, closing, items } = figures
    const facts = factsOf({
      Days: daysText(from, day),
      'Opening as per books': `₹${signedRupees(opening)}`,
      Receipts: `₹${signedRupees(receipts)}`,
      Payouts: `₹${signedRupees(payouts)}`,
      [bankDayTexts.exceptions]: `₹${signedRupees(exceptions)}`,
      'Closing as per books': `₹${signedRupees(closing)}`,
      'Closing as per bank': `₹${signedRupees(bankClosing)}`,
      'Open entries': String(items.length),
      Figures: { text: 'Open the day', to: `/books/days/${bankAccountId}/${day}` },
    })
    return { evidence: [{ type: 'facts', id: versionOf(figures), title: 'Figures of the day', facts }] }
  },
  carryOut: (tx, payload, by) => closeDay(context, tx, { ...payload, ...by, books: books() }),
})

type CloseCommand = Closing & Executor & { readonly books: BooksState }

/** Waits for the postings under way, which are then in the figures; later ones find the day closed. */
async function closeDay(context: AppContext, tx: Tx, command: CloseCommand): Promise<void> {
  const { bankAccountId, day, version, operator, requestedBy, ip, books } = command
  await lock(tx, 'closedDays')
  const account = await requireRow(findAccount(tx, bankAccountId))
  if (isClosed(account, day)) throw new AppError(bankDayErrors.closed)
  const figures = await figuresOf(tx, account, day)
  if (versionOf(figures) !== version) throw new AppError(bankDayErrors.changedSince)
  const bankClosing = requireClosable(figures, books)
  const { opening, receipts, payouts, exceptions, closing, items, points, from, firstOn, lineIds, causeIds, entered } =
    figures
  const amounts = { opening, receipts, payouts, exceptions, closing, bankClosing }
  const openPoints = { items, points, from, firstOn, lineIds, causeIds, ...(entered && { entered }) }
  const people = { requestedById: requestedBy, closedById: operator.id }
  await insertClose(tx, { accountId: bankAccountId, day, ...amounts, openPoints, ...people })
  const texts = Object.entries(amounts).map(([name, paise]) => [name, signedRupees(paise)])
  const after = { bankAccount: account.name, from, day, ...Object.fromEntries(texts), open: items.length }
  const recorded = { action: 'bank-day.close', subjectId: bankAccountId, after }
  await recordByOperator(context, tx, { operator, ip }, { ...recorded, topic: 'broker-bank', id: bankAccountId })
}

const signedRupees = (paise: bigint): string => (paise < 0n ? `-${decimalRupees(-paise)}` : decimalRupees(paise))

/** Returns the closing balance of the statement. The points that block come from `bank-day.statement.ts` and `bank-day.figures.ts`. */
function requireClosable({ points, bankClosing }: DayFigures, books: BooksState): bigint {
  if (books === 'unbalanced') throw new AppError(bankDayErrors.unbalanced)
  const blocking = points.find(({ blocks }) => blocks)
  if (blocking) throw new AppError(cannotClose(blocking.text))
  if (bankClosing === undefined) throw new Error('A day without a closing balance has nothing that blocks it')
  return bankClosing
}

function summaryOf({ name }: Account, day: string, { from, closing, items }: DayFigures, bankClosing: bigint): string {
  const open = items.length === 0 ? 'nothing open' : `${items.length} open ${items.length === 1 ? 'entry' : 'entries'}`
  return `Close ${daysText(from, day)} of ${name}: ${formatRupees(bankClosing)} as per bank, ${formatRupees(closing)} as per books, ${open}`
}
