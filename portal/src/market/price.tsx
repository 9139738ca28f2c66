import { decimalOf } from '@sauda/contract/decimal'
import type { Quote } from '@sauda/contract/market'
import { dayInIndia, formatDayMonth, formatTime } from '@sauda/web/date-time'
import { priceStateLabels } from './market.text.ts'
import styles from './markets.module.css'

const price = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 8 })

/** `2950.5` → `2,950.50`, exactly. */
export function priceText(exact: string): string {
  return price.format(exact as `${number}`)
}

export type Change = { readonly text: string; readonly isLoss: boolean }

/** The change of a price: `+1.25%`, rounded half up; undefined if either price is unknown. */
export function changeOf(price: string | undefined, before: string | undefined): Change | undefined {
  const [now, then] = [decimalOf(price ?? ''), decimalOf(before ?? '')]
  if (now === undefined || !then) return undefined
  const isLoss = now < then
  const away = isLoss ? then - now : now - then
  const digits = ((away * 20_000n + then) / (2n * then)).toString().padStart(3, '0')
  const sign = isLoss ? '−' : '+'
  return { text: `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}%`, isLoss }
}

/** `as of 3:29 pm`, with the date if it is not today. */
export function asOf(at: string, now = new Date()): string {
  const isToday = dayInIndia(new Date(at)) === dayInIndia(now)
  return `as of ${isToday ? '' : `${formatDayMonth(at)}, `}${formatTime(at)}`
}

/** The state of a price, with its time unless it is live. */
export function PriceAge({ quote: { state, at } }: { quote: Pick<Quote, 'state' | 'at'> }) {
  return (
    <span className={styles.age} data-state={state}>
      {priceStateLabels[state]}
      {at && state !== 'live' && <span> {asOf(at)}</span>}
    </span>
  )
}
