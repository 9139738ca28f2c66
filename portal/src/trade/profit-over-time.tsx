import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { Portfolio } from '@sauda/contract/trade'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { useId } from 'react'
import { formatDate, todayInIndia } from '@sauda/web/date-time'
import { profitPoints, profitShape } from './profit-line.ts'
import styles from './profit-over-time.module.css'

const [wide, high] = [600, 140]
/** A line at zero is green to its lower edge. */
const edge = 2

/** Realised profit and loss, day by day: a line for the eye, and the same as a table for who cannot see it. */
export function ProfitOverTime({ portfolio }: { portfolio: Pick<Portfolio, 'days' | 'totalPnL'> }) {
  const points = profitPoints(portfolio)
  const [first] = points
  return (
    <Card title="Profit and loss over time">
      {!first ? (
        <p className={styles.empty}>Nothing has been sold. What your sales bring is drawn here.</p>
      ) : (
        <figure className={styles.figure}>
          <figcaption>
            <Money amount={paiseOf(portfolio.totalPnL)} size="large" change />
            <span>{first.sum === first.change ? `realised since ${formatDate(first.date)}` : 'realised in all'}</span>
          </figcaption>
          <Line points={points} since={first.date} />
          {/* A table is never smaller than its rows: hidden by itself, a year of them would make the page that long. */}
          <div className="visually-hidden">
            <table aria-label="Realised profit and loss by day">
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">On this day</th>
                  <th scope="col">In all</th>
                </tr>
              </thead>
              <tbody>
                {points.map(({ date, change, sum }) => (
                  <tr key={date}>
                    <th scope="row">{formatDate(date)}</th>
                    <td>
                      <Money amount={change} change />
                    </td>
                    <td>
                      <Money amount={sum} change />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </figure>
      )}
    </Card>
  )
}

/** As on a scale: in whole rupees. */
const rupeesText = (paise: bigint): string => formatRupees(BigInt(Math.round(Number(paise) / 100)) * 100n).slice(0, -3)

/** Green above zero, red below it. */
function Line({ points, since }: { points: ReturnType<typeof profitPoints>; since: string }) {
  const tones = useId()
  const today = todayInIndia()
  const { line, zero, high: top, low } = profitShape(points, today)
  const path = line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x * wide} ${y * high}`).join('')
  const turn = (zero * high + edge) / (2 * high)
  return (
    <div className={styles.plot} aria-hidden="true">
      <svg className={styles.line} viewBox={`0 -4 ${wide} ${high + 8}`} preserveAspectRatio="none">
        <linearGradient id={tones} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2={2 * high}>
          <stop offset={turn} className={styles.gain} />
          <stop offset={turn} className={styles.loss} />
        </linearGradient>
        <path fill={`url(#${tones})`} className={styles.area} d={`${path}L${wide} ${zero * high}L0 ${zero * high}Z`} />
        <path className={styles.zero} d={`M0 ${zero * high}H${wide}`} />
        <path stroke={`url(#${tones})`} className={styles.stroke} d={path} />
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
