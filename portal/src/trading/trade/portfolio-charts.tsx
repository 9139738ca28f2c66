import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { lazyPart } from '../../shell/lazy-part.tsx'
import type { Detail } from '../../shell/list-detail.tsx'
import { Allocation } from './allocation.tsx'
import styles from './portfolio-charts.module.css'
import { ProfitOverTime } from './profit-over-time.tsx'
import { usePortfolio } from './trade.api.ts'
import { tradeText } from './trade.text.ts'

const loadingCard = (title: string) => (
  <Card key={title} title={title}>
    <SkeletonText label="Loading..." lines={5} />
  </Card>
)

/** Below the first screen, and only for clients with sales. */
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
    if (!holdings && !days) return null
    return (
      <div className={styles.charts}>
        {holdings && <Allocation portfolio={{ holdings, totalInvestment }} />}
        {days && ranges && <ProfitOverTime portfolio={{ days, ranges }} />}
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
