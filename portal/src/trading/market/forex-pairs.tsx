import { Card } from '@sauda/ui/card'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { type ForexPair, forexPairs, samplePairs } from '../../shell/forex-pairs.ts'
import styles from './markets.module.css'

const tone = { Up: 'gain', Down: 'loss' }

const columns: readonly TableColumn<ForexPair>[] = [
  { key: 'pair', header: 'Pair', rowHeader: true, cell: ({ pair }) => pair },
  endColumn('price', 'Price', ({ price }) => price),
  endColumn('change', 'Change', ({ change, trend }) => <span className={tone[trend]}>{change}</span>),
  endColumn('spread', 'Spread', ({ spread }) => spread),
  endColumn('trend', 'Trend', ({ trend }) => (
    <span className={`${styles.trend} ${tone[trend]}`}>
      {trend === 'Up' ? <TrendingUp aria-hidden="true" /> : <TrendingDown aria-hidden="true" />}
      <span className={styles.word}>{trend}</span>
    </span>
  )),
]

export function ForexPairs() {
  return (
    <Card
      flush
      className={styles.pairs}
      title="Popular Forex Pairs"
      aside={<DisclosureBadge kind="sample">{samplePairs}</DisclosureBadge>}
    >
      <Table
        label="Popular Forex Pairs"
        columns={columns}
        rows={forexPairs}
        rowKey={({ pair }) => pair}
        narrow="scroll"
      />
    </Card>
  )
}
