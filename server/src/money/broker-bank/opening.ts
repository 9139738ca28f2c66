import {
  type BankOpening,
  bookedSince,
  type brokerBankCalls,
  brokerBankErrors,
  type ListedBrokerBank,
} from '@sauda/contract/money/broker-bank'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees, formatRupees, paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { AppContext } from '../../app/app-context.ts'
import { locked, type Plan, planHandler, propose, type Reading } from '../../core/approval/plan.ts'
import { type Executor, findPendingAbout, type ProposalHandlers, secondOf } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { postHouse } from '../../core/ledger/ledger.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import {
  everyAccount,
  findAccount,
  firstDays,
  insertOpening,
  lockAccount,
  lockForImports,
  markReversed,
  type Opening,
  selectOpenings,
} from './broker-bank.sql.ts'

/** The opening balance of an account's statements beyond the books, in paise; undefined if they have none. */
export type StatementDifference = (
  sql: Sql,
  start: { readonly accountId: string; readonly firstOn: string },
) => Promise<bigint | undefined>

/** The accounts, each with what its books began with. */
export async function listAccounts(sql: Sql, difference: StatementDifference): Promise<ListedBrokerBank[]> {
  const openings = new Map((await selectOpenings(sql)).map((opening) => [opening.accountId, opening]))
  const accounts: ListedBrokerBank[] = []
  for (const account of await everyAccount(sql)) {
    const opening = openings.get(account._id)
    const statement = opening && (await statementOf(sql, account._id, difference))
    const pending = await findPendingAbout(sql, [...verbs, 'broker-bank.change'], { accountId: account._id })
    accounts.push({
      ...account,
      ...(opening && { opening: { ...viewOf(opening), ...(statement && { statement }) } }),
      ...(pending && { pending: pending.id }),
    })
  }
  return accounts
}

const viewOf = ({ id: _id, accountId: _accountId, amount, ...opening }: Opening): BankOpening => ({
  ...opening,
  amount: rupeesOf(amount),
})

async function statementOf(
  sql: Sql,
  accountId: string,
  difference: StatementDifference,
): Promise<BankOpening['statement']> {
  const day = (await firstDays(sql, accountId))?.line
  const beyond = day ? await difference(sql, { accountId, firstOn: day }) : undefined
  return day && beyond !== undefined ? { day, difference: rupeesOf(beyond) } : undefined
}

const verbs = ['broker-bank.open', 'broker-bank.open-reverse'] as const
type Verb = (typeof verbs)[number]

/** Never by one operator alone. */
export async function requestOpening(
  context: AppContext,
  tx: Tx,
  { params: { accountId }, body: { day, amount }, operator, ip }: RequestInput<typeof brokerBankCalls.open>,
): Promise<Reply<typeof brokerBankCalls.open>> {
  await requireRow(lockAccount(tx, accountId))
  const payload = { accountId, day, amount: rupeesOf(amount) }
  const plan = await openPlan(readingOf(context, tx), payload, { operator, requestedBy: operator.id })
  await requireNonePending(tx, accountId)
  const result = await propose(context, tx, { kind: 'broker-bank.open' as const, payload, operator, ip }, plan)
  return replyOf(tx, accountId, result)
}

export async function requestReversal(
  context: AppContext,
  tx: Tx,
  { params: { accountId }, body: { reason }, operator, ip }: RequestInput<typeof brokerBankCalls.reverseOpening>,
): Promise<Reply<typeof brokerBankCalls.reverseOpening>> {
  await requireRow(lockAccount(tx, accountId))
  const { day, amount } = await requireOpening(tx, accountId)
  const payload = { accountId, day, amount: rupeesOf(amount), reason }
  const plan = await reversalPlan(readingOf(context, tx), payload, { operator })
  await requireNonePending(tx, accountId)
  const result = await propose(context, tx, { kind: 'broker-bank.open-reverse' as const, payload, operator, ip }, plan)
  return replyOf(tx, accountId, result)
}

/** Postings and imports wait only for what is carried out now. */
const readingOf = (context: AppContext, tx: Tx): Reading => (isSingle(context) ? locked(tx) : { sql: tx })

async function replyOf(tx: Tx, accountId: string, result: Parameters<typeof secondOf>[0]) {
  const account = await requireRow(lockAccount(tx, accountId))
  const [opening] = await selectOpenings(tx, accountId)
  return {
    ...account,
    ...(opening && { opening: viewOf(opening) }),
    ...secondOf(result),
  }
}

async function requireNonePending(tx: Tx, accountId: string): Promise<void> {
  const pending = await findPendingAbout(tx, verbs, { accountId })
  if (pending) throw new AppError(brokerBankErrors.openingPending)
}

/** Throws unless the account can begin with a balance of this day. */
async function requireFirst(sql: Sql, accountId: string, day: string): Promise<void> {
  if (day > dayInIndia(new Date())) throw new AppError(brokerBankErrors.openingFuture)
  const [opening] = await selectOpenings(sql, accountId)
  if (opening) throw new AppError(brokerBankErrors.opened)
  const first = (await firstDays(sql, accountId))?.entry
  if (first && first < day) throw new AppError(bookedSince(dateText(first)))
}

async function requireOpening(sql: Sql, accountId: string): Promise<Opening> {
  const [opening] = await selectOpenings(sql, accountId)
  if (!opening) throw new AppError(brokerBankErrors.noOpening)
  return opening
}

async function requireSame(sql: Sql, { accountId, day, amount }: Payload<Verb>): Promise<Opening> {
  const opening = await requireOpening(sql, accountId)
  if (opening.day !== day || opening.amount !== paiseOf(Number(amount)))
    throw new AppError(brokerBankErrors.openingChanged)
  return opening
}

export const openingProposals = (context: AppContext): ProposalHandlers<Verb> => ({
  'broker-bank.open': planHandler(context, (_, payload, by, reading) => openPlan(reading, payload, by)),
  'broker-bank.open-reverse': planHandler(context, (_, payload, by, reading) => reversalPlan(reading, payload, by)),
})

/** Throws unless the account can begin with this balance. */
async function openPlan(
  { sql, tx }: Reading,
  payload: Payload<'broker-bank.open'>,
  { operator, requestedBy }: Pick<Executor, 'operator' | 'requestedBy'>,
): Promise<Plan> {
  const { accountId, day } = payload
  // Neither a posting nor a line of an earlier day is added meanwhile.
  if (tx) await lock(tx, 'closedDays')
  if (tx) await lockForImports(tx, accountId)
  await requireFirst(sql, accountId, day)
  const opening = { id: newId(), accountId, day, amount: paiseOf(Number(payload.amount)) }
  const what = ({ name, of }: Named) => `Opening balance of ${name}: ${of}`
  return {
    ...(await decisionOf(sql, 'broker-bank.open', payload, { what, effect: Number(payload.amount) })),
    async write(written) {
      await insertOpening(written, { ...opening, requestedById: requestedBy, bookedById: operator.id })
      await post(written, opening, 'opening.bank')
    },
  }
}

/** Throws unless the account still begins with this balance. */
async function reversalPlan(
  { sql, tx }: Reading,
  payload: Payload<'broker-bank.open-reverse'>,
  { operator }: Pick<Executor, 'operator'>,
): Promise<Plan> {
  if (tx) await lockAccount(tx, payload.accountId)
  const opening = await requireSame(sql, payload)
  const { amount, reason } = payload
  const what = ({ name, of }: Named) => `Reverse the opening balance of ${name}, ${of}: ${reason}`
  return {
    ...(await decisionOf(sql, 'broker-bank.open-reverse', payload, { what, effect: -Number(amount) })),
    async write(written) {
      await markReversed(written, opening.id, operator.id, reason)
      await post(written, opening, 'opening.bank.reversed')
    },
  }
}

type Named = { readonly name: string; readonly of: string }
type Decided = { readonly what: (named: Named) => string; readonly effect: number }

/** What both have in common. `effect`: rupees by which the account changes. */
async function decisionOf(
  sql: Sql,
  action: Verb,
  { accountId, amount: rupees, ...more }: Payload<Verb>,
  { what, effect }: Decided,
) {
  const { name } = await requireRow(findAccount(sql, accountId))
  const amount = paiseOf(Number(rupees))
  const of = `${formatRupees(amount)} at the beginning of ${dateText(more.day)}`
  return {
    summary: what({ name, of }),
    reasons: ['The opening balance of a bank account always needs a second operator'],
    async review() {
      const { line = null } = { ...(await firstDays(sql, accountId)) }
      const facts = factsOf({
        'Other side': 'Opening balances',
        'First bank entry': line === null ? 'None imported yet' : dateText(line),
      })
      return {
        effects: [{ account: { text: name, to: addressOf('bankAccount', accountId) }, amount: effect }],
        evidence: [{ type: 'facts', id: `${accountId} ${line}`, title: 'Books and statements', facts }],
      }
    },
    audit: () => ({
      action,
      subjectId: accountId,
      after: { bankAccount: name, ...more, amount: decimalRupees(amount) },
    }),
    notices: [['desk', 'broker-bank', accountId]],
  } satisfies Omit<Plan, 'write'>
}

/** On the day of the balance, or the next open one if that is signed off. */
async function post(
  tx: Tx,
  { id, accountId, day, amount }: Pick<Opening, 'id' | 'accountId' | 'day' | 'amount'>,
  event: 'opening.bank' | 'opening.bank.reversed',
): Promise<void> {
  if (amount === 0n) return
  const [from, to] = event === 'opening.bank' ? (['bank', 'opening'] as const) : (['opening', 'bank'] as const)
  const bank = { accountId, valueDate: day }
  await postHouse(tx, { event, causeId: id, bank, postings: [{ from, to, paise: amount }] })
}
