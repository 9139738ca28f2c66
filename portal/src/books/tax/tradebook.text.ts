import { formatCount } from '@sauda/contract/platform/decimal'
import type { TradebookReading } from '@sauda/contract/books/tradebook'
import { formatDate } from '@sauda/web/date-time'

const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
const trades = (count: number): string => counted(count, 'trade', 'trades')

export const tradebookText = {
  lead: 'Trades that you made with other brokers, by the tradebooks that you import here. They are your own statement: we have not checked them. They are used for tax only, are in no other figure here, and have no charges.',
  actions:
    'Splits, consolidations, mergers and demergers that we booked are applied. Bonus shares, buy-backs and rights issues elsewhere are not. Where we know the price of 31 January 2018, it is the cost of shares bought until that day as the law allows.',
  matching:
    'Purchases and sales elsewhere on one day are matched first, the rest first in, first out. What is left of a purchase gives its cost to shares that you sold here without a purchase here.',
  noFigures: 'Your tradebooks have no sales in this financial year.',
  otherYears: 'They have sales in',
  none: 'You have imported no tradebook yet.',
  added: (amount: string) =>
    `Your tradebooks of other brokers add ${amount} before charges, by your own statement. It is in no figure here.`,
  hint: 'CSV or Excel, up to 10 MB, such as the tradebook of Zerodha Console. With date, buy or sell, quantity, price and ISIN or symbol in columns.',
  columns: 'If the file names its columns otherwise, enter the names as the file has them and read it again.',
  range: ({ from, to }: { from?: string | undefined; to?: string | undefined }): string =>
    from === undefined || to === undefined
      ? ''
      : from === to
        ? formatDate(from)
        : `${formatDate(from)} to ${formatDate(to)}`,
  reading: (reading: TradebookReading): string =>
    reading.trades === 0
      ? 'No trade in this file can be used.'
      : `${trades(reading.trades)} of ${counted(reading.stocks, 'share', 'shares')}, ${tradebookText.range(reading)}: ${formatCount(reading.buys)} bought, ${formatCount(reading.sales)} sold.`,
  leftOut: (reading: TradebookReading): string =>
    `Rows not used: ${reading.leftOut.map(({ reason, rows }) => `${formatCount(rows)} ${reason}`).join('; ')}.`,
  faults: (count: number): string => `${counted(count, 'row', 'rows')} cannot be read and will not be used`,
  moreFaults: (count: number): string => `and ${counted(count, 'more row', 'more rows')}.`,
  unused: (names: readonly string[]): string => `Columns not used: ${names.join(', ')}.`,
  importAction: (count: number): string => `Import ${trades(count)}`,
  imported: (count: number): string => `${trades(count)} imported`,
  trades,
  unmatched: (count: number, shown: string): string =>
    `${counted(count, 'sale', 'sales')} elsewhere without a purchase in your tradebooks are in no figure: ${shown}.`,
  removed: 'Tradebook removed',
  removal:
    'Its trades no longer count for your tax figures. A file that you imported later left out the trades that it shares with this one: import it again if you need them.',
} as const
