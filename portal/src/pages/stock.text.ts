import type { Trade } from '@sauda/contract/trading/trade'
import { priceText, quantityText } from '../trading/trade/trade.ts'

export const stockText = {
  unknown: 'We have no stock with this symbol',
  unknownHint: 'Search for another one, or open one of your holdings.',
  yearsFailed: 'What this stock earned could not be loaded',
  lotsFailed: 'Your lots of this stock could not be loaded',
  tradesFailed: 'The trades of this stock could not be loaded',
  heldFailed: 'What you hold could not be loaded',
  notHeld: 'You hold none of it.',
  thisYear: (year: string) => `This financial year, ${year}`,
  year: (year: string) => `FY ${year}`,
  realisedOf: (stock: string, year: string) => `${stock}, realised in FY ${year}`,
  chargesOf: (stock: string, year: string) => `${stock}, charges in FY ${year}`,
  lot: ({ quantity, bookedQuantity, avgPrice }: Trade) =>
    quantity === bookedQuantity
      ? `${quantityText(quantity)} at ${priceText(avgPrice)}`
      : `${quantityText(quantity)} of ${quantityText(bookedQuantity)} bought at ${priceText(avgPrice)}`,
  contra: (tradeId: string) => `Contra entry of ${tradeId}`,
} as const
