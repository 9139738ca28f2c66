import type { Reply } from '@sauda/contract/platform/call'
import { decimalRupees, rupeesOf } from '@sauda/contract/platform/money'
import { AppError } from '@sauda/contract/platform/error'
import { reversalErrors, reversalRules, type Reversal, type reversalCalls } from '@sauda/contract/trading/reversal'
import type { AppContext } from '../../app/app-context.ts'
import { requireApprover } from '../../core/approval/approval.policy.ts'
import { carryOut, locked, obstacle, type Plan, type Reading } from '../../core/approval/plan.ts'
import { decideRequest } from '../../core/approval/decision.ts'
import { lockLapsed, requireMaker } from '../../core/approval/maker.ts'
import { unsettledPaidFor, unsettledReturnedBy } from '../../core/ledger/proceeds.ts'
import { figuresOf, lockedFigures } from '../../core/ledger/ledger.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { claimOf, decisionOf, endClaim } from '../../core/queue/claim.ts'
import { reversedMail } from './trade.mail.ts'
import { type Funds, planBack, planUnsell } from './trade.plan.ts'
import { buyReversed, openingReversed, saleReversed } from './trade.postings.ts'
import {
  findReversal,
  insertReversal,
  markReversed,
  selectDecided,
  selectWaiting,
  type ReversalRow,
} from './trade.reversal.sql.ts'
import { updateOpenPart } from './lot.sql.ts'
import { decimalOfRow, findTrade, findTradeOrLot, type TradeRow } from './trade.sql.ts'
import { lockPosition, openPartOf, record, requireClient } from './trade.ts'
import { changeOf } from './trade.describe.ts'
import { formatDeal, type OperatorRequest, type TradeContext } from './trade.alone.ts'
import { deskViewOf, tradeName, type LastPrice } from './trade.history.ts'
import { newId } from '../../platform/id.ts'
import { dayInIndia } from '../../platform/india.ts'
import { requireNoActionAfter } from '../corporate-action/guard.ts'

export async function reversals(sql: Sql, last: LastPrice): Promise<{ reversals: Reversal[] }> {
  const waiting = await selectWaiting(sql, reversalRules.rows)
  const decided = await selectDecided(sql, reversalRules.rows - waiting.length)
  return { reversals: [...waiting, ...decided].map((row) => viewOf(row, last)) }
}

export async function reversal(
  context: TradeContext,
  sql: Sql,
  id: string,
): Promise<Reply<typeof reversalCalls.reversal>> {
  const row = await requireRow(findReversal(sql, id))
  const shown = { ...viewOf(row, context.last), ...(await claimOf(sql, 'reversal', id)) }
  if (shown.status !== 'pending') return shown
  return { ...shown, ...(await obstacle(() => reversalPlan(context, { sql }, row))).plan?.shown }
}

export async function requestReversal(
  context: TradeContext,
  tx: Tx,
  by: OperatorRequest,
  { tradeId, reason }: { readonly tradeId: string; readonly reason: string },
) {
  const { trade, position } = await lockedWithPosition(tx, tradeId)
  await requireReversible(tx, trade, position)
  const id = newId()
  const isFirst = (await insertReversal(tx, { id, tradeId, reason, operatorId: by.operator.id })) > 0
  if (!isFirst) throw new AppError(reversalErrors.alreadyRequested)
  await record(context, tx, by, {
    action: 'trade.ask-reversal',
    clientId: trade.client_id,
    after: { ...factsOf(id, trade), reason, status: 'pending' },
  })
  await context.notifyScreens(tx, 'desk', 'queue')
  return viewOf(await requireRow(findReversal(tx, id)), context.last)
}

type DecideCommand = OperatorRequest & { readonly reversalId: string }

export async function approveReversal(context: TradeContext, tx: Tx, command: DecideCommand): Promise<Reversal> {
  const asked = await requireRow(findReversal(tx, command.reversalId))
  // Position first, the lock order of every transaction.
  await lockPosition(tx, asked.lot_id ?? asked.id)
  const row = await decide(context, tx, command, 'approved')
  await requireMaker(context, tx, row.requested_by, 'reversal')
  await requireApprover(context, tx, {
    operator: command.operator,
    makerId: row.requested_by,
    right: 'trade.book',
    summary: summaryOf(row),
  })
  await carryOut(context, tx, command, await reversalPlan(context, locked(tx), row))
  return viewOf(await requireRow(findReversal(tx, command.reversalId)), context.last)
}

/** The requesting operator may cancel it this way. */
export async function rejectReversal(context: TradeContext, tx: Tx, command: DecideCommand): Promise<Reversal> {
  await decide(context, tx, command, 'rejected')
  return viewOf(await requireRow(findReversal(tx, command.reversalId)), context.last)
}

/** Rejects what operators requested who may no longer do so. */
export async function lapseReversals(context: AppContext, tx: Tx, by: Omit<DecideCommand, 'reversalId'>) {
  for (const reversalId of await lockLapsed(context, tx, 'reversal'))
    await decide(context, tx, { ...by, reversalId }, 'rejected')
}

type Found = { readonly trade: TradeRow; readonly position: TradeRow }

/** The trade with its position locked: the buy of a sell, or the buy itself. */
async function lockedWithPosition(tx: Tx, tradeId: string): Promise<Found> {
  const found = await requireRow(findTrade(tx, tradeId))
  const position = await lockPosition(tx, found.lot_id ?? tradeId)
  // It may have been reversed before the lock.
  const trade = found.lot_id === null ? position : await requireRow(findTrade(tx, tradeId))
  return { trade, position }
}

async function requireReversible(sql: Sql, trade: TradeRow, position: TradeRow): Promise<void> {
  if (trade.reversed_at !== null) throw new AppError(reversalErrors.alreadyReversed)
  if (trade.contract_id !== null) throw new AppError(reversalErrors.ofExchange)
  if (trade.is_of_action) throw new AppError(reversalErrors.ofAction)
  if (trade.action === 'BUY' && position.open_quantity !== position.quantity)
    throw new AppError(reversalErrors.soldSince)
  await requireNoActionAfter(sql, [trade.stock], dayInIndia(trade.traded_at ?? trade.created_at))
}

/** Its position is locked before, where it is to be carried out. */
async function reversalPlan(context: TradeContext, { sql, tx }: Reading, row: ReversalRow) {
  const { action, client_id: clientId, stock, lot_id: lotId, reversal_reason: reason } = row
  const position = lotId === null ? row : await requireRow(findTradeOrLot(sql, lotId))
  await requireReversible(sql, row, position)
  const funds = await (tx ? lockedFigures(tx, clientId) : figuresOf(sql, clientId))
  const [name, quantity, price] = [tradeName(row.number), decimalOfRow(row.quantity), decimalOfRow(row.price)]
  const narration = `${name}, ${formatDeal({ stock, quantity, price })}. Reason: ${reason}`
  const journal = await journalOf(sql, context, row, funds, narration)
  const change = changeOf(journal, funds.dues)
  const left = openPartOf(position)
  const effect = {
    dues: rupeesOf(-change.paid),
    balance: rupeesOf(change.balance),
    invested: rupeesOf(change.invested),
    loan: rupeesOf(change.loan),
    unsettled: rupeesOf(change.unsettled),
  }
  const client = await requireClient(sql, clientId)
  const isOpening = row.import_id !== null
  const booked = { action, stock, quantity, price, amount: row.amount, tradeId: name, isOpening, change }
  return {
    summary: summaryOf(row),
    clientId,
    reasons: [],
    shown: { effect },
    journals: [journal],
    insufficient: reversalErrors.spent,
    async write(tx) {
      // The booking of the trade day may have come first.
      if ((await markReversed(tx, row.id, row.reversal_id)) === 0) throw new AppError(reversalErrors.ofExchange)
      await (action === 'BUY'
        ? updateOpenPart(tx, row.id, { quantity: 0n, cost: 0n, loanPart: 0n })
        : updateOpenPart(tx, position.id, {
            quantity: left.quantity + quantity,
            cost: left.cost + row.cost,
            loanPart: left.loanPart + row.loan_part,
          }))
    },
    mails: () => [
      [reversedMail(context.config, client, booked, reason), { clientId, topic: 'trade', id: row.id }] as const,
    ],
  } satisfies Plan
}

/** The entries that take the trade back. */
async function journalOf(sql: Sql, { owed }: TradeContext, trade: TradeRow, funds: Funds, narration: string) {
  const clientId = trade.client_id
  const booking = { id: trade.id, clientId, narration }
  if (trade.action === 'SELL') {
    const fromLoan = planUnsell(trade.to_loan ?? 0n, funds)
    const fromUnsettled = await unsettledReturnedBy(sql, clientId, trade.id)
    return saleReversed(booking, { proceeds: trade.amount, cost: trade.cost, fromLoan, fromUnsettled })
  }
  if (trade.import_id !== null) return openingReversed(booking, trade.open_cost)
  return buyReversed(booking, {
    cost: trade.open_cost,
    backToLoan: planBack(trade.open_loan_part, funds, await owed(sql, clientId)),
    backToUnsettled: await unsettledPaidFor(sql, clientId, trade.id),
  })
}

const summaryOf = ({ number, client_name }: ReversalRow): string => `Reversal of ${tradeName(number)} of ${client_name}`

async function decide(
  context: AppContext,
  tx: Tx,
  { reversalId: id, ...by }: DecideCommand,
  status: 'approved' | 'rejected',
) {
  const row = await decideRequest(context, tx, by, {
    table: 'trade_reversal',
    id,
    status,
    find: () => findReversal(tx, id),
    about: (found) => ({
      makerId: found.requested_by,
      decidedBy: found.decided_by_name,
      clientId: found.client_id,
      summary: summaryOf(found),
      error: reversalErrors.ownRequest,
    }),
  })
  await endClaim(tx, 'reversal', id)
  await record(context, tx, by, {
    action: status === 'approved' ? 'trade.reverse' : 'trade.refuse-reversal',
    clientId: row.client_id,
    before: { status: 'pending' },
    after: { ...factsOf(id, row), reason: row.reversal_reason, status },
  })
  await context.notifyScreens(tx, 'desk', 'queue')
  return row
}

const factsOf = (reversalId: string, trade: TradeRow) => ({
  reversalId,
  tradeId: trade.id,
  trade: tradeName(trade.number),
  amount: decimalRupees(trade.amount),
})

const viewOf = (row: ReversalRow, last: LastPrice): Reversal => ({
  _id: row.reversal_id,
  status: row.reversal_status,
  reason: row.reversal_reason,
  requestedBy: row.requested_by_name,
  requestedById: row.requested_by,
  createdAt: row.reversal_created_at.toISOString(),
  ...decisionOf(row),
  ...(row.decided_at !== null && { decidedAt: row.decided_at.toISOString() }),
  trade: deskViewOf(row, last),
})
