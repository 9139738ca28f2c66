import { bankDayErrors, type bankDayCalls, bankDayTexts, cannotClose } from '@sauda/contract/money/bank-day'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { decimalRupees, formatRupees } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { locked, type Plan, planHandler, propose, type Reading } from '../../core/approval/plan.ts'
import { type Decider, type Executor, type ProposalHandler, secondOf } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { isSingle } from '../../core/approval/waive.ts'
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
  const payload: Closing = { bankAccountId, day, version }
  const account = await requireRow(lockAccount(tx, bankAccountId))
  if (!isClosed(account, day) && (await pendingClose(tx, bankAccountId))) throw new AppError(bankDayErrors.requested)
  // Postings wait only for a sign-off that is carried out now.
  const reading = isSingle(context) ? locked(tx) : { sql: tx }
  const plan = await closePlan(reading, payload, { operator, requestedBy: operator.id }, books, bankDayErrors.changed)
  const result = await propose(context, tx, { kind: 'bank-day.close' as const, payload, operator, ip }, plan)
  return { ...(await getDay(tx, bankAccountId, day, books)), ...secondOf(result) }
}

export const closeProposal = (context: AppContext, books: () => BooksState): ProposalHandler<'bank-day.close'> =>
  planHandler(context, (_, payload, by, reading) =>
    closePlan(reading, payload, by, books(), bankDayErrors.changedSince),
  )

/**
 * Carried out, it waits for the postings under way, which are then in the figures; later ones find the day closed. `changed`: the error if the
 * figures are no longer those of the version.
 */
async function closePlan(
  { sql, tx }: Reading,
  { bankAccountId, day, version }: Closing,
  { operator, requestedBy }: Pick<Executor, 'operator' | 'requestedBy'>,
  books: BooksState,
  changed: ErrorDefinition,
): Promise<Plan> {
  if (tx) await lock(tx, 'closedDays')
  const account = await requireRow(findAccount(sql, bankAccountId))
  if (isClosed(account, day)) throw new AppError(bankDayErrors.closed)
  const figures = await figuresOf(sql, account, day)
  const { opening, receipts, payouts, exceptions, closing, items, points, from, firstOn, lineIds, causeIds, entered } =
    figures
  const bankClosing = requireClosable(figures, books)
  const amounts = { opening, receipts, payouts, exceptions, closing, bankClosing }
  const texts = Object.fromEntries(Object.entries(amounts).map(([name, paise]) => [name, signedRupees(paise)]))
  return {
    summary: summaryOf(account, day, figures, bankClosing),
    reasons: ['The sign-off of a day always needs a second operator, who compares its figures under Books, Day close'],
    obstacle: versionOf(figures) === version ? undefined : changed,
    review() {
      const facts = factsOf({
        Days: daysText(from, day),
        'Opening as per books': `₹${texts['opening']}`,
        Receipts: `₹${texts['receipts']}`,
        Payouts: `₹${texts['payouts']}`,
        [bankDayTexts.exceptions]: `₹${texts['exceptions']}`,
        'Closing as per books': `₹${texts['closing']}`,
        'Closing as per bank': `₹${texts['bankClosing']}`,
        'Open entries': String(items.length),
        Figures: { text: 'Open the day', to: `/books/days/${bankAccountId}/${day}` },
      })
      return { evidence: [{ type: 'facts', id: versionOf(figures), title: 'Figures of the day', facts }] }
    },
    write(tx) {
      const openPoints = { items, points, from, firstOn, lineIds, causeIds, ...(entered && { entered }) }
      const people = { requestedById: requestedBy, closedById: operator.id }
      return insertClose(tx, { accountId: bankAccountId, day, ...amounts, openPoints, ...people })
    },
    audit: () => ({
      action: 'bank-day.close',
      subjectId: bankAccountId,
      after: { bankAccount: account.name, from, day, ...texts, open: items.length },
    }),
    notices: [['desk', 'broker-bank', bankAccountId]],
  }
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
