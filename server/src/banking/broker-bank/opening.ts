import {
  type BankOpening,
  bookedSince,
  type brokerBankCalls,
  brokerBankErrors,
  type ListedBrokerBank,
} from '@sauda/contract/banking/broker-bank'
import type { Reply } from '@sauda/contract/platform/call'
import { AppError } from '@sauda/contract/platform/error'
import { decimalRupees, formatRupees, paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { AppContext } from '../../app/app-context.ts'
import {
  type Decider,
  type Executor,
  findPendingAbout,
  type ProposalHandlers,
  proposeUnlessWaived,
  secondOf,
} from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import { recordByOperator } from '../../core/audit/audit.ts'
import { postHouse } from '../../core/ledger/ledger.ts'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { RequestInput } from '../../platform/mount.ts'
import {
  everyAccount,
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
  const { name } = await requireRow(lockAccount(tx, accountId))
  await requireFirst(tx, accountId, day)
  const payload = { accountId, day, amount: rupeesOf(amount) }
  const summary = `Opening balance of ${name}: ${formatRupees(amount)} at the beginning of ${dateText(day)}`
  await requireNonePending(tx, accountId)
  const change = { kind: 'broker-bank.open' as const, payload, summary, reasons, operator, ip }
  const result = await proposeUnlessWaived(context, tx, change, () =>
    book(context, tx, payload, { operator, ip, requestedBy: operator.id }),
  )
  return replyOf(tx, accountId, result)
}

export async function requestReversal(
  context: AppContext,
  tx: Tx,
  { params: { accountId }, body: { reason }, operator, ip }: RequestInput<typeof brokerBankCalls.reverseOpening>,
): Promise<Reply<typeof brokerBankCalls.reverseOpening>> {
  const { name } = await requireRow(lockAccount(tx, accountId))
  const { day, amount } = await requireOpening(tx, accountId)
  const payload = { accountId, day, amount: rupeesOf(amount), reason }
  const summary = `Reverse the opening balance of ${name}, ${formatRupees(amount)} at the beginning of ${dateText(day)}: ${reason}`
  await requireNonePending(tx, accountId)
  const change = { kind: 'broker-bank.open-reverse' as const, payload, summary, reasons, operator, ip }
  const result = await proposeUnlessWaived(context, tx, change, () =>
    reverse(context, tx, payload, { operator, ip, requestedBy: operator.id }),
  )
  return replyOf(tx, accountId, result)
}

const reasons = ['The opening balance of a bank account always needs a second operator']

async function replyOf(tx: Tx, accountId: string, result: Awaited<ReturnType<typeof proposeUnlessWaived>>) {
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
async function requireFirst(tx: Tx, accountId: string, day: string): Promise<void> {
  if (day > dayInIndia(new Date())) throw new AppError(brokerBankErrors.openingFuture)
  const [opening] = await selectOpenings(tx, accountId)
  if (opening) throw new AppError(brokerBankErrors.opened)
  const first = (await firstDays(tx, accountId))?.entry
  if (first && first < day) throw new AppError(bookedSince(dateText(first)))
}

async function requireOpening(tx: Tx, accountId: string): Promise<Opening> {
  const [opening] = await selectOpenings(tx, accountId)
  if (!opening) throw new AppError(brokerBankErrors.noOpening)
  return opening
}

async function requireSame(tx: Tx, { accountId, day, amount }: Payload<Verb>): Promise<Opening> {
  const opening = await requireOpening(tx, accountId)
  if (opening.day !== day || opening.amount !== paiseOf(Number(amount)))
    throw new AppError(brokerBankErrors.openingChanged)
  return opening
}

export const openingProposals = (context: AppContext): ProposalHandlers<Verb> => ({
  'broker-bank.open': {
    async describe(tx, { accountId, day, amount }) {
      await requireFirst(tx, accountId, day)
      return describe(tx, accountId, Number(amount))
    },
    carryOut: (tx, payload, by) => book(context, tx, payload, by),
  },
  'broker-bank.open-reverse': {
    async describe(tx, payload) {
      await requireSame(tx, payload)
      return describe(tx, payload.accountId, -Number(payload.amount))
    },
    carryOut: (tx, payload, by) => reverse(context, tx, payload, by),
  },
})

async function describe(tx: Tx, accountId: string, amount: number) {
  const { name } = await requireRow(lockAccount(tx, accountId))
  const { line = null } = { ...(await firstDays(tx, accountId)) }
  const facts = factsOf({
    'Other side': 'Opening balances',
    'First bank entry': line === null ? 'None imported yet' : dateText(line),
  })
  return {
    effects: [{ account: { text: name, to: addressOf('bankAccount', accountId) }, amount }],
    evidence: [{ type: 'facts' as const, id: `${accountId} ${line}`, title: 'Books and statements', facts }],
  }
}

async function book(context: AppContext, tx: Tx, payload: Payload<'broker-bank.open'>, by: Executor): Promise<void> {
  const { accountId, day } = payload
  const amount = paiseOf(Number(payload.amount))
  // Neither a posting nor a line of an earlier day is added meanwhile.
  await lock(tx, 'closedDays')
  await lockForImports(tx, accountId)
  await requireFirst(tx, accountId, day)
  const id = newId()
  await insertOpening(tx, { id, accountId, day, amount, requestedById: by.requestedBy, bookedById: by.operator.id })
  await post(tx, { id, accountId, day, amount }, 'opening.bank')
  await record(context, tx, 'broker-bank.open', payload, by)
}

async function reverse(context: AppContext, tx: Tx, payload: Payload<'broker-bank.open-reverse'>, by: Executor) {
  await requireRow(lockAccount(tx, payload.accountId))
  const opening = await requireSame(tx, payload)
  await markReversed(tx, opening.id, by.operator.id, payload.reason)
  await post(tx, opening, 'opening.bank.reversed')
  await record(context, tx, 'broker-bank.open-reverse', payload, by)
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

async function record(
  context: AppContext,
  tx: Tx,
  action: Verb,
  { accountId: id, amount, ...more }: Payload<Verb>,
  by: Decider,
): Promise<void> {
  const { name } = await requireRow(lockAccount(tx, id))
  const after = { bankAccount: name, ...more, amount: decimalRupees(paiseOf(Number(amount))) }
  await recordByOperator(context, tx, by, { action, subjectId: id, after, topic: 'broker-bank', id })
}
