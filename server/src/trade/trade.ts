import type { Body } from '@sauda/contract/call'
import { decimalText, formatQuantity } from '@sauda/contract/decimal'
import { decimalRupees } from '@sauda/contract/money'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { Instrument } from '@sauda/contract/market'
import type { SegmentValue } from '@sauda/contract/setting'
import { changedMeanwhile, segmentNotActive, segmentOf, tradeErrors, tradeRules } from '@sauda/contract/trade'
import type { DeskTrade, tradeCalls } from '@sauda/contract/trade'
import { v7 as uuidv7 } from 'uuid'
import type { TradeContext } from '../app-context.ts'
import { lockedFigures, post } from '../ledger/ledger.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { deskTrade } from './trade.history.ts'
import { boughtMail, soldMail } from './trade.mail.ts'
import { amountOf, changeBy, planBuy, planSale } from './trade.plan.ts'
import type { Lot } from './trade.plan.ts'
import { bought, sold } from './trade.postings.ts'
import { dealWords, factsOf, record, signedRupees } from './trade.record.ts'
import type { By, TradeDependencies } from './trade.record.ts'
import {
  countOpen,
  decimalOfRow,
  findClient,
  findTrade,
  insertTrade,
  keepOpen,
  lastSeller,
  lockBuy,
} from './trade.sql.ts'
import type { ClientRow, NewTrade, TradeRow } from './trade.sql.ts'
import { tradeName } from './trade.view.ts'

type Buy = Body<typeof tradeCalls.buy>
type Sell = Body<typeof tradeCalls.sell> & { readonly tradeId: string }

export async function knownClient(sql: Sql, clientId: string): Promise<ClientRow> {
  const client = await findClient(sql, clientId)
  if (!client) throw new AppError(commonErrors.notFound)
  return client
}

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

export async function checkBuy(sql: Sql, hands: TradeDependencies, { clientId, stockName, ...deal }: Buy) {
  const client = await knownClient(sql, clientId)
  checkOpening(client)
  const instrument = checkInstrument(await hands.instrument(sql, stockName), await hands.segments(sql, clientId))
  return { client, instrument, amount: amountOf(deal, instrument) }
}

/** Paid from the balance first, then from the unused loan. */
export async function buy(
  context: TradeContext,
  hands: TradeDependencies,
  tx: Tx,
  by: By,
  wanted: Buy,
): Promise<DeskTrade> {
  const { client, instrument, amount } = await checkBuy(tx, hands, wanted)
  const paid = planBuy(await lockedFigures(tx, client.id), amount)
  if (paid.missing > 0n) throw new AppError(tradeErrors.insufficient)
  const open = await countOpen(tx, client.id, tradeRules.openPositions)
  if ((open?.count ?? 0) >= tradeRules.openPositions) throw new AppError(tradeErrors.tooManyOpen)
  const trade = newTrade(by, {
    clientId: client.id,
    action: 'BUY',
    stock: instrument.symbol,
    quantity: wanted.quantity,
    price: wanted.price,
    amount,
    cost: amount,
    loanPart: paid.fromLoan,
    toLoan: null,
    buyId: null,
  })
  const inserted = insertTrade(tx, trade)
  const journal = bought({ id: trade.id, clientId: client.id, words: dealWords(trade) }, paid)
  await Promise.all([inserted, post(tx, journal, tradeErrors.insufficient)])
  const tradeId = tradeName((await inserted)?.number ?? 0n)
  const after = {
    ...factsOf(trade, tradeId),
    fromCash: decimalRupees(paid.fromCash),
    fromLoan: decimalRupees(paid.fromLoan),
  }
  await Promise.all([
    record(context, tx, by, { action: 'trade.buy', clientId: client.id, after }),
    by.fromFile === undefined && context.mail(tx, boughtMail(context.config, client, { ...trade, tradeId }, paid)),
  ])
  return deskTrade(tx, trade.id, hands.last)
}

export async function sell(
  context: TradeContext,
  hands: TradeDependencies,
  tx: Tx,
  by: By,
  { tradeId, left: seen, ...deal }: Sell,
): Promise<DeskTrade> {
  const buyRow = await lockedBuy(tx, tradeId)
  await checkSeen(tx, buyRow, seen)
  const clientId = buyRow.client_id
  const funds = await lockedFigures(tx, clientId)
  const instrument = await hands.instrument(tx, buyRow.stock)
  // After locking the figures, so that no repayment can change it.
  const owed = await hands.owed(tx, clientId)
  const sale = planSale({ lot: lotOf(buyRow), deal, instrument, funds, owed })
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
  const journal = sold({ id: trade.id, clientId, words: dealWords(trade) }, sale)
  await Promise.all([inserted, keepOpen(tx, buyRow.id, sale.left), post(tx, journal, tradeErrors.insufficient)])
  const name = tradeName((await inserted)?.number ?? 0n)
  const profitLoss = sale.proceeds - sale.cost
  const after = {
    ...factsOf(trade, name),
    position: tradeName(buyRow.number),
    quantityLeft: decimalText(sale.left.quantity),
    profitLoss: signedRupees(profitLoss),
    toLoan: signedRupees(changeBy(sale).loan),
  }
  const client = await knownClient(tx, clientId)
  await Promise.all([
    record(context, tx, by, { action: 'trade.sell', clientId, after }),
    by.fromFile === undefined &&
      context.mail(
        tx,
        soldMail(context.config, client, { ...trade, tradeId: name }, { profitLoss, left: sale.left.quantity }),
      ),
  ])
  return deskTrade(tx, trade.id, hands.last)
}

/** Prevents two dealers from selling the same quantity twice. */
async function checkSeen(tx: Tx, { id, open_quantity: open }: TradeRow, seen: bigint | undefined): Promise<void> {
  const left = decimalOfRow(open)
  if (seen === undefined || seen === left) return
  throw new AppError(changedMeanwhile(formatQuantity(left), (await lastSeller(tx, id))?.name))
}

/** Locked until the transaction ends. */
export async function lockedBuy(tx: Tx, id: string): Promise<TradeRow> {
  const row = await lockBuy(tx, id)
  if (!row) throw new AppError((await findTrade(tx, id)) ? tradeErrors.notPosition : commonErrors.notFound)
  return row
}

export const lotOf = (row: TradeRow): Lot => ({
  quantity: decimalOfRow(row.open_quantity),
  cost: row.open_cost,
  loanPart: row.open_loan_part,
})

function newTrade({ operator, fromFile }: By, made: Omit<NewTrade, 'id' | 'operatorId' | 'reference'>): NewTrade {
  return { ...made, id: uuidv7(), operatorId: operator.id, reference: fromFile?.reference ?? null }
}
