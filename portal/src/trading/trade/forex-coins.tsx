import { tidyText } from '@sauda/contract/platform/typed-text'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { DescriptionList } from '@sauda/ui/description-list'
import { EmptyState } from '@sauda/ui/empty-state'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Row } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { TextField } from '@sauda/ui/text-field'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, Search } from 'lucide-react'
import { useIsNarrow } from '@sauda/web/hooks'
import { useRef, useState } from 'react'
import { Section } from '../../shell/screen.tsx'
import { Gain, Price } from './row-figures.tsx'
import styles from './trade.module.css'
import { priceText, quantityText } from './trade.ts'
import { percentText, basisPointsOf } from '../../shell/percent.ts'
import { tradeText } from './trade.text.ts'
import { decimalOf, moneyOf } from '@sauda/contract/platform/decimal'

const columns: readonly TableColumn<Coin>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, rowHeader: true, place: 'lead' },
  endColumn('quantity', 'Quantity', ({ quantity }) => quantityText(quantity)),
  endColumn('price', 'Price', ({ price }) => priceText(price)),
  endColumn('invested', 'Invested', (coin) => <Money amount={valueOf(coin).invested} />),
  endColumn('current', 'Current value', (coin) => <Money amount={valueOf(coin).current} />, 'figure'),
  endColumn('change', 'Gain/Loss', (coin) => <Change value={valueOf(coin)} />, 'state'),
]

/** On a phone two lines. */
const cardColumns: readonly TableColumn<Coin>[] = [
  ...columns.filter(({ place }) => place === 'lead'),
  endColumn(
    'change',
    'Gain/Loss',
    (coin) => <Gain amount={valueOf(coin).change} basisPoints={valueOf(coin).basisPoints} />,
    'figure',
  ),
  endColumn(
    'current',
    'Current value',
    (coin) =>
      sentence(tradeText.coin, {
        quantity: quantityText(coin.quantity),
        price: <Price of={coin.price} isPublic />,
        value: <Money amount={valueOf(coin).current} />,
      }),
    'under',
  ),
]

const orders = {
  descending: { words: 'Highest gain first', icon: ArrowDownWideNarrow },
  ascending: { words: 'Lowest gain first', icon: ArrowUpNarrowWide },
} as const

/** The forex summary and holdings of the specification, which are sample data. */
export function SampleCoins() {
  const total = totalOf(sampleCoins)
  const isNarrow = useIsNarrow()
  const [text, setText] = useState('')
  const [order, setOrder] = useState<SortOrder>('descending')
  const { words, icon: Icon } = orders[order]
  const search = useRef<HTMLInputElement>(null)
  const showAll = () => {
    setText('')
    // The button disappears with the empty list.
    search.current?.focus()
  }
  const portfolio = (
    <Card flush>
      <div className="entry">
        <DescriptionList
          {...(isNarrow ? { amounts: true } : { across: true })}
          items={[
            { term: 'Total invested', value: <Money amount={total.invested} /> },
            { term: 'Current value', value: <Money amount={total.current} /> },
            { term: 'Gain/Loss', value: <Change value={total} /> },
          ]}
        />
      </div>
      <Row align="end" className="entry">
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
      </Row>
      <Table
        label="Forex holdings"
        columns={isNarrow ? cardColumns : columns}
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
  )
  return (
    <Section id="forex-summary" title="Sample portfolio" aside={<DisclosureBadge kind="sample" />}>
      <p className="note">{tradeText.sampleCoins}</p>
      {isNarrow ? (
        <details className={styles.example}>
          <summary className="reach">See an example</summary>
          {portfolio}
        </details>
      ) : (
        portfolio
      )}
    </Section>
  )
}

/** Green when 0 or above, otherwise red. */
function Change({ value: { change, basisPoints } }: { value: CoinValue }) {
  return (
    <span className={`${styles.change} ${change >= 0n ? 'gain' : 'loss'}`}>
      <Money amount={change} change /> <small>({percentText(basisPoints)})</small>
    </span>
  )
}

type Coin = {
  readonly name: string
  readonly quantity: string
  readonly avgPrice: string
  readonly price: string
}

/** The sample holdings of section 2, the same for every client. */
export const sampleCoins: readonly Coin[] = [
  { name: 'Euro/INR', quantity: '500', avgPrice: '88.4250', price: '90.1125' },
  { name: 'Yen/INR', quantity: '40000', avgPrice: '0.6120', price: '0.5985' },
  { name: 'Doller/INR', quantity: '1200', avgPrice: '82.1050', price: '83.4600' },
]

type CoinValue = {
  /** Paise. */
  readonly invested: bigint
  readonly current: bigint
  readonly change: bigint
  /** The difference in hundredths of a percent of the cost. */
  readonly basisPoints: bigint
}

export function valueOf({ quantity, avgPrice, price }: Coin): CoinValue {
  const money = (at: string): bigint => moneyOf(decimalOf(at) ?? 0n, decimalOf(quantity) ?? 0n)
  return compare(money(avgPrice), money(price))
}

/** Total invested, current value, gain or loss with percentage. */
export function totalOf(coins: readonly Coin[]): CoinValue {
  const values = coins.map(valueOf)
  return compare(
    values.reduce((sum, { invested }) => sum + invested, 0n),
    values.reduce((sum, { current }) => sum + current, 0n),
  )
}

export function findCoins(coins: readonly Coin[], text: string): Coin[] {
  const search = tidyText(text).toLowerCase()
  return coins.filter(({ name }) => name.toLowerCase().includes(search))
}

type SortOrder = 'ascending' | 'descending'

/** Sorts by gain or loss. */
export function sortCoins(coins: readonly Coin[], order: SortOrder): Coin[] {
  const sign = order === 'ascending' ? 1 : -1
  return coins.toSorted((one, other) => sign * Number(valueOf(one).change - valueOf(other).change))
}

function compare(invested: bigint, current: bigint): CoinValue {
  const change = current - invested
  return { invested, current, change, basisPoints: basisPointsOf(change, invested) }
}
