import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { Portfolio } from '@sauda/contract/trade'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { useId } from 'react'
import { formatDate, todayInIndia } from '@sauda/web/date-time'
import { HiddenTable } from '../shell/hidden-table.tsx'
import styles from './portfolio-charts.module.css'
import { tradeText } from './trade.text.ts'

const [wide, high] = [600, 140]
/** Half the width of the line: a line at zero is green to its lower edge. */
const edge = 2

export function ProfitOverTime({ portfolio }: { portfolio: Pick<Portfolio, 'days' | 'totalPnL'> }) {
  const points = profitPoints(portfolio)
  const [first] = points
  return (
    <Card title="Profit and loss over time">
      {!first ? (
        <p className="soft">{tradeText.noProfit}</p>
      ) : (
        <figure className={styles.profit}>
          <figcaption className="note">
            <Money amount={paiseOf(portfolio.totalPnL)} size="large" change />
            <span>
              {first.sum === first.change ? tradeText.realisedSince(formatDate(first.date)) : tradeText.realisedInTotal}
            </span>
          </figcaption>
          <Line points={points} since={first.date} />
          <HiddenTable
            label="Realised profit and loss by day"
            headers={['Date', 'Realised that day', 'Running total']}
            rows={points.map(({ date, change, sum }) => [
              formatDate(date),
              <Money key="change" amount={change} change />,
              <Money key="sum" amount={sum} change />,
            ])}
          />
        </figure>
      )}
    </Card>
  )
}

const rupeesText = (paise: bigint): string => formatRupees(BigInt(Math.round(Number(paise) / 100)) * 100n).slice(0, -3)

function Line({ points, since }: { points: ReturnType<typeof profitPoints>; since: string }) {
  const gradient = useId()
  const today = todayInIndia()
  const { line, zero, high: top, low } = profitShape(points, today)
  const path = line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x * wide} ${y * high}`).join('')
  const zeroOffset = (zero * high + edge) / (2 * high)
  return (
    <div className={styles.plot} aria-hidden="true">
      <svg className={styles.line} viewBox={`0 -4 ${wide} ${high + 8}`} preserveAspectRatio="none">
        <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2={2 * high}>
          <stop offset={zeroOffset} className={styles.gain} />
          <stop offset={zeroOffset} className={styles.loss} />
        </linearGradient>
        <path
          fill={`url(#${gradient})`}
          className={styles.area}
          d={`${path}L${wide} ${zero * high}L0 ${zero * high}Z`}
        />
        <path className={styles.zero} d={`M0 ${zero * high}H${wide}`} />
        <path stroke={`url(#${gradient})`} className={styles.stroke} d={path} />
      </svg>
      <div className={styles.scale}>
        <span>{rupeesText(top)}</span>
        {low !== top && <span>{rupeesText(low)}</span>}
      </div>
      <div className={styles.ends}>
        <span>{since !== today && formatDate(since)}</span>
        <span>Today</span>
      </div>
    </div>
  )
}

/** A point per day with a sale: the profit of that day, and of all days up to it, in paise. */
export function profitPoints({ days, totalPnL }: Pick<Portfolio, 'days' | 'totalPnL'>) {
  const known = days.reduce((sum, { profitLoss }) => sum + paiseOf(profitLoss), 0n)
  let sum = paiseOf(totalPnL) - known
  return days.map(({ date, profitLoss }) => {
    const change = paiseOf(profitLoss)
    sum += change
    return { date, change, sum }
  })
}

/**
 * The line in coordinates from 0 to 1, from the left and from the top, level between sales, and the height of zero profit.
 * `high` and `low`: paise at the edges. From the day before the first point to the end of `today`, always including zero.
 */
export function profitShape(points: ReturnType<typeof profitPoints>, today: string) {
  const [first] = points
  if (!first) return { line: [], zero: 0.5, high: 0n, low: 0n }
  const start = dayNumber(first.date) - 1
  const days = Math.max(dayNumber(today), dayNumber(points.at(-1)?.date ?? today)) + 1 - start
  const before = Number(first.sum - first.change)
  const sums = [0, before, ...points.map(({ sum }) => Number(sum))]
  const [low, high] = [Math.min(...sums), Math.max(...sums)]
  const y = (sum: number): number => (high === low ? 0.5 : (high - sum) / (high - low))
  const x = (day: number): number => (day - start) / days
  const line: [number, number][] = [[0, y(before)]]
  let last = before
  for (const { date, sum } of points) {
    line.push([x(dayNumber(date)), y(last)], [x(dayNumber(date)), y(Number(sum))])
    last = Number(sum)
  }
  line.push([1, y(last)])
  return { line, zero: y(0), high: BigInt(high), low: BigInt(low) }
}

const dayNumber = (date: string): number => Date.parse(date) / 86_400_000
