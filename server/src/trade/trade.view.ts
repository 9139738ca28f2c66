import { decimalNumber } from '@sauda/contract/decimal'
import { rupeesOf } from '@sauda/contract/money'
import type { Quote } from '@sauda/contract/market'
import type { DeskTrade, Trade } from '@sauda/contract/trade'
import type { DeskRow } from './trade.history.sql.ts'
import { decimalOfRow, type TradeRow } from './trade.sql.ts'

export type LastPrice = (symbol: string) => Pick<Quote, 'price' | 'at'>

const numberOf = (text: string): number => decimalNumber(decimalOfRow(text))

export const tradeName = (number: bigint): string => `TRD${number}`

export function priceOf(stock: string, last: LastPrice) {
  const { price, at } = last(stock)
  return price === undefined || at === undefined ? undefined : { currentPrice: Number(price), priceAt: at }
}

export function viewOf(row: TradeRow, last: LastPrice): Trade {
  const isBuy = row.action === 'BUY'
  const isReversed = row.reversed_at !== null
  const avgPrice = numberOf(row.buy_price ?? row.price)
  return {
    _id: row.id,
    tradeId: tradeName(row.number),
    stockName: row.stock,
    action: row.action,
    status: isBuy && decimalOfRow(row.open_quantity) > 0n ? 'OPEN' : 'CLOSED',
    quantity: isBuy ? numberOf(row.open_quantity) : isReversed ? 0 : numberOf(row.quantity),
    bookedQuantity: numberOf(row.quantity),
    avgPrice,
    ...(priceOf(row.stock, last) ?? { currentPrice: avgPrice }),
    amount: rupeesOf(row.amount),
    cost: rupeesOf(isBuy ? row.open_cost : row.cost),
    loanPart: rupeesOf(isBuy ? row.open_loan_part : row.loan_part),
    ...(!isBuy && { sellPrice: numberOf(row.price), profitLoss: isReversed ? 0 : rupeesOf(row.amount - row.cost) }),
    ...(row.buy_id !== null && { buyId: row.buy_id, buyTradeId: tradeName(row.buy_number ?? 0n) }),
    createdAt: row.created_at.toISOString(),
    date: row.created_at.toISOString(),
    ...(row.reversed_at !== null && {
      reversed: { reason: row.reversed_reason ?? '', at: row.reversed_at.toISOString() },
    }),
  }
}

export function deskViewOf(row: DeskRow, last: LastPrice): DeskTrade {
  return {
    ...viewOf(row, last),
    clientId: row.client_id,
    clientName: row.client_name,
    saudaId: row.sauda_id,
    bookedBy: row.booked_by_name,
    ...(row.reference !== null && { reference: row.reference }),
    ...(row.waiting_id !== null && {
      waitingReversal: {
        _id: row.waiting_id,
        reason: row.waiting_reason ?? '',
        requestedBy: row.waiting_by ?? '',
        requestedById: row.waiting_by_id ?? '',
      },
    }),
  }
}
