import type { Proposal } from '@sauda/contract/core/approval'
import type { Body, CallInput, Reply } from '@sauda/contract/platform/call'
import { decimalNumber, moneyOf } from '@sauda/contract/platform/decimal'
import { rupeesOf } from '@sauda/contract/platform/money'
import { type TradeAction, tradeCalls } from '@sauda/contract/trading/trade'
import type { tradeFileCalls } from '@sauda/contract/trading/trade-file'
import { type Executor, type ProposalHandlers, runOrPropose } from '../../core/approval/proposal.ts'
import { insertSentFile } from '../../core/sent-file/sent-file.sql.ts'
import { requireRow, type Tx } from '../../platform/db.ts'
import { sha256 } from '../../platform/secret.ts'
import { describeBuy, describeFile, describeSell } from './trade.describe.ts'
import { bookFile, previewFile, waitingFile } from './trade.file.ts'
import type { Deal } from './trade.plan.ts'
import { findPosition } from './trade.sql.ts'
import { buy, sell } from './trade.ts'
import { type OperatorRequest, type TradeContext } from './trade.alone.ts'

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
  const request = { kind: 'trade.buy' as const, payload, operator, ip }
  const result = await runOrPropose(context, tx, request, () => buy(context, tx, given, body))
  return 'done' in result ? result.done : proposed('BUY', body.stockName, body, result.proposal)
}

export async function bookSell(context: TradeContext, tx: Tx, given: Input<Body<typeof tradeCalls.sell>>) {
  const { operator, ip, body, params } = given
  const tradeId = params.tradeId ?? ''
  const payload = { at: now(), tradeId, body: given.request.body as CallInput<typeof tradeCalls.sell>['body'] }
  const request = { kind: 'trade.sell' as const, payload, operator, ip }
  const result = await runOrPropose(context, tx, request, () => sell(context, tx, given, { ...body, tradeId }))
  if ('done' in result) return result.done
  return proposed('SELL', (await requireRow(findPosition(tx, tradeId))).stock, body, result.proposal)
}

/** One line that needs a second operator makes the whole file wait. */
export async function bookTradeFile(
  context: TradeContext,
  tx: Tx,
  given: Input<Body<typeof tradeFileCalls.book>>,
): Promise<Reply<typeof tradeFileCalls.book>> {
  const { operator, ip, body } = given
  const content = Buffer.from(body.csv)
  const hash = sha256(content)
  const payload = { at: now(), sha256: hash.toString('hex') }
  const request = { kind: 'trade.file' as const, payload, operator, ip }
  const result = await runOrPropose(context, tx, request, () => bookFile(context, tx, given, body.csv))
  if ('done' in result) return result.done
  await insertSentFile(tx, { sha256: hash, bytes: content })
  return {
    // Outside this transaction: a cluster rejects such reads after a posting, also after one that was rolled back.
    ...(await previewFile(context, { operator, csv: body.csv })),
    waitsForSecond: true,
    secondReasons: result.proposal.reasons,
  }
}

/** Books what a second operator has approved. */
export const tradeProposals = (context: TradeContext): ProposalHandlers<'trade.buy' | 'trade.sell' | 'trade.file'> => ({
  'trade.buy': {
    describe: (tx, payload) => describeBuy(context, tx, payload),
    carryOut: (tx, { at, body }, by) => buy(context, tx, approved(by, at), tradeCalls.buy.body.parse(body)),
  },
  'trade.sell': {
    describe: (tx, payload) => describeSell(context, tx, payload),
    carryOut: (tx, { at, tradeId, body }, by) =>
      sell(context, tx, approved(by, at), { ...tradeCalls.sell.body.parse(body), tradeId }),
  },
  'trade.file': {
    describe: (tx, payload, operator) => describeFile(context, tx, { ...payload, operator }),
    carryOut: async (tx, { at, sha256 }, by) => bookFile(context, tx, approved(by, at), await waitingFile(tx, sha256)),
  },
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
    waitsForSecond: true,
    secondReasons: proposal.reasons,
  }
}
