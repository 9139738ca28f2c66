import type { Body } from '@sauda/contract/platform/call'
import { decimalText, formatQuantity } from '@sauda/contract/platform/decimal'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { mayBuy } from '@sauda/contract/client/kyc'
import type { Instrument } from '@sauda/contract/trading/market'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { SegmentValue } from '@sauda/contract/client/setting'
import { type DeskTrade, type tradeCalls } from '@sauda/contract/trading/trade'
import {
  changedMeanwhile,
  segmentNotActive,
  segmentOf,
  tradeErrors,
  tradeRules,
} from '@sauda/contract/trading/trade-error'
import type { AppContext } from '../../app/app-context.ts'
import { requireUnreserved } from '../../core/approval/reservation.ts'
import { ownMoney, spendable } from '../../core/ledger/clearing.ts'
import { unsettledPaidFor } from '../../core/ledger/proceeds.ts'
import { lockedFigures, post } from '../../core/ledger/ledger.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { deskTrade, tradeName } from './trade.history.ts'
import { boughtMail, soldMail } from './trade.mail.ts'
import {
  formatDeal,
  type OperatorRequest,
  dealerOf,
  requireAlone,
  requireSaleAlone,
  type TradeContext,
  requireNotInFile,
} from './trade.alone.ts'
import { checkDates } from './trade.date.ts'
import { amountOf, changeBy, type OpenPart, planBuy, planSale } from './trade.plan.ts'
import { bought, sold } from './trade.postings.ts'
import { updateOpenPart } from './lot.sql.ts'
import {
  type ClientRow,
  countOpen,
  decimalOfRow,
  findClient,
  findTrade,
  insertTrade,
  lastSeller,
  lockBuy,
  type NewTrade,
  type TradeRow,
} from './trade.sql.ts'
import { requireUnblocked } from '../../core/ledger/blocked.sql.ts'

type Buy = Body<typeof tradeCalls.buy>
type Sell = Body<typeof tradeCalls.sell> & { readonly tradeId: string }

export const requireClient = async (sql: Sql, clientId: string): Promise<ClientRow> =>
  requireRow(findClient(sql, clientId))

/** Only a buy needs a verified client who can log in. */
export function checkOpening(client: ClientRow): void {
  requireUnblocked(client)
  if (!mayBuy(client.kyc_status)) throw new AppError(commonErrors.notVerified)
}

/** Only a buy needs an active instrument in a segment active for the client. */
export function checkInstrument(
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

export async function checkBuy(sql: Sql, context: TradeContext, { clientId, stockName, ...deal }: Buy) {
  const client = await requireClient(sql, clientId)
  checkOpening(client)
  const instrument = checkInstrument(
    await context.instrument(sql, stockName),
    await context.segments(sql, clientId),
    context,
  )
  return { client, instrument, amount: amountOf(deal, instrument) }
}

export async function buy(context: TradeContext, tx: Tx, by: OperatorRequest, typed: Buy): Promise<DeskTrade> {
  const input = { ...typed, tradedAt: typed.tradedAt ?? by.requestedAt }
  const dates = await checkDates(tx, context.days, { ...input, isApproved: by.requestedBy !== undefined })
  const { client, instrument, amount } = await checkBuy(tx, context, input)
  const dealer = await dealerOf(context, tx, by)
  const funds = await lockedFigures(tx, client.id)
  // Under the lock, which the booking of a trade day takes too.
  await requireNotInFile(tx, { ...input, action: 'BUY', stock: instrument.symbol })
  const paid = planBuy(spendable(await ownMoney(tx, client.id, funds)), amount)
  if (paid.missing > 0n) throw new AppError(tradeErrors.insufficient)
  const open = await countOpen(tx, client.id, tradeRules.openPositions)
  if ((open?.count ?? 0) >= tradeRules.openPositions) throw new AppError(tradeErrors.tooManyOpen)
  const judged = { action: 'BUY' as const, client, stock: instrument.symbol, dates, dealer, ...input }
  const alone = await requireAlone(context, tx, by, judged)
  const trade = newTrade(by, {
    ...input,
    clientId: client.id,
    action: 'BUY',
    stock: instrument.symbol,
    amount,
    cost: amount,
    loanPart: paid.fromLoan,
    toLoan: null,
    lotId: null,
    ...alone,
  })
  const inserted = insertTrade(tx, trade)
  const journal = bought({ id: trade.id, clientId: client.id, narration: formatDeal(trade) }, amount, paid.parts)
  await Promise.all([inserted, post(tx, journal, tradeErrors.insufficient)])
  const tradeId = tradeName((await inserted)?.number ?? 0n)
  const after = {
    ...factsOf(trade, tradeId),
    ...(paid.fromUnsettled > 0n && { fromUnsettled: decimalRupees(paid.fromUnsettled) }),
    fromCash: decimalRupees(paid.fromCash),
    fromLoan: decimalRupees(paid.fromLoan),
  }
  await Promise.all([
    record(context, tx, by, { action: 'trade.buy', clientId: client.id, after }),
    by.fromFile === undefined &&
      context.inform(tx, boughtMail(context.config, client, { ...trade, tradeId }, paid), aboutOf(trade)),
  ])
  return deskTrade(tx, trade.id, context.last)
}

const aboutOf = ({ clientId, id }: { clientId: string; id: string }) => ({ clientId, topic: 'trade' as const, id })

export async function sell(
  context: TradeContext,
  tx: Tx,
  by: OperatorRequest,
  { tradeId, left: expected, ...typed }: Sell,
): Promise<DeskTrade> {
  const deal = { ...typed, tradedAt: typed.tradedAt ?? by.requestedAt }
  const buyRow = await lockPosition(tx, tradeId)
  await requireUnreserved(context, tx, { uses: [`lot:${tradeId}`] })
  await checkUnchanged(tx, buyRow, expected)
  const clientId = buyRow.client_id
  const boughtAt = buyRow.traded_at ?? buyRow.created_at
  const dates = await checkDates(tx, context.days, {
    ...deal,
    clientId,
    boughtAt,
    isApproved: by.requestedBy !== undefined,
  })
  const dealer = await dealerOf(context, tx, by)
  const funds = await lockedFigures(tx, clientId)
  const instrument = await context.instrument(tx, buyRow.stock)
  // After locking the figures, so that no repayment can change it.
  const owed = await context.owed(tx, clientId)
  // Read again under that lock, which the booking of a trade day takes too: it may have confirmed the purchase.
  const lot = await lotOf(tx, await requireRow(findTrade(tx, buyRow.id)))
  const sale = planSale({ lot, deal, instrument, funds, owed })
  await requireNotInFile(tx, { clientId, action: 'SELL', stock: buyRow.stock, ...deal })
  const client = await requireClient(tx, clientId)
  const profitLoss = sale.proceeds - sale.cost
  const { loan: toLoan, unsettled: toUnsettled } = changeBy(sale)
  const judged = { client, stock: buyRow.stock, dates, dealer, buyId: buyRow.id, profit: profitLoss, ...deal }
  const alone = await requireSaleAlone(context, tx, by, judged)
  const trade = newTrade(by, {
    clientId,
    action: 'SELL',
    stock: buyRow.stock,
    ...deal,
    amount: sale.proceeds,
    cost: sale.cost,
    loanPart: sale.loanPart,
    toLoan,
    lotId: buyRow.id,
    ...alone,
  })
  const inserted = insertTrade(tx, trade)
  const journal = sold({ id: trade.id, clientId, narration: formatDeal(trade) }, sale)
  await Promise.all([inserted, updateOpenPart(tx, buyRow.id, sale.left), post(tx, journal, tradeErrors.insufficient)])
  const name = tradeName((await inserted)?.number ?? 0n)
  const after = {
    ...factsOf(trade, name),
    position: tradeName(buyRow.number),
    quantityLeft: decimalText(sale.left.quantity),
    profitLoss: signedRupees(profitLoss),
    toLoan: signedRupees(toLoan),
    ...(toUnsettled > 0n && { toUnsettled: decimalRupees(toUnsettled) }),
  }
  await Promise.all([
    record(context, tx, by, { action: 'trade.sell', clientId, after }),
    by.fromFile === undefined &&
      context.inform(
        tx,
        soldMail(context.config, client, { ...trade, tradeId: name }, { profitLoss, left: sale.left.quantity }),
        aboutOf(trade),
      ),
  ])
  return deskTrade(tx, trade.id, context.last)
}

/** Prevents two dealers from selling the same quantity twice. */
async function checkUnchanged(tx: Tx, { id, open_quantity: open }: TradeRow, expected: bigint | undefined) {
  const left = decimalOfRow(open)
  if (expected === undefined || expected === left) return
  throw new AppError(changedMeanwhile(formatQuantity(left), (await lastSeller(tx, id))?.name))
}

/** Locked until the transaction ends. */
export async function lockPosition(tx: Tx, id: string): Promise<TradeRow> {
  const row = await lockBuy(tx, id)
  if (!row) throw new AppError((await findTrade(tx, id)) ? tradeErrors.notPosition : commonErrors.notFound)
  return row
}

export const openPartOf = (row: TradeRow): OpenPart => ({
  quantity: decimalOfRow(row.open_quantity),
  cost: row.open_cost,
  loanPart: row.open_loan_part,
})

/** With the sale proceeds that paid it; what a contract or an import booked names none. */
export async function lotOf(sql: Sql, row: TradeRow): Promise<OpenPart> {
  const lot = openPartOf(row)
  if (lot.quantity === 0n || row.contract_id !== null || row.import_id !== null) return lot
  const parts = await unsettledPaidFor(sql, row.client_id, row.id)
  return { ...lot, proceeds: { bought: decimalOfRow(row.quantity), parts } }
}

const newTrade = (
  { operator, requestedBy, fromFile }: OperatorRequest,
  made: Omit<NewTrade, 'id' | 'operatorId' | 'requestedBy' | 'reference'>,
): NewTrade => ({
  ...made,
  id: newId(),
  operatorId: operator.id,
  requestedBy: requestedBy ?? null,
  reference: fromFile?.reference ?? null,
})

const signedRupees = (paise: bigint): string => (paise < 0n ? `-${decimalRupees(-paise)}` : decimalRupees(paise))

const factsOf = ({ id, stock, quantity, price, amount, reference, ...trade }: NewTrade, tradeId: string) => ({
  tradeId: id,
  trade: tradeId,
  stock,
  quantity: decimalText(quantity),
  price: decimalText(price),
  amount: decimalRupees(amount),
  ...(reference !== null && { reference }),
  // Left out of the audit row where they are undefined.
  tradedAt: trade.tradedAt,
  exchange: trade.exchange,
  orderNumber: trade.orderNumber,
  exchangeTradeNumber: trade.exchangeTradeNumber,
})

type TradeEvent = {
  readonly action: string
  readonly clientId: string
  readonly before?: object
  readonly after: object
}

export async function record(
  { audit, notifyScreens }: AppContext,
  tx: Tx,
  { operator, ip }: OperatorRequest,
  { action, clientId, ...changed }: TradeEvent,
) {
  await Promise.all([
    audit(tx, { by: { operator, ip }, action, subjectId: clientId, ...changed }),
    notifyScreens(tx, { clientId }, 'trade'),
    notifyScreens(tx, { clientId }, 'wallet'),
    notifyScreens(tx, 'desk', 'trade'),
    notifyScreens(tx, 'desk', 'client', clientId),
  ])
}
