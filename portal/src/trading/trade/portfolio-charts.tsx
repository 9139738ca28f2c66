import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { lazyPart } from '../../shell/lazy-part.tsx'
import type { Detail } from '../../shell/list-detail.tsx'
import styles from './portfolio-charts.module.css'
import { usePortfolio } from './trade.api.ts'
import { tradeText } from './trade.text.ts'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Portfolio } from '@sauda/contract/trading/trade'
import { Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { useState } from 'react'
import { basisPointsOf, plainPercent } from '../../shell/percent.ts'

const loadingCard = (title: string) => (
  <Card key={title} title={title}>
    <SkeletonText label="Loading..." lines={5} />
  </Card>
)

// Below the first screen, and only for clients with sales.
const ProfitOverTime = lazyPart(
  () => import('./profit-over-time.tsx').then((module) => module.ProfitOverTime),
  loadingCard('Profit and loss over time'),
)
const ProfitCalendar = lazyPart(
  () => import('./profit-calendar.tsx').then((module) => module.ProfitCalendar),
  loadingCard('Profit and loss by day'),
)

/** `day`: the open one of the calendar. */
export function PortfolioCharts({ day }: { day: Detail }) {
  const portfolio = usePortfolio()
  const { data, isPending } = portfolio
  if (data) {
    const { holdings, days, months, ranges, totalInvestment } = data
    if (!holdings?.length && !days?.length) return null
    return (
      <div className={styles.charts}>
        {holdings && holdings.length > 0 && <Allocation portfolio={{ holdings, totalInvestment }} />}
        {days && days.length > 0 && ranges && <ProfitOverTime portfolio={{ days, ranges }} />}
        {days && days.length > 0 && months && (
          <ProfitCalendar portfolio={{ days, months }} openDay={day.id} onDay={day.open} />
        )}
      </div>
    )
  }
  if (isPending)
    return (
      <div className={styles.charts}>
        {['Allocation', 'Profit and loss over time', 'Profit and loss by day'].map(loadingCard)}
      </div>
    )
  return (
    <Card title="Your holdings">
      <ErrorState look="line" title={tradeText.holdingsFailed} query={portfolio} />
    </Card>
  )
}

interface AllocationProps {
  portfolio: Pick<Portfolio, 'holdings' | 'totalInvestment'>
}

/** Pointing at a slice highlights its row, and the other way round. */
function Allocation({ portfolio: { holdings, totalInvestment } }: AllocationProps) {
  const [pointed, setPointed] = useState<string>()
  const point = (name: string) => ({
    'data-pointed': pointed === undefined ? undefined : pointed === name,
    onPointerEnter: () => setPointed(name),
    onPointerLeave: () => setPointed(undefined),
  })
  const slices = allocationOf(holdings)
  return (
    <Card title="Allocation">
      <Row gap="4 6">
        <div className={styles.donut}>
          <svg viewBox="0 0 42 42" className={styles.ring} aria-hidden="true">
            {slices.map(({ name, share, before }, index) => (
              <circle
                key={name}
                {...point(name)}
                cx="21"
                cy="21"
                r="16"
                pathLength="10000"
                data-slice={index}
                strokeDasharray={`${share} ${10_000n - share}`}
                strokeDashoffset={-Number(before)}
              />
            ))}
            {slices.length > 1 &&
              slices.map(({ name, before }) => (
                <path key={name} d="M32 21h10" transform={`rotate(${(Number(before) * 360) / 10_000} 21 21)`} />
              ))}
          </svg>
          <p className={`xs tabular ${styles.total}`}>
            <span className="dim">{tradeText.totalInvested}</span>
            <Money amount={paiseOf(totalInvestment)} />
          </p>
        </div>
        <table className={styles.legend} aria-label="Allocation of your investments">
          <thead>
            <tr>
              <th scope="col">Stock</th>
              <th scope="col">Invested</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {slices.map(({ name, cost, share }, index) => (
              <tr key={name} {...point(name)}>
                <th scope="row">
                  <span className="marker" data-slice={index} aria-hidden="true" />
                  {name}
                </th>
                <td>
                  <Money amount={cost} />
                </td>
                <td>{plainPercent(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Row>
    </Card>
  )
}

type Holding = Pick<Portfolio['holdings'][number], 'stockName' | 'cost'>

const maxSlices = 6

/**
 * The cost of the open positions by stock in paise, the largest first; the smallest are combined. `share` and `before` in
 * hundredths of a percent of the total.
 */
export function allocationOf(holdings: readonly Holding[]) {
  const all = holdings
    .map(({ stockName, cost }) => ({ name: stockName, cost: paiseOf(cost) }))
    .filter(({ cost }) => cost > 0n)
    .toSorted((one, other) => Number(other.cost - one.cost))
  const total = sum(all)
  const isLong = all.length > maxSlices
  const rest = isLong ? all.slice(maxSlices - 1) : []
  const parts = isLong
    ? [...all.slice(0, maxSlices - 1), { name: tradeText.otherStocks(rest.length), cost: sum(rest) }]
    : all
  return parts.map((part, index) => ({
    ...part,
    share: basisPointsOf(part.cost, total),
    before: basisPointsOf(sum(parts.slice(0, index)), total),
  }))
}

const sum = (parts: readonly { cost: bigint }[]): bigint => parts.reduce((all, { cost }) => all + cost, 0n)
