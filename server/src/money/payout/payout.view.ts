import { maskAccountNumber } from '@sauda/contract/money/bank'
import type { Reply } from '@sauda/contract/platform/call'
import { formatRupees, paiseOf, rupeesOf, rupeesText, sum } from '@sauda/contract/platform/money'
import { asSentences } from '@sauda/contract/platform/sentence'
import { type Payout, payoutRules, type PayoutBatch, type payoutCalls } from '@sauda/contract/money/payout'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { Effect, Evidence, Shown } from '@sauda/contract/core/proposal-review'
import type { AppContext } from '../../app/app-context.ts'
import { approversFor } from '../../core/approval/approver.ts'
import { obstaclesOf } from '../../core/approval/approver.view.ts'
import { balanceEffects, clientShown, type Described, factsOf, severe } from '../../core/approval/review.ts'
import { reversedOf } from '../../core/ledger/bank-account.ts'
import { figuresOf } from '../../core/ledger/ledger.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import { type BatchViewRow, findBatch, fundsFor, newestBatches, payoutsOf } from './payout.sql.ts'

export type BatchReply = Reply<typeof payoutCalls.batch>

export async function listBatches(sql: Sql) {
  return { batches: (await newestBatches(sql, payoutRules.batches)).map(batchOf) }
}

/** A batch with its payments, and what the operator must know about each that is not paid yet. */
export async function readBatch(
  context: AppContext,
  sql: Sql,
  id: string,
  operator: CurrentOperator,
): Promise<BatchReply> {
  const [batch, payouts] = [await requireRow(findBatch(sql, id)), await payoutsOf(sql, id)]
  const isPrepared = batch.status === 'prepared'
  const pending = payouts.filter(({ status }) => status === 'pending')
  const subjects = pending.map(({ clientId, _id: requestId }) => ({ clientId, requestId }))
  const warnings = await context.warnings(sql, subjects, operator.id)
  const obstacles = await obstaclesOf(context, sql, isPrepared ? pending.map(({ _id }) => _id) : [])
  const makerId = batch.createdById
  const releasers = isPrepared ? await approversFor(context, sql, { makerId, right: 'wallet.pay' }) : []
  const left = isPrepared ? (await fundsFor(sql, batch)).left : 0n
  return {
    ...batchOf(batch),
    ...(left < 0n && { tooLittle: tooLittleText(batch.bankName, -left) }),
    payouts: payouts.map(({ amount, payToNumber, dataKey = null, reversed, ...row }) => ({
      ...row,
      amount: rupeesOf(amount),
      accountNumber: maskAccountNumber(context.accounts.open(row.clientId, payToNumber, dataKey)),
      ...reversedOf(reversed),
      warnings: warnings.get(row._id) ?? [],
      obstacles: obstacles.get(row._id) ?? [],
    })),
    releasers: releasers.map(({ id: operatorId, name }) => ({ operatorId, operator: name })),
  }
}

function batchOf(row: BatchViewRow): PayoutBatch {
  const { count, amount, paidCount, paidAmount, failedCount, failedAmount, openCount, openAmount, ...batch } = row
  return {
    ...batch,
    all: { count, amount: rupeesOf(amount) },
    paid: { count: paidCount, amount: rupeesOf(paidAmount) },
    failed: { count: failedCount, amount: rupeesOf(failedAmount) },
    open: { count: openCount, amount: rupeesOf(openAmount) },
  }
}

/** Every payee of a batch; `paid`: its money would leave the bank account. */
export function describeBatch(
  { payouts, bankName, bankId, open, layoutName, tooLittle }: BatchReply,
  paid: boolean,
): Pick<Described<'payout.release'>, 'effects' | 'evidence'> {
  const listed = payouts.filter(({ status }) => status === 'pending')
  const account = { text: `Bank account ${bankName}`, to: addressOf('bankAccount', bankId) }
  return {
    effects: paid ? [{ account, amount: -open.amount }] : [],
    evidence: [
      {
        type: 'table',
        id: listed
          .map((each) => [each._id, each.amount, each.accountNumber, ...(paid ? checksOf(each) : [])].join(' '))
          .join(),
        title: `${listed.length} ${listed.length === 1 ? 'payment' : 'payments'} in the layout ${layoutName}${paid ? '' : ', which would return to the queue'}`,
        columns: ['Withdrawal', 'Client', 'Payee', 'Account', 'Amount', ...(paid ? ['To check'] : [])],
        ...allOf(
          listed.map((payout) => [
            ...withdrawalShown(payout),
            { text: payout.payeeName },
            { text: `${payout.accountNumber}, ${payout.ifsc}` },
            { text: rupeesText(payout.amount) },
            ...(paid ? [checkShown(checksOf(payout))] : []),
          ]),
        ),
      },
      ...(paid && tooLittle !== undefined ? [missingMoney(bankName, tooLittle)] : []),
    ],
  }
}

const checksOf = ({ warnings }: Pick<Payout, 'warnings'>) => severe(warnings).map(({ sentence }) => sentence)

const checkShown = (sentences: readonly string[]): Shown =>
  sentences.length === 0 ? { text: '–' } : { text: asSentences(sentences), warns: true }

const tooLittleText = (bankName: string, paise: bigint): string =>
  `By the books, ${bankName} lacks ${formatRupees(paise)} for this batch and the payments that the bank has not answered.`

const missingMoney = (bankName: string, text: string): Evidence => ({
  type: 'facts',
  id: 'tooLittle',
  title: 'The bank may not make every payment',
  facts: factsOf({ [bankName]: { text, warns: true } }),
})

/** The bank's answer, and the clients whose money returns. */
export async function describeFailures(
  sql: Sql,
  { payouts, name }: BatchReply,
  reasons: ReadonlyMap<string, string>,
): Promise<Pick<Described<'payout.fail'>, 'effects' | 'evidence'>> {
  const open = payouts.filter(({ _id, status }) => status === 'pending' && reasons.has(_id))
  const effects: Effect[] = []
  for (const [clientId, own] of Map.groupBy(open, (payout) => payout.clientId)) {
    const { dues } = await figuresOf(sql, clientId)
    const paise = sum(own.map(({ amount }) => paiseOf(amount)))
    effects.push(...balanceEffects({ client: { clientId, name: own[0]?.clientName ?? '' }, paise, dues }))
  }
  return {
    effects,
    evidence: [
      {
        type: 'table',
        id: open.map(({ _id, amount }) => `${_id} ${amount}`).join(),
        title: `Payments of ${name} that the bank’s answer reports as failed and that are still open`,
        columns: ['Withdrawal', 'Client', 'Payee', 'Amount', 'Reason of the bank'],
        ...allOf(
          open.map((payout) => [
            ...withdrawalShown(payout),
            { text: `${payout.payeeName}, ${payout.accountNumber}, ${payout.ifsc}` },
            { text: rupeesText(payout.amount) },
            { text: reasons.get(payout._id) ?? '' },
          ]),
        ),
      },
    ],
  }
}

const withdrawalShown = (payout: Payout): Shown[] => [
  { text: payout.transactionId, to: addressOf('request', payout._id) },
  clientShown(payout),
]

const allOf = <Row>(rows: Row[]) => ({ rows, skipped: 0, last: [] })
