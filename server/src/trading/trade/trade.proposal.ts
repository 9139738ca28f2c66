import type { Proposal } from '@sauda/contract/core/approval'
import type { Body, CallInput, Reply } from '@sauda/contract/platform/call'
import { decimalNumber, moneyOf } from '@sauda/contract/platform/decimal'
import { rupeesOf } from '@sauda/contract/platform/money'
import { type TradeAction, tradeCalls } from '@sauda/contract/trading/trade'
import type { tradeFileCalls } from '@sauda/contract/trading/trade-file'
import { locked, planHandler, propose } from '../../core/approval/plan.ts'
import { type Executor, type ProposalHandlers, waiting } from '../../core/approval/proposal.ts'
import { insertSentFile } from '../../core/sent-file/sent-file.sql.ts'
import type { Tx } from '../../platform/db.ts'
import { sha256 } from '../../platform/secret.ts'
import type { OperatorRequest, TradeContext } from './trade.alone.ts'
import { buyPlan, sellPlan } from './trade.book.ts'
import { filePlan, waitingFile } from './trade.file.ts'
import { deskTrade } from './trade.history.ts'
import type { Deal } from './trade.plan.ts'

// Trades and files of trades that one dealer may not book alone: the call's body is stored and booked when a second
// operator approves it (docs/decisions/0053-approval-policy.md).

type Input<B> = OperatorRequest & {
  readonly body: B
  readonly params: { readonly tradeId?: string }
  /** As sent, to be checked again when it is approved. */
  readonly request: { readonly body: unknown }
}
type BookedTrade = Reply<typeof tradeCalls.buy>

export async function bookBuy(context: TradeContext, tx: Tx, given: Input<Body<typeof tradeCalls.buy>>) {
  const { operator, ip, body } = given
  const payload = { at: now(), body: given.request.body as CallInput<typeof tradeCalls.buy>['body'] }
  const plan = await buyPlan(context, locked(tx), given, body)
  const result = await propose(context, tx, { kind: 'trade.buy' as const, payload, operator, ip }, plan)
  if ('done' in result) return deskTrade(tx, result.done.id, context.last)
  return proposed('BUY', body.stockName, body, result.proposal)
}

export async function bookSell(context: TradeContext, tx: Tx, given: Input<Body<typeof tradeCalls.sell>>) {
  const { operator, ip, body, params } = given
  const tradeId = params.tradeId ?? ''
  const payload = { at: now(), tradeId, body: given.request.body as CallInput<typeof tradeCalls.sell>['body'] }
  const plan = await sellPlan(context, locked(tx), given, { ...body, tradeId })
  const result = await propose(context, tx, { kind: 'trade.sell' as const, payload, operator, ip }, plan)
  if ('done' in result) return deskTrade(tx, result.done.id, context.last)
  return proposed('SELL', plan.position.stock, body, result.proposal)
}

/** One line that needs a second operator makes the whole file wait. */
export async function bookTradeFile(
  context: TradeContext,
  tx: Tx,
  given: Input<Body<typeof tradeFileCalls.book>>,
): Promise<Reply<typeof tradeFileCalls.book>> {
  const { operator, ip, body } = given
  const bytes = Buffer.from(body.csv)
  const hash = sha256(bytes)
  const payload = { at: now(), sha256: hash.toString('hex') }
  const plan = await filePlan(context, locked(tx), given, body.csv)
  const result = await propose(context, tx, { kind: 'trade.file' as const, payload, operator, ip }, plan)
  if ('done' in result) return plan.shown
  await insertSentFile(tx, { sha256: hash, bytes })
  return { ...plan.shown, ...waiting(result.proposal) }
}

/** What a second operator reviews, and books by approving it. */
export const tradeProposals = (context: TradeContext): ProposalHandlers<'trade.buy' | 'trade.sell' | 'trade.file'> => ({
  'trade.buy': planHandler(context, (tx, { at, body }, by, reading) =>
    buyPlan(context, reading, approved(by, at), tradeCalls.buy.body.parse(body)),
  ),
  'trade.sell': planHandler(context, (tx, { at, tradeId, body }, by, reading) =>
    sellPlan(context, reading, approved(by, at), { ...tradeCalls.sell.body.parse(body), tradeId }),
  ),
  'trade.file': planHandler(context, async (tx, { at, sha256 }, by, reading) =>
    filePlan(context, reading, approved(by, at), await waitingFile(tx, sha256)),
  ),
})

const now = () => new Date().toISOString()

/** The trade keeps the time at which it was requested. */
const approved = ({ operator, ip, requestedBy }: Executor, requestedAt?: string): OperatorRequest => ({
  operator,
  ip,
  requestedBy,
  requestedAt,
})

/** The trade is not booked yet. */
function proposed(action: TradeAction, stockName: string, { quantity, price }: Deal, proposal: Proposal): BookedTrade {
  const amount = rupeesOf(moneyOf(price, quantity))
  return {
    _id: proposal._id,
    tradeId: 'Pending',
    stockName,
    action,
    status: 'OPEN',
    quantity: 0,
    bookedQuantity: decimalNumber(quantity),
    avgPrice: decimalNumber(price),
    currentPrice: decimalNumber(price),
    amount,
    cost: action === 'BUY' ? amount : 0,
    loanPart: 0,
    createdAt: proposal.createdAt,
    date: proposal.createdAt,
    clientId: proposal.clientId ?? '',
    clientName: proposal.clientName ?? '',
    saudaId: proposal.saudaId ?? '',
    bookedBy: proposal.requestedBy,
    ...waiting(proposal),
  }
}
