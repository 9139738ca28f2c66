import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Grid } from '@sauda/ui/stack'
import { useDeferredValue } from 'react'
import type { Detail } from '../../shell/list-detail.tsx'
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
  // The calendar is below the first screen of a phone, so it does not hold up the first paint.
  const hasCalendar = useDeferredValue(true, false)
  if (data) {
    const { holdings, days, months, ranges, totalInvestment } = data
    if (!holdings && !days) return null
    return (
      <Grid two="wide" className={styles.pair} data-three={hasCalendar || undefined}>
        {holdings && <Allocation portfolio={{ holdings, totalInvestment }} />}
        {days && ranges && <ProfitOverTime portfolio={{ days, ranges }} />}
        {days && months && hasCalendar && (
          <ProfitCalendar portfolio={{ days, months }} openDay={day.id} onDay={day.open} />
        )}
      </Grid>
    )
  }
  if (isPending)
    return (
      <Grid two="wide">
        {['Allocation', 'Profit and loss over time'].map((title) => (
          <Card key={title} title={title}>
            <SkeletonText label="Loading..." lines={5} />
          </Card>
        ))}
      </Grid>
    )
  return (
    <Card title="Your holdings">
      <ErrorState look="line" title={tradeText.holdingsFailed} query={portfolio} />
    </Card>
  )
}
