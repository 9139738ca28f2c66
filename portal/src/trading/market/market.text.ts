import { marketLabels, type PriceState } from '@sauda/contract/trading/market'

export const marketText = {
  chartsBy: 'Live charts by {link}',
  pricesFrom: (source: string) => `Prices from ${source}`,
  source: (source: string) => `Prices: ${source}`,
  chartPrices: (name: string, source: string) => `${name}, prices from ${source}`,
  chartSample: (name: string) => `${name}, ${marketLabels.sample.toLowerCase()}`,
  latestCandles: (chart: string, shown: number, all: number) => `${chart}: latest ${shown} of ${all} candles`,
  noTicker: 'The ticker tape is not available right now.',
  closesOf: (name: string) => `${name}, closing prices`,
  changeIn: (change: string, period: string) => `${change} in ${period}`,
  closesFailed: 'The closing prices could not be loaded',
  noCloses: 'No closing prices yet',
  tickerCloses: 'Last closing prices',
  noChart: 'The chart is not available right now',
  pricesFailed: 'The charting service is not responding, and our own prices could not be loaded.',
  noPrices: 'The charting service is not responding, and there are no prices of our own to show.',
  noCandles: 'No candles for this interval yet',
  sampleCloses: 'Example prices, the same for everyone. They are not market prices.',
  sampleCandles: 'Example candles, the same for everyone. They are not market prices.',
} as const

/** A close is labelled with its day (`PriceAge`). */
export const priceStateLabels: Record<PriceState, string> = {
  live: 'Live',
  delayed: 'Delayed',
  close: 'Close',
  stale: 'Stale',
  none: marketLabels.noPrice,
}
