import type { Reply } from '@sauda/contract/platform/call'
import { type LedgerAccount, paysDues } from '@sauda/contract/core/ledger'
import { decimalRupees, rupeesOf } from '@sauda/contract/platform/money'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { reversalErrors, reversalRules, type Reversal, type reversalCalls } from '@sauda/contract/core/reversal'
import type { AppContext } from '../../app/app-context.ts'
import { requireApprover } from '../../core/approval/approval.policy.ts'
import { decideRequest } from '../../core/approval/decision.ts'
import { lockLapsed, requireMaker } from '../../core/approval/maker.ts'
import { unsettledPaidFor, unsettledReturnedBy } from '../../core/ledger/proceeds.ts'
import { figuresOf, type Journal, lockedFigures, post } from '../../core/ledger/ledger.ts'
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
import { decimalOfRow, findTrade, type TradeRow } from './trade.sql.ts'
import { lockPosition, openPartOf, record, requireClient } from './trade.ts'
import { formatDeal, type OperatorRequest, type TradeContext } from './trade.alone.ts'
import { deskViewOf, tradeName, type LastPrice } from './trade.history.ts'
import { newId } from '../../platform/id.ts'

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
  if (shown.status !== 'pending' || faultOf(row, await positionOf(sql, row))) return shown
  const funds = await figuresOf(sql, row.client_id)
  const change = changeOf(await journalOf(sql, context, row, funds, ''), funds.dues)
  const effect = {
    dues: rupeesOf(-change.paid),
    balance: rupeesOf(change.balance),
    invested: rupeesOf(change.invested),
    loan: rupeesOf(change.loan),
    unsettled: rupeesOf(change.unsettled),
  }
  return { ...shown, effect }
}

function changeOf({ postings }: Journal, dues: bigint) {
  const of = (account: LedgerAccount) =>
    postings.reduce((sum, { from, to, paise }) => sum + (to === account ? paise : from === account ? -paise : 0n), 0n)
  const paid = paysDues(of('cash'), dues)
  return { paid, balance: of('cash') - paid, invested: of('invested'), loan: of('loan'), unsettled: of('unsettled') }
}

/** The buy of a sale, or the buy itself. */
const positionOf = async (sql: Sql, trade: TradeRow): Promise<TradeRow> =>
  trade.lot_id === null ? trade : requireRow(findTrade(sql, trade.lot_id))

export async function requestReversal(
  context: TradeContext,
  tx: Tx,
  by: OperatorRequest,
  { tradeId, reason }: { readonly tradeId: string; readonly reason: string },
) {
  const { trade, position } = await lockedWithPosition(tx, tradeId)
  checkReversible(trade, position)
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
  const { trade, position } = await lockedWithPosition(tx, asked.id)
  const row = await decide(context, tx, command, 'approved')
  await requireMaker(context, tx, row.requested_by, 'reversal')
  await requireApprover(context, tx, {
    operator: command.operator,
    makerId: row.requested_by,
    right: 'trade.book',
    summary: `Reversal of ${tradeName(row.number)} of ${row.client_name}`,
  })
  checkReversible(trade, position)
  const change = await undo(tx, context, { trade, position, row })
  const client = await requireClient(tx, trade.client_id)
  const booked = {
    action: trade.action,
    stock: trade.stock,
    quantity: decimalOfRow(trade.quantity),
    price: decimalOfRow(trade.price),
    amount: trade.amount,
    tradeId: tradeName(trade.number),
    isOpening: trade.import_id !== null,
    change,
  }
  await context.inform(tx, reversedMail(context.config, client, booked, row.reversal_reason), {
    clientId: client.id,
    topic: 'trade',
    id: trade.id,
  })
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

function faultOf(trade: TradeRow, position: TradeRow): ErrorDefinition | undefined {
  if (trade.reversed_at !== null) return reversalErrors.alreadyReversed
  if (trade.contract_id !== null) return reversalErrors.ofExchange
  return trade.action === 'BUY' && position.open_quantity !== position.quantity ? reversalErrors.soldSince : undefined
}

function checkReversible(trade: TradeRow, position: TradeRow): void {
  const fault = faultOf(trade, position)
  if (fault) throw new AppError(fault)
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

async function undo(tx: Tx, context: TradeContext, { trade, position, row }: Found & { row: ReversalRow }) {
  const funds = await lockedFigures(tx, trade.client_id)
  const deal = { stock: trade.stock, quantity: decimalOfRow(trade.quantity), price: decimalOfRow(trade.price) }
  const narration = `${tradeName(trade.number)}, ${formatDeal(deal)}. Reason: ${row.reversal_reason}`
  const journal = await journalOf(tx, context, trade, funds, narration)
  // The booking of the trade day may have come first.
  if ((await markReversed(tx, trade.id, row.reversal_id)) === 0) throw new AppError(reversalErrors.ofExchange)
  const left = openPartOf(position)
  await (trade.action === 'BUY'
    ? updateOpenPart(tx, trade.id, { quantity: 0n, cost: 0n, loanPart: 0n })
    : updateOpenPart(tx, position.id, {
        quantity: left.quantity + decimalOfRow(trade.quantity),
        cost: left.cost + trade.cost,
        loanPart: left.loanPart + trade.loan_part,
      }))
  await post(tx, journal, reversalErrors.spent)
  return changeOf(journal, funds.dues)
}

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
      summary: `Reversal of ${tradeName(found.number)} of ${found.client_name}`,
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
