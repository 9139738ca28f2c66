import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Allocation } from './allocation.tsx'
import styles from './portfolio-charts.module.css'
import { ProfitOverTime } from './profit-over-time.tsx'
import { usePortfolio } from './trade.api.ts'
import { tradeText } from './trade.text.ts'

export function PortfolioCharts() {
  const portfolio = usePortfolio()
  const { data, isPending } = portfolio
  if (data)
    return (
      <div className={styles.pair}>
        <Allocation holdings={data.holdings} />
        <ProfitOverTime portfolio={data} />
      </div>
    )
  if (isPending)
    return (
      <div className={styles.pair}>
        {['Allocation', 'Profit and loss over time'].map((title) => (
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
