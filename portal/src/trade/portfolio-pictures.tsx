import { Card } from '@sauda/ui/card'
import { SkeletonText } from '@sauda/ui/skeleton'
import { NotLoaded } from '../shell/not-loaded.tsx'
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
      <NotLoaded query={portfolio}>Your holdings did not load just now.</NotLoaded>
    </Card>
  )
}
