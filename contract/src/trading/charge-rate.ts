import { readNumber } from '../platform/amount-text.ts'
import { decimalOf } from '../platform/decimal.ts'
import { withAsciiDigits } from '../platform/typed-text.ts'
import type { Exchange } from './market.ts'

/** charge-rate: the charges of trades, whose rates change by date, and brokerage tariffs. Without schemas. */

export const chargeNames = {
  stt: 'STT',
  transaction: 'Transaction charge',
  ipft: 'IPFT',
  sebi: 'SEBI fee',
  stamp: 'Stamp duty',
  gst: 'GST',
  dp: 'DP charge, rupees for each security and day',
} as const
export type RateCharge = keyof typeof chargeNames

/** How STT is charged on a security: by its entry for the day, else by its series, else as on a share. */
export const sttClasses = ['share', 'fund', 'exempt'] as const
export type SttClass = (typeof sttClasses)[number]
export const sttClassNames: Readonly<Record<SttClass, string>> = {
  share: 'As a share',
  fund: 'As an equity fund',
  exempt: 'Exempt',
}

/** Each may have a transaction charge of its own; otherwise that of the groups below counts. */
export const bseGroups = 'A B E F G IF IT M MS MT P R SS ST T TS W X XT Z ZP'.split(' ')
type GroupSeries = `group-${string}`

/** BSE charges more for its exclusive groups; the special ones have a rate of their own. */
export const seriesNames: Readonly<Record<GroupSeries | 'all' | 'equity' | 'etf' | 'exclusive' | 'special', string>> = {
  all: 'All series',
  equity: 'Shares',
  etf: 'Equity funds',
  exclusive: 'Groups X, XT, Z, ZP',
  special: 'Groups P, R, SS, ST',
  ...Object.fromEntries(bseGroups.map((group) => [`group-${group}`, `Group ${group}`])),
}
type RateSeries = keyof typeof seriesNames

export const productNames = { all: 'All trades', delivery: 'Delivery', intraday: 'Intraday' } as const
export const sideNames = { all: 'Both sides', BUY: 'Purchases', SELL: 'Sales' } as const

export type RateKey = {
  readonly charge: RateCharge
  readonly exchange: Exchange | 'all'
  readonly series: RateSeries
  readonly product: keyof typeof productNames
  readonly side: keyof typeof sideNames
}

const key = (
  charge: RateCharge,
  exchange: RateKey['exchange'] = 'all',
  series: RateSeries = 'all',
  product: RateKey['product'] = 'all',
  side: RateKey['side'] = 'all',
): RateKey => ({ charge, exchange, series, product, side })

/** Every rate that the charges of a day need. */
const neededRates: readonly RateKey[] = [
  key('stt', 'all', 'equity', 'delivery', 'BUY'),
  key('stt', 'all', 'equity', 'delivery', 'SELL'),
  key('stt', 'all', 'equity', 'intraday', 'SELL'),
  key('stt', 'all', 'etf', 'delivery', 'BUY'),
  key('stt', 'all', 'etf', 'delivery', 'SELL'),
  key('stt', 'all', 'etf', 'intraday', 'SELL'),
  key('transaction', 'NSE', 'equity'),
  key('transaction', 'BSE', 'equity'),
  key('transaction', 'BSE', 'exclusive'),
  key('transaction', 'BSE', 'special'),
  key('ipft', 'NSE'),
  key('ipft', 'BSE'),
  key('sebi'),
  key('stamp', 'all', 'all', 'delivery', 'BUY'),
  key('stamp', 'all', 'all', 'intraday', 'BUY'),
  key('gst'),
  key('dp'),
]
/** Rates of single groups of BSE. */
const groupRates = bseGroups.map((group) => key('transaction', 'BSE', `group-${group}`))
export const rateKeys = [...neededRates, ...groupRates]
export const isNeeded = (rate: string): boolean => neededRates.some((each) => rateKeyText(each) === rate)

/** `Transaction charge of BSE, groups X, XT, Z, ZP` */
export function rateName({ charge, exchange, series, product, side }: RateKey): string {
  const parts = [
    series === 'all' ? '' : (seriesNames[series] ?? series),
    product === 'all' ? '' : productNames[product],
    side === 'all' ? '' : sideNames[side],
  ].filter((part) => part !== '')
  const of = exchange === 'all' ? '' : ` of ${exchange}`
  return `${chargeNames[charge]}${of}${parts.map((part) => `, ${part.charAt(0).toLowerCase()}${part.slice(1)}`).join('')}`
}

/** `0.1 %`; a DP charge is in rupees: `₹13.50`. */
export const rateText = (rate: string, value: string): string => (rate.startsWith('dp ') ? `₹${value}` : `${value} %`)

export const rateKeyText = ({ charge, exchange, series, product, side }: RateKey): string =>
  [charge, exchange, series, product, side].join(' ')

export const rateNames: Readonly<Record<string, string>> = Object.fromEntries(
  rateKeys.map((each) => [rateKeyText(each), rateName(each)]),
)

const exclusiveGroups = ['X', 'XT', 'Z', 'ZP']
const specialGroups = ['P', 'R', 'SS', 'ST']

/** The rates of the transaction charge of a series of NSE or a group of BSE; the first that is set counts. */
export function transactionRates(exchange: Exchange, series: string): readonly RateKey[] {
  if (exchange === 'NSE') return [key('transaction', 'NSE', 'equity')]
  const several = exclusiveGroups.includes(series) ? 'exclusive' : specialGroups.includes(series) ? 'special' : 'equity'
  return [key('transaction', 'BSE', `group-${series}`), key('transaction', 'BSE', several)]
}

/** Flat and percent together: the lower of both. `from` and `flat` in paise, `percent` in hundred-millionths. */
export type Slab = { readonly from: bigint; readonly flat?: bigint; readonly percent?: bigint }
/** `perShare`: least brokerage of a share, in hundred-millionths of a rupee. */
export type Tariff = { readonly slabs: readonly Slab[]; readonly perShare: bigint }

const amount = String.raw`(\d{1,9}(?:\.\d{1,2})?)`
const percent = String.raw`(\d{1,2}(?:\.\d{1,8})?) ?%`
const leastForm = new RegExp(`^at least (\\d{1,3}(?:\\.\\d{1,4})?) a share$`)
const slabForm = new RegExp(`^(?:from ${amount} ?: ?)?(?:lower of ${amount} and ${percent}|${percent}|${amount})$`)
const paise = (text: string): bigint => (decimalOf(text) ?? 0n) / 1_000_000n

/** `lower of 20 and 0.03 %; from 100000: 20; at least 0.01 a share`: for each order by its value. Undefined if it cannot be read. */
export function tariffOf(text: string): Tariff | undefined {
  const slabs: Slab[] = []
  let perShare = 0n
  const read = withAsciiDigits(text).replace(
    /₹?(\d[\d.,]*)/g,
    (_, number: string) => readNumber(number, 8) ?? 'unclear',
  )
  for (const part of read.toLowerCase().split(';')) {
    const [, share] = leastForm.exec(part.trim()) ?? []
    const [whole, from, lower, of, only, flat] = slabForm.exec(part.trim()) ?? []
    if (share !== undefined) perShare = decimalOf(share) ?? 0n
    else if (whole === undefined) return undefined
    else {
      const [fixed, rate] = [lower ?? flat, of ?? only]
      slabs.push({
        from: from === undefined ? 0n : paise(from),
        ...(fixed !== undefined && { flat: paise(fixed) }),
        ...(rate !== undefined && { percent: decimalOf(rate) ?? 0n }),
      })
    }
  }
  // Each slab begins above the one before; the first at 0.
  const rises = slabs.every((slab, at) => (at === 0 ? slab.from === 0n : slab.from > (slabs[at - 1]?.from ?? 0n)))
  return rises && slabs.length > 0 ? { slabs, perShare } : undefined
}
