import type { Reply } from '@sauda/contract/call'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { DeskTrade, tradeCalls } from '@sauda/contract/trade'
import { asSentences } from '@sauda/contract/sentence'
import { priceText, quantityText } from '../shell/format.ts'
import type { BuyPreview, SellPreview } from './trade.api.ts'

const rupees = (amount: number): string => formatRupees(paiseOf(amount))

export function buySentence(preview: BuyPreview, clientName: string): string {
  const { stockName, quantity, price, cost, fromCash, fromLoan } = preview
  const paid =
    fromLoan === 0
      ? `${rupees(cost)} comes from the balance.`
      : fromCash === 0
        ? `${rupees(cost)} comes from the loan.`
        : `${rupees(cost)} is paid: ${rupees(fromCash)} from the balance, ${rupees(fromLoan)} from the loan.`
  return `Buy ${quantityText(quantity)} ${stockName} for ${clientName} at ${priceText(price)}. ${paid}`
}

export function sellSentence(preview: SellPreview, clientName: string): string {
  const { stockName, quantity, price, proceeds, profitLoss } = preview
  const result =
    profitLoss === 0 ? 'no profit or loss' : `${profitLoss > 0 ? 'profit' : 'loss'} ${rupees(Math.abs(profitLoss))}`
  return `Sell ${quantityText(quantity)} ${stockName} for ${clientName} at ${priceText(price)}. Proceeds ${rupees(proceeds)}, ${result}.`
}

/** Of a booked trade, or of one that needs a second operator. */
export function bookedSentence(trade: Reply<typeof tradeCalls.buy>): string {
  const { tradeId, action, bookedQuantity, stockName, clientName, avgPrice, sellPrice, amount } = trade
  const isBuy = action === 'BUY'
  const price = priceText(isBuy ? avgPrice : (sellPrice ?? avgPrice))
  const deal = (verb: string) =>
    `${quantityText(bookedQuantity)} ${stockName} ${verb} for ${clientName} at ${price}, ${rupees(amount)} in total.`
  return trade.waitsForSecond
    ? `Nothing is booked yet. A second operator must approve it: ${deal(isBuy ? 'to buy' : 'to sell')} ${asSentences(trade.secondReasons ?? [])}`
    : `${tradeId} is booked: ${deal(isBuy ? 'bought' : 'sold')}`
}

export function reversalSentence(trade: DeskTrade): string {
  const { tradeId, action, clientName, amount, stockName } = trade
  return action === 'BUY'
    ? `${tradeId} will be reversed: the position in ${stockName} will be removed and ${rupees(amount)} returned to ${clientName}’s original funding source.`
    : `${tradeId} will be reversed: the proceeds of ${rupees(amount)} will be debited from ${clientName} and the position in ${stockName} reopened.`
}
