import { Card } from '@sauda/ui/card'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { marketText } from './market.text.ts'
import styles from './markets.module.css'

interface Pair {
  pair: string
  price: string
  change: string
  spread: string
  trend: 'Up' | 'Down'
}

/** The static rows of the specification. */
const pairs: readonly Pair[] = [
  { pair: 'EUR/USD', price: '1.0842', change: '+0.12%', spread: '0.6', trend: 'Up' },
  { pair: 'USD/JPY', price: '149.36', change: '−0.08%', spread: '0.8', trend: 'Down' },
  { pair: 'GBP/USD', price: '1.2715', change: '+0.21%', spread: '0.9', trend: 'Up' },
  { pair: 'AUD/USD', price: '0.6583', change: '−0.15%', spread: '0.7', trend: 'Down' },
  { pair: 'USD/CHF', price: '0.8791', change: '+0.05%', spread: '1.1', trend: 'Up' },
]

const tone = { Up: 'gain', Down: 'loss' }

const columns: readonly TableColumn<Pair>[] = [
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
      aside={<DisclosureBadge kind="sample">{marketText.samplePairs}</DisclosureBadge>}
    >
      <Table label="Popular Forex Pairs" columns={columns} rows={pairs} rowKey={({ pair }) => pair} narrow="scroll" />
    </Card>
  )
}
