import { Card } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Allocation } from './allocation.tsx'
import styles from './portfolio-pictures.module.css'
import { ProfitOverTime } from './profit-over-time.tsx'
import { usePortfolio } from './trade.api.ts'

/** What is invested in what, and what sales have brought so far. */
export function PortfolioPictures() {
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
      <ErrorState look="line" title="Your holdings did not load just now." query={portfolio} />
    </Card>
  )
}
