import type { Body } from '@sauda/contract/platform/call'
import { decimalNumber, decimalText, formatQuantity } from '@sauda/contract/platform/decimal'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { mayBuy } from '@sauda/contract/client/kyc'
import type { Instrument } from '@sauda/contract/trading/market'
import { decimalRupees, rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import type { SegmentValue } from '@sauda/contract/client/setting'
import type { tradeCalls } from '@sauda/contract/trading/trade'
import {
  changedMeanwhile,
  segmentNotActive,
  segmentOf,
  tradeErrors,
  tradeRules,
} from '@sauda/contract/trading/trade-error'
import type { Reading } from '../../core/approval/plan.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { requireUnblocked } from '../../core/ledger/client.sql.ts'
import { addUnsettled, type OwnMoney, spendable } from '../../core/ledger/clearing.ts'
import type { SettlementPart } from '../../core/ledger/proceeds.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { requireNoActionWaiting } from '../corporate-action/guard.ts'
import { updateOpenPart } from './lot.sql.ts'
import { boughtMail, soldMail } from './trade.mail.ts'
import { judge, type OperatorRequest, type TradeContext, requireNotInFile } from './trade.alone.ts'
import { checkDates } from './trade.date.ts'
import { amountOf, changeBy, planBuy, planSale } from './trade.plan.ts'
import { bought, sold } from './trade.postings.ts'
import { type ClientRow, decimalOfRow, findTradeOrLot, lastSeller, type TradeRow } from './trade.sql.ts'
import { loadState, ownOf, type Position, recentProfit, type TradeState } from './trade.state.ts'
import {
  bookingOf,
  findPosition,
  lockPosition,
  newTrade,
  positionOf,
  requireClient,
  requireSellable,
  tradePlan,
} from './trade.ts'

// What a purchase and a sale do: the same for the ticket, a line of a file, the review of a second operator and the booking.

type Buy = Body<typeof tradeCalls.buy>

export const buyPlan = async (context: TradeContext, reading: Reading, by: OperatorRequest, typed: Buy) =>
  decideBuy(context, await loadState(context, reading, by, [await requireClient(reading.sql, typed.clientId)]), typed)

/** Only a buy needs a verified client who can log in. */
function checkOpening(client: ClientRow): void {
  requireUnblocked(client)
  if (!mayBuy(client.kyc_status)) throw new AppError(commonErrors.notVerified)
}

/** Only a buy needs an active instrument in a segment active for the client. */
function checkInstrument(
  instrument: Instrument | undefined,
  segments: SegmentValue,
  { buysPairs }: Pick<TradeContext, 'buysPairs'>,
): Instrument {
  if (!instrument) throw new AppError(tradeErrors.unknownStock)
  if (instrument.kind === 'pair' && !buysPairs) throw new AppError(tradeErrors.noPairs)
  if (!instrument.active) throw new AppError(tradeErrors.notTraded)
  const segment = segmentOf[instrument.kind]
  if (!segments[segment]) throw new AppError(segmentNotActive(segment))
  return instrument
}

/** `reference`: the dealer's own, in a bulk upload. */
export async function decideBuy(
  context: TradeContext,
  state: TradeState,
  { clientId, stockName, ...order }: Buy,
  reference?: string,
) {
  const { sql, by, dealer } = state
  const own = ownOf(state, clientId)
  const { client, money } = own
  checkOpening(client)
  const found = await state.instrument(stockName)
  const instrument = checkInstrument(found, await state.segments(clientId), context)
  const action = 'BUY' as const
  const deal = { ...order, action, clientId, stock: instrument.symbol, tradedAt: order.tradedAt ?? by.requestedAt }
  const amount = amountOf(deal, instrument)
  const dates = await checkDates(sql, context.days, { ...deal, stockName: deal.stock, isApproved: !dealer })
  await requireNotInFile(sql, deal)
  if ((await state.openPositions(own)) >= tradeRules.openPositions) throw new AppError(tradeErrors.tooManyOpen)
  const paid = planBuy(spendable(money), amount)
  const { fromUnsettled, fromCash, fromLoan, missing } = paid
  const { judged, ...alone } = await judge(context, sql, { ...deal, dates, dealer })
  const made = { ...deal, ...alone, amount, cost: amount, loanPart: fromLoan, toLoan: null, lotId: null }
  const trade = newTrade(by, made, reference)
  const lot = { quantity: deal.quantity, cost: amount, loanPart: fromLoan }
  const proceeds = { bought: deal.quantity, parts: paid.proceeds }
  const boughtAt = deal.tradedAt === undefined ? undefined : new Date(deal.tradedAt)
  const { id, stock } = trade
  const position: Position = { id, clientId, stock, lot: { ...lot, proceeds }, name: undefined, boughtAt }
  const after = { ...money, cash: money.cash - fromCash, loan: money.loan - fromLoan }
  if (missing === 0n) {
    own.money = { ...after, unsettled: money.dues === 0n ? paid.left.unsettled : money.unsettled }
    own.opened += 1
  }
  const shown = {
    ...shownDeal(deal),
    name: instrument.name,
    cost: rupeesOf(amount),
    ...(fromUnsettled > 0n && { fromUnsettled: rupeesOf(fromUnsettled) }),
    fromCash: rupeesOf(fromCash),
    fromLoan: rupeesOf(fromLoan),
    cashAfter: rupeesOf(after.cash),
    loanAfter: rupeesOf(after.loan),
    missing: rupeesOf(missing),
  }
  return tradePlan(context, {
    client,
    trade,
    instrument,
    position,
    shown,
    dues: money.dues,
    judged,
    obstacle: missing > 0n ? tradeErrors.insufficient : undefined,
    journal: bought(bookingOf(trade), amount, paid.parts),
    facts: {
      Instrument: instrument.name,
      'Total price': rupeesText(shown.cost),
      'Balance afterwards': rupeesText(shown.cashAfter),
    },
    audited: () => ({
      ...(fromUnsettled > 0n && { fromUnsettled: decimalRupees(fromUnsettled) }),
      fromCash: decimalRupees(fromCash),
      fromLoan: decimalRupees(fromLoan),
    }),
    mail: (booked) => boughtMail(context.config, client, booked, paid),
  })
}

type Sell = Body<typeof tradeCalls.sell> & { readonly tradeId: string }

export async function sellPlan(
  context: TradeContext,
  reading: Reading,
  by: OperatorRequest,
  { tradeId, left, ...typed }: Sell,
) {
  const { sql, tx } = reading
  const row = await (tx ? lockPosition(tx, tradeId) : findPosition(sql, tradeId))
  requireSellable(row)
  await checkUnchanged(sql, row, left)
  const state = await loadState(context, reading, by, [await requireClient(sql, row.client_id)])
  // Read again under the lock of the client, which the booking of a trade day takes too: it may have confirmed the purchase.
  const position = await positionOf(sql, tx ? await requireRow(findTradeOrLot(tx, row.id)) : row)
  return decideSale(context, state, position, typed)
}

/** Prevents two dealers from selling the same quantity twice. */
async function checkUnchanged(sql: Sql, { id, open_quantity: open }: TradeRow, expected: bigint | undefined) {
  const left = decimalOfRow(open)
  if (expected === undefined || expected === left) return
  throw new AppError(changedMeanwhile(formatQuantity(left), (await lastSeller(sql, id))?.name))
}

type Order = Omit<Sell, 'tradeId' | 'left'>

export async function decideSale(
  context: TradeContext,
  state: TradeState,
  position: Position,
  order: Order,
  reference?: string,
) {
  const { sql, by, dealer } = state
  const { clientId, stock, lot } = position
  const uses = await unreservedLot(context, state, position)
  const own = ownOf(state, clientId)
  const { client, money } = own
  const deal = { ...order, action: 'SELL' as const, clientId, stock, tradedAt: order.tradedAt ?? by.requestedAt }
  const boughtAt = position.boughtAt ?? new Date(by.requestedAt ?? Date.now())
  const dates = await checkDates(sql, context.days, { ...deal, stockName: stock, boughtAt, isApproved: !dealer })
  await requireNoActionWaiting(context, sql, stock, dates.day)
  const instrument = await state.instrument(stock)
  const sale = planSale({ lot, deal, instrument, funds: money, owed: await state.owed(clientId) })
  await requireNotInFile(sql, deal)
  const { proceeds, cost, loanPart, left } = sale
  const profit = proceeds - cost
  const recent = await recentProfit(context, state, position, { ...deal, profit })
  const { judged, ...alone } = await judge(context, sql, { ...deal, dates, dealer, recent })
  const change = changeBy(sale, money.dues)
  const made = { amount: proceeds, cost, loanPart, toLoan: change.loan, lotId: position.id }
  const trade = newTrade(by, { ...deal, ...alone, ...made }, reference)
  const [cash, loan, dues] = [money.cash + change.cash, money.loan + change.loan, money.dues - change.paid]
  own.money = { ...money, cash, loan, dues, unsettled: withProceeds(money.unsettled, sale.backToUnsettled) }
  if (left.quantity === 0n) own.opened -= 1
  position.lot = left
  const shown = {
    ...shownDeal(deal),
    proceeds: rupeesOf(proceeds),
    cost: rupeesOf(cost),
    profitLoss: rupeesOf(profit),
    toCash: rupeesOf(change.cash),
    toLoan: rupeesOf(change.loan),
    ...(change.unsettled > 0n && { toUnsettled: rupeesOf(change.unsettled) }),
    ...(change.paid > 0n && { toDues: rupeesOf(change.paid) }),
    cashAfter: rupeesOf(cash),
    loanAfter: rupeesOf(loan),
    quantityLeft: decimalNumber(left.quantity),
  }
  return tradePlan(context, {
    client,
    trade,
    instrument,
    position,
    shown,
    dues: money.dues,
    judged,
    uses,
    journal: sold(bookingOf(trade), sale),
    facts: {
      'Sale value': rupeesText(shown.proceeds),
      'Purchase cost': rupeesText(shown.cost),
      'Profit or loss': rupeesText(shown.profitLoss),
      'Quantity left': String(shown.quantityLeft),
    },
    writeLot: (tx) => updateOpenPart(tx, position.id, left),
    audited: () => ({
      position: position.name,
      quantityLeft: decimalText(left.quantity),
      profitLoss: signedRupees(profit),
      toLoan: signedRupees(change.loan),
      ...(change.unsettled > 0n && { toUnsettled: decimalRupees(change.unsettled) }),
    }),
    mail: (booked) => soldMail(context.config, client, booked, { profitLoss: profit, left: left.quantity }),
  })
}

/** The lot that the sale uses, which no waiting request may use. */
async function unreservedLot(context: TradeContext, { sql, isReview }: TradeState, { id, name }: Position) {
  // What the same file buys can be used by nothing else.
  if (name === undefined) return []
  const uses = [`lot:${id}` as const]
  // In its own review a waiting sale is what reserves the position.
  if (!isReview) await requireUnreserved(context, sql, { uses })
  return uses
}

const shownDeal = ({ stock, quantity, price }: { stock: string; quantity: bigint; price: bigint }) => ({
  stockName: stock,
  quantity: decimalNumber(quantity),
  price: decimalNumber(price),
})

function withProceeds(before: OwnMoney['unsettled'], parts: readonly SettlementPart[]): OwnMoney['unsettled'] {
  const unsettled = before.map((each) => ({ ...each }))
  for (const { settlementId, paise } of parts) addUnsettled(unsettled, settlementId, paise)
  return unsettled
}

const signedRupees = (paise: bigint): string => (paise < 0n ? `-${decimalRupees(-paise)}` : decimalRupees(paise))
