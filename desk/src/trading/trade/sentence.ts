import type { Reply } from '@sauda/contract/platform/call'
import { rupeesText } from '@sauda/contract/platform/money'
import type { DeskTrade, tradeCalls } from '@sauda/contract/trading/trade'
import { asSentences } from '@sauda/contract/platform/sentence'
import { priceText, quantityText } from '../../shell/format.ts'
import type { BuyPreview, SellPreview } from './trade.api.ts'

export function buySentence(preview: BuyPreview, clientName: string): string {
  const { stockName, quantity, price, cost, fromUnsettled = 0, fromCash, fromLoan } = preview
  const sources = [
    { name: 'sale proceeds', amount: fromUnsettled },
    { name: 'the balance', amount: fromCash },
    { name: 'the loan', amount: fromLoan },
  ].filter(({ amount }) => amount > 0)
  const [first = { name: 'the balance' }] = sources
  const paid =
    sources.length < 2
      ? `${rupeesText(cost)} comes from ${first.name}.`
      : `${rupeesText(cost)} is paid: ${sources.map(({ name, amount }) => `${rupeesText(amount)} from ${name}`).join(', ')}.`
  return `Buy ${quantityText(quantity)} ${stockName} for ${clientName} at ${priceText(price)}. ${paid}`
}

export function sellSentence(preview: SellPreview, clientName: string): string {
  const { stockName, quantity, price, proceeds, profitLoss } = preview
  const result =
    profitLoss === 0 ? 'no profit or loss' : `${profitLoss > 0 ? 'profit' : 'loss'} ${rupeesText(Math.abs(profitLoss))}`
  return `Sell ${quantityText(quantity)} ${stockName} for ${clientName} at ${priceText(price)}. Proceeds ${rupeesText(proceeds)}, ${result}.`
}

/** Describes a booked trade, or one that needs a second operator. */
export function bookedSentence(trade: Reply<typeof tradeCalls.buy>): string {
  const { tradeId, action, bookedQuantity, stockName, clientName, avgPrice, sellPrice, amount } = trade
  const isBuy = action === 'BUY'
  const price = priceText(isBuy ? avgPrice : (sellPrice ?? avgPrice))
  const deal = (verb: string) =>
    `${quantityText(bookedQuantity)} ${stockName} ${verb} for ${clientName} at ${price}, ${rupeesText(amount)} in total.`
  return trade.waitsForSecond
    ? `Nothing is booked yet. A second operator must approve it: ${deal(isBuy ? 'to buy' : 'to sell')} ${asSentences(trade.secondReasons ?? [])}`
    : `${tradeId} is booked: ${deal(isBuy ? 'bought' : 'sold')}`
}

export function reversalSentence(trade: DeskTrade): string {
  const { tradeId, action, clientName, amount, stockName } = trade
  return action === 'BUY'
    ? `${tradeId} will be reversed: the position in ${stockName} will be removed and ${rupeesText(amount)} returned to ${clientName}’s original funding source.`
    : `${tradeId} will be reversed: the proceeds of ${rupeesText(amount)} will be debited from ${clientName} and the position in ${stockName} reopened.`
}
