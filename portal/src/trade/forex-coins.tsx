import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { TextField } from '@sauda/ui/text-field'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import styles from './forex-coins.module.css'
import {
  findCoins,
  sampleCoins,
  sortCoins,
  totalOf,
  valueOf,
  type Coin,
  type CoinValue,
  type SortOrder,
} from './forex.ts'
import { priceText, quantityText } from './format.ts'
import { percentText } from '../shell/percent.ts'
import { tradeText } from './trade.text.ts'

const part = (key: string, header: string, cell: TableColumn<Coin>['cell']): TableColumn<Coin> => ({
  key,
  header,
  cell,
  align: 'end',
  place: 'part',
})
const columns: readonly TableColumn<Coin>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, rowHeader: true, place: 'lead' },
  part('quantity', 'Quantity', ({ quantity }) => quantityText(quantity)),
  part('price', 'Price', ({ price }) => priceText(price)),
  part('invested', 'Invested', (coin) => <Money amount={valueOf(coin).invested} />),
  {
    key: 'current',
    header: 'Current value',
    cell: (coin) => <Money amount={valueOf(coin).current} />,
    align: 'end',
    place: 'figure',
  },
  {
    key: 'change',
    header: 'Gain/Loss',
    cell: (coin) => <Change value={valueOf(coin)} />,
    align: 'end',
    place: 'state',
  },
]

const orders = {
  descending: { words: 'Highest gain first', icon: ArrowDownWideNarrow },
  ascending: { words: 'Lowest gain first', icon: ArrowUpNarrowWide },
} as const

/** The forex summary and holdings of the specification, which are sample data. */
export function ForexCoins() {
  const total = totalOf(sampleCoins)
  const [text, setText] = useState('')
  const [order, setOrder] = useState<SortOrder>('descending')
  const { words, icon: Icon } = orders[order]
  const search = useRef<HTMLInputElement>(null)
  const showAll = () => {
    setText('')
    // The button disappears with the empty list.
    search.current?.focus()
  }
  return (
    <div className={styles.page}>
      <section className={styles.summary} aria-labelledby="forex-summary">
        <div className={styles.head}>
          <h2 id="forex-summary">Forex summary</h2>
          <DisclosureBadge kind="sample" />
        </div>
        <dl className={styles.figures}>
          <div>
            <dt>Total invested</dt>
            <dd>
              <Money amount={total.invested} size="large" />
            </dd>
          </div>
          <div>
            <dt>Current value</dt>
            <dd>
              <Money amount={total.current} size="large" />
            </dd>
          </div>
          <div>
            <dt>Gain/Loss</dt>
            <dd className={styles.large}>
              <Change value={total} />
            </dd>
          </div>
        </dl>
      </section>
      <section className={styles.holdings} aria-labelledby="forex-holdings">
        <div className={styles.head}>
          <h2 id="forex-holdings">Holdings</h2>
          <DisclosureBadge kind="sample" />
        </div>
        <div className={styles.tools}>
          <TextField
            ref={search}
            label="Search holdings"
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            suffix={<Search aria-hidden="true" />}
            className={styles.search}
          />
          <Button
            variant="secondary"
            icon={<Icon aria-hidden="true" />}
            onClick={() => setOrder(order === 'ascending' ? 'descending' : 'ascending')}
          >
            {words}
          </Button>
        </div>
        <Card flush>
          <Table
            label="Forex holdings"
            columns={columns}
            rows={sortCoins(findCoins(sampleCoins, text), order)}
            rowKey={({ name }) => name}
            empty={
              <EmptyState
                title={tradeText.noMatch(text.trim())}
                action={
                  <Button variant="secondary" onClick={showAll}>
                    Show all holdings
                  </Button>
                }
              />
            }
          />
        </Card>
      </section>
    </div>
  )
}

/** Green when 0 or above, otherwise red. */
function Change({ value: { change, basisPoints } }: { value: CoinValue }) {
  return (
    <span className={change >= 0n ? styles.gain : styles.loss}>
      <Money amount={change} change /> <small>({percentText(basisPoints)})</small>
    </span>
  )
}
