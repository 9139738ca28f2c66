import { decimalOf } from '@sauda/contract/platform/decimal'
import { closeText, type Quote } from '@sauda/contract/trading/market'
import { dayInIndia, formatDate, formatDayMonth, formatTime } from '@sauda/web/date-time'
import { basisPointsOf, plainPercent } from '../../shell/percent.ts'
import { priceStateLabels } from './market.api.ts'
import styles from './markets.module.css'

const price = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 8 })

/** `2950.5` → `2,950.50`, exactly and without ₹. */
export function priceNumber(exact: string): string {
  return price.format(exact as `${number}`)
}

/** `2950.5` → `₹2,950.50`, exactly. */
export const rupeePrice = (exact: string): string => `₹${priceNumber(exact)}`

/** The change of a price: `+1.25%`, rounded half up; undefined if either price is unknown. */
export function changeOf(price: string | undefined, before: string | undefined) {
  const [now, then] = [decimalOf(price ?? ''), decimalOf(before ?? '')]
  if (now === undefined || !then) return undefined
  const isLoss = now < then
  const away = isLoss ? then - now : now - then
  return { text: `${isLoss ? '−' : '+'}${plainPercent(basisPointsOf(away, then))}`, isLoss }
}

/** `as of 3:29 pm`, with the date if it is not today. */
export function asOf(at: string, now = new Date()): string {
  const isToday = dayInIndia(new Date(at)) === dayInIndia(now)
  return `as of ${isToday ? '' : `${formatDayMonth(at)}, `}${formatTime(at)}`
}

/** `Live`, `Delayed as of 3:14 pm`, `Close of 19 Nov 2026`, `Sample close of 19 Nov 2026`. */
export function priceQuality(quote: Omit<Quote, 'symbol'>): string {
  const { state, at } = quote
  if (!at || state === 'live') return priceStateLabels[state]
  if (state !== 'close') return `${priceStateLabels[state]} ${asOf(at)}`
  return closeText(quote, formatDate(at))
}

export function PriceAge({ quote }: { quote: Omit<Quote, 'symbol'> }) {
  return (
    <span className={`dim xs tabular nowrap ${styles.age}`} data-state={quote.state}>
      {priceQuality(quote)}
    </span>
  )
}
