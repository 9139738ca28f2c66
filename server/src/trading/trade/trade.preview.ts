import type { Body, Reply } from '@sauda/contract/platform/call'
import { decimalNumber, decimalOf } from '@sauda/contract/platform/decimal'
import { rupeesOf } from '@sauda/contract/platform/money'
import { AppError } from '@sauda/contract/platform/error'
import { type tradeCalls } from '@sauda/contract/trading/trade'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import { withFullStop } from '@sauda/contract/platform/sentence'
import { dealerDay } from '../../core/approval/trade.policy.ts'
import { isSingle } from '../../core/approval/waive.ts'
import { ownMoney, spendable } from '../../core/ledger/clearing.ts'
import { figuresOf } from '../../core/ledger/ledger.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { changeBy, planBuy, planSale, warningsOf } from './trade.plan.ts'
import { findPosition } from './trade.sql.ts'
import { checkBuy, lotOf, requireSellable } from './trade.ts'
import { type TradeContext, policyOf, recentPurchase, requireNotInFile } from './trade.alone.ts'
import { checkDates } from './trade.date.ts'

export const lastPrice = ({ last }: TradeContext, stock: string): bigint | undefined =>
  decimalOf(last(stock).price ?? '')

/** The dealer whose limits it would count towards; undefined if a second operator reviews what was requested while its day was open. */
type ForDealer = { readonly operator: { readonly id: string } | undefined }

const dealerFor = async (sql: Sql, { operator }: ForDealer) => operator && dealerDay(sql, operator.id)

export async function previewBuy(
  context: TradeContext,
  sql: Sql,
  input: Body<typeof tradeCalls.previewBuy> & ForDealer,
): Promise<Reply<typeof tradeCalls.previewBuy>> {
  const dates = await checkDates(sql, context.days, { ...input, isApproved: input.operator === undefined })
  const { client, instrument, amount } = await checkBuy(sql, context, input)
  await requireNotInFile(sql, { ...input, action: 'BUY', stock: instrument.symbol })
  const funds = await figuresOf(sql, client.id)
  const { fromUnsettled, fromCash, fromLoan, missing } = planBuy(
    spendable(await ownMoney(sql, client.id, funds)),
    amount,
  )
  return {
    stockName: instrument.symbol,
    name: instrument.name,
    quantity: decimalNumber(input.quantity),
    price: decimalNumber(input.price),
    cost: rupeesOf(amount),
    ...(fromUnsettled > 0n && { fromUnsettled: rupeesOf(fromUnsettled) }),
    fromCash: rupeesOf(fromCash),
    fromLoan: rupeesOf(fromLoan),
    cashAfter: rupeesOf(funds.cash - fromCash),
    loanAfter: rupeesOf(funds.loan - fromLoan),
    missing: rupeesOf(missing),
    warnings: [
      ...warningsOf(input.price, instrument.tick, lastPrice(context, instrument.symbol)),
      ...(await approvalWarnings(context, sql, {
        ...input,
        action: 'BUY',
        clientId: client.id,
        stock: instrument.symbol,
        dates,
        dealer: await dealerFor(sql, input),
      })),
    ],
  }
}

export async function previewSell(
  context: TradeContext,
  sql: Sql,
  { tradeId, operator, ...deal }: Body<typeof tradeCalls.previewSell> & ForDealer & { readonly tradeId: string },
): Promise<Reply<typeof tradeCalls.previewSell>> {
  const row = await requireRow(findPosition(sql, tradeId))
  if (row.action !== 'BUY') throw new AppError(tradeErrors.notPosition)
  requireSellable(row)
  const boughtAt = row.traded_at ?? row.created_at
  const dated = { ...deal, clientId: row.client_id, stockName: row.stock, boughtAt, isApproved: operator === undefined }
  const dates = await checkDates(sql, context.days, dated)
  const funds = await figuresOf(sql, row.client_id)
  const instrument = await context.instrument(sql, row.stock)
  const owed = await context.owed(sql, row.client_id)
  const sale = planSale({ lot: await lotOf(sql, row), deal, instrument, funds, owed })
  await requireNotInFile(sql, { clientId: row.client_id, action: 'SELL', stock: row.stock, ...deal })
  const change = changeBy(sale, funds.dues)
  const recent = await recentPurchase(sql, context.days, { ...deal, buyId: row.id, operatorId: operator?.id })
  return {
    stockName: row.stock,
    quantity: decimalNumber(deal.quantity),
    price: decimalNumber(deal.price),
    proceeds: rupeesOf(sale.proceeds),
    cost: rupeesOf(sale.cost),
    profitLoss: rupeesOf(sale.proceeds - sale.cost),
    toCash: rupeesOf(change.cash),
    toLoan: rupeesOf(change.loan),
    ...(change.unsettled > 0n && { toUnsettled: rupeesOf(change.unsettled) }),
    ...(change.paid > 0n && { toDues: rupeesOf(change.paid) }),
    cashAfter: rupeesOf(funds.cash + change.cash),
    loanAfter: rupeesOf(funds.loan + change.loan),
    quantityLeft: decimalNumber(sale.left.quantity),
    warnings: [
      ...(instrument ? warningsOf(deal.price, instrument.tick, lastPrice(context, row.stock)) : []),
      ...(await approvalWarnings(context, sql, {
        ...deal,
        action: 'SELL',
        clientId: row.client_id,
        stock: row.stock,
        dates,
        dealer: await dealerFor(sql, { operator }),
        recent: recent && { ...recent, profit: sale.proceeds - sale.cost },
      })),
    ],
  }
}

/** The reasons of the approval policy about the trade. */
export async function approvalWarnings(context: TradeContext, sql: Sql, trade: Parameters<typeof policyOf>[2]) {
  const { warnings } = trade.dates
  if (isSingle(context)) return [...warnings]
  const { reasons, isCompared } = await policyOf(context, sql, trade)
  if (!isCompared && reasons.length === 0) return [...warnings, 'There is no recent price to compare with']
  return [...warnings, ...reasons.map((reason) => `${withFullStop(reason)} A second operator must approve it`)]
}
