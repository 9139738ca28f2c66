import type { Body } from '@sauda/contract/call'
import { decimalOf, decimalText, formatPrice, formatQuantity } from '@sauda/contract/decimal'
import { AppError, commonErrors } from '@sauda/contract/error'
import type { Instrument } from '@sauda/contract/market'
import { decimalRupees } from '@sauda/contract/money'
import type { SegmentValue } from '@sauda/contract/setting'
import {
  changedMeanwhile,
  type DeskTrade,
  segmentNotActive,
  segmentOf,
  type TradeAction,
  type tradeCalls,
  tradeErrors,
  tradeRules,
} from '@sauda/contract/trade'
import type { TradeContext } from '../app-context.ts'
import { tradeReasons } from '../approval/approval.ts'
import { SecondOperatorNeeded } from '../approval/proposal.ts'
import { operatorActor } from '../audit/audit.ts'
import { lockedFigures, post } from '../ledger/ledger.ts'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { deskTrade, type LastPrice, tradeName } from './trade.history.ts'
import { boughtMail, soldMail } from './trade.mail.ts'
import { amountOf, changeBy, checkTradedAt, type Deal, type OpenPart, planBuy, planSale } from './trade.plan.ts'
import { bought, sold } from './trade.postings.ts'
import {
  type ClientRow,
  countOpen,
  decimalOfRow,
  findClient,
  findTrade,
  insertTrade,
  isSoldOnDayOfBuy,
  updateOpenPart,
  lastSeller,
  lockBuy,
  type NewTrade,
  type TradeRow,
} from './trade.sql.ts'

type Buy = Body<typeof tradeCalls.buy>
type Sell = Body<typeof tradeCalls.sell> & { readonly tradeId: string }

export const requireClient = async (sql: Sql, clientId: string): Promise<ClientRow> =>
  requireRow(findClient(sql, clientId))

/** Only a buy needs a verified client whose login is not frozen. */
export function checkOpening({ kyc_status: documents, frozen }: ClientRow): void {
  if (documents !== 'VERIFIED') throw new AppError(commonErrors.notVerified)
  if (frozen) throw new AppError(commonErrors.loginFrozen)
}

/** Only a buy needs an active instrument in a segment active for the client. */
export function checkInstrument(instrument: Instrument | undefined, segments: SegmentValue): Instrument {
  if (!instrument) throw new AppError(tradeErrors.unknownStock)
  if (!instrument.active) throw new AppError(tradeErrors.notTraded)
  const segment = segmentOf[instrument.kind]
  if (!segments[segment]) throw new AppError(segmentNotActive(segment))
  return instrument
}

export async function checkBuy(sql: Sql, dependencies: TradeDependencies, { clientId, stockName, ...deal }: Buy) {
  const client = await requireClient(sql, clientId)
  checkOpening(client)
  const instrument = checkInstrument(
    await dependencies.instrument(sql, stockName),
    await dependencies.segments(sql, clientId),
  )
  return { client, instrument, amount: amountOf(deal, instrument) }
}

/** Paid from the balance first, then from the unused loan. */
export async function buy(
  context: TradeContext,
  dependencies: TradeDependencies,
  tx: Tx,
  by: OperatorRequest,
  input: Buy,
): Promise<DeskTrade> {
  checkTradedAt(input.tradedAt)
  const { client, instrument, amount } = await checkBuy(tx, dependencies, input)
  const paid = planBuy(await lockedFigures(tx, client.id), amount)
  if (paid.missing > 0n) throw new AppError(tradeErrors.insufficient)
  const open = await countOpen(tx, client.id, tradeRules.openPositions)
  if ((open?.count ?? 0) >= tradeRules.openPositions) throw new AppError(tradeErrors.tooManyOpen)
  await requireAlone(context, dependencies, tx, by, { action: 'BUY', client, stock: instrument.symbol, ...input })
  const trade = newTrade(by, {
    ...input,
    clientId: client.id,
    action: 'BUY',
    stock: instrument.symbol,
    amount,
    cost: amount,
    loanPart: paid.fromLoan,
    toLoan: null,
    buyId: null,
  })
  const inserted = insertTrade(tx, trade)
  const journal = bought({ id: trade.id, clientId: client.id, narration: formatDeal(trade) }, paid)
  await Promise.all([inserted, post(tx, journal, tradeErrors.insufficient)])
  const tradeId = tradeName((await inserted)?.number ?? 0n)
  const after = {
    ...factsOf(trade, tradeId),
    fromCash: decimalRupees(paid.fromCash),
    fromLoan: decimalRupees(paid.fromLoan),
  }
  await Promise.all([
    record(context, tx, by, { action: 'trade.buy', clientId: client.id, after }),
    by.fromFile === undefined &&
      context.inform(tx, boughtMail(context.config, client, { ...trade, tradeId }, paid), aboutOf(trade)),
  ])
  return deskTrade(tx, trade.id, dependencies.last)
}

const aboutOf = ({ clientId, id }: { clientId: string; id: string }) => ({ clientId, topic: 'trade' as const, id })

export async function sell(
  context: TradeContext,
  dependencies: TradeDependencies,
  tx: Tx,
  by: OperatorRequest,
  { tradeId, left: expected, ...deal }: Sell,
): Promise<DeskTrade> {
  const buyRow = await lockPosition(tx, tradeId)
  await checkUnchanged(tx, buyRow, expected)
  checkTradedAt(deal.tradedAt, buyRow.traded_at ?? buyRow.created_at)
  const clientId = buyRow.client_id
  const funds = await lockedFigures(tx, clientId)
  const instrument = await dependencies.instrument(tx, buyRow.stock)
  // After locking the figures, so that no repayment can change it.
  const owed = await dependencies.owed(tx, clientId)
  const sale = planSale({ lot: openPartOf(buyRow), deal, instrument, funds, owed })
  const client = await requireClient(tx, clientId)
  const profitLoss = sale.proceeds - sale.cost
  const sameDayProfit = (await isSoldOnDayOfBuy(tx, buyRow.id, deal.tradedAt)) ? profitLoss : 0n
  await requireAlone(context, dependencies, tx, by, {
    action: 'SELL',
    client,
    stock: buyRow.stock,
    ...deal,
    sameDayProfit,
  })
  const trade = newTrade(by, {
    clientId,
    action: 'SELL',
    stock: buyRow.stock,
    ...deal,
    amount: sale.proceeds,
    cost: sale.cost,
    loanPart: sale.loanPart,
    toLoan: changeBy(sale).loan,
    buyId: buyRow.id,
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
    toLoan: signedRupees(changeBy(sale).loan),
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
  return deskTrade(tx, trade.id, dependencies.last)
}

type Alone = Deal & {
  readonly action: TradeAction
  readonly client: ClientRow
  readonly stock: string
  readonly sameDayProfit?: bigint
}

/** Throws SecondOperatorNeeded if this dealer alone may not book the trade and no second operator has approved it. */
async function requireAlone(
  context: TradeContext,
  { last }: TradeDependencies,
  tx: Tx,
  by: OperatorRequest,
  { client, ...trade }: Alone,
): Promise<void> {
  if (by.isApproved) return
  const references = referencePrices(last(trade.stock))
  const reasons = await tradeReasons(context, tx, { ...trade, clientId: client.id, references })
  const summary = `${trade.action === 'BUY' ? 'Buy' : 'Sell'} ${formatDeal(trade)} for ${client.name}`
  if (reasons.length > 0) throw new SecondOperatorNeeded({ clientId: client.id, summary, reasons })
}

/** A price from before the longest weekend says nothing about today. */
const oldestPriceDays = 5

/** The last price and the close of the previous trading day, as far as known. */
export function referencePrices({ price, at, previousClose }: ReturnType<LastPrice>): bigint[] {
  const isRecent = at !== undefined && Date.now() - Date.parse(at) < oldestPriceDays * 86_400_000
  return isRecent ? [price, previousClose].flatMap((text) => decimalOf(text ?? '') ?? []) : []
}

/** Prevents two dealers from selling the same quantity twice. */
async function checkUnchanged(
  tx: Tx,
  { id, open_quantity: open }: TradeRow,
  expected: bigint | undefined,
): Promise<void> {
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

const newTrade = (
  { operator, fromFile }: OperatorRequest,
  made: Omit<NewTrade, 'id' | 'operatorId' | 'reference'>,
): NewTrade => ({ ...made, id: newId(), operatorId: operator.id, reference: fromFile?.reference ?? null })

/** Provided by other features. */
export type TradeDependencies = {
  /** By symbol, name or alias. */
  readonly instrument: (sql: Sql, stockName: string) => Promise<Instrument | undefined>
  readonly last: LastPrice
  /** Unpaid loan principal, in paise. */
  readonly owed: (sql: Sql, clientId: string) => Promise<bigint>
  readonly segments: (sql: Sql, clientId: string) => Promise<SegmentValue>
}

export type OperatorRequest = {
  readonly operator: Pick<CurrentOperator, 'id' | 'name'>
  readonly ip: string
  /** The dealer's reference in a bulk upload, after which the client gets one mail for the whole file. */
  readonly fromFile?: { readonly reference: string }
  /** A second operator has approved it. */
  readonly isApproved?: boolean
}

/** `10 RELIANCE at ₹2,500.50`, as in the statement. */
export const formatDeal = ({ quantity, price, stock }: Deal & { readonly stock: string }): string =>
  `${formatQuantity(quantity)} ${stock} at ${formatPrice(price)}`

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
  { audit, notifyScreens }: TradeContext,
  tx: Tx,
  { operator, ip }: OperatorRequest,
  { action, clientId, ...changed }: TradeEvent,
) {
  await Promise.all([
    audit(tx, { actor: operatorActor(operator), action, subjectId: clientId, ...changed, ip }),
    notifyScreens(tx, { clientId }, 'trade'),
    notifyScreens(tx, { clientId }, 'wallet'),
    notifyScreens(tx, 'desk', 'trade'),
    notifyScreens(tx, 'desk', 'client', clientId),
  ])
}
