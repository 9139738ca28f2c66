import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { useDeferredValue } from 'react'
import type { Detail } from '../../shell/list-detail.tsx'
import { useIsDesktop } from '@sauda/web/media'
import { Allocation } from './allocation.tsx'
import styles from './portfolio-charts.module.css'
import { ProfitCalendar } from './profit-calendar.tsx'
import { ProfitOverTime } from './profit-over-time.tsx'
import { usePortfolio } from './trade.api.ts'
import { tradeText } from './trade.text.ts'

/** `day`: the open one of the calendar. */
export function PortfolioCharts({ day }: { day: Detail }) {
  const portfolio = usePortfolio()
  const { data, isPending } = portfolio
  // The calendar is below the first screen of a phone, so there it does not hold up the first paint.
  const hasCalendar = useDeferredValue(true, useIsDesktop())
  if (data) {
    const { holdings, days, months, ranges, totalInvestment } = data
    if (!holdings && !days) return null
    return (
      <div className={styles.charts}>
        {holdings && <Allocation portfolio={{ holdings, totalInvestment }} />}
        {days && ranges && <ProfitOverTime portfolio={{ days, ranges }} />}
        {days && months && hasCalendar && (
          <ProfitCalendar portfolio={{ days, months }} openDay={day.id} onDay={day.open} />
        )}
      </div>
    )
  }
  if (isPending)
    return (
      <div className={styles.charts}>
        {['Allocation', 'Profit and loss over time', 'Profit and loss by day'].map((title) => (
          <Card key={title} title={title}>
            <SkeletonText label="Loading..." lines={5} />
          </Card>
        ))}
      </div>
    )
  return (
    <Card title="Your holdings">
      <ErrorState look="line" title={tradeText.holdingsFailed} query={portfolio} />
    </Card>
  )
}
