import { bseGroups, chargeNames } from '@sauda/contract/trading/charge-rate'
import { capitalize } from '@sauda/contract/platform/sentence'

/** The rates of a row by column; the same rate may apply to several. */
export type RateRow = readonly [name: string, ...rates: (string | undefined)[]]

const stt = (series: string, product: string, side: string) => `stt all ${series} ${product} ${side}`
const stamp = (product: string) => `stamp all all ${product} BUY`
const leviesOf = (name: string, series: string): RateRow[] => [
  [`${name}, delivery`, stt(series, 'delivery', 'BUY'), stt(series, 'delivery', 'SELL'), stamp('delivery')],
  [`${name}, intraday`, undefined, stt(series, 'intraday', 'SELL'), stamp('intraday')],
]
export const levies = [...leviesOf('Shares', 'equity'), ...leviesOf('Equity funds', 'etf')]

const transaction = (exchange: string, series: string) => `transaction ${exchange} ${series} all all`
const ofAll = (charge: string) => `${charge} all all all all`
export const exchangeRates: readonly RateRow[] = [
  ['Transaction charge', transaction('NSE', 'equity'), transaction('BSE', 'equity')],
  ['Transaction charge, groups X, XT, Z, ZP', undefined, transaction('BSE', 'exclusive')],
  ['Transaction charge, groups P, R, SS, ST', undefined, transaction('BSE', 'special')],
  ...bseGroups.map((group): RateRow => [
    `Transaction charge, group ${group}`,
    undefined,
    transaction('BSE', `group-${group}`),
  ]),
  ['IPFT', 'ipft NSE all all all', 'ipft BSE all all all'],
  ...(['sebi', 'gst', 'dp'] as const).map((charge): RateRow => [
    capitalize(chargeNames[charge].replace(', rupees for', ' for')),
    ofAll(charge),
    ofAll(charge),
  ]),
]
