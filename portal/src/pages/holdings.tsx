import { paiseOf } from '@sauda/contract/platform/money'
import { buttonClass } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { AmountText, Money } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Select } from '@sauda/ui/select'
import { sentence } from '@sauda/ui/sentence'
import { SkeletonText } from '@sauda/ui/skeleton'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { useState } from 'react'
import { Link } from 'react-router'
import { basisPointsOf, percentText } from '../shell/percent.ts'
import { Gain, Price } from '../trading/trade/row-figures.tsx'
import { openedTrail } from '../shell/amounts.tsx'
import { useIsNarrow } from '@sauda/web/hooks'
import { Section } from '../shell/screen.tsx'
import type { Holding } from '../trading/trade/positions-by-stock.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import { holdingTrail, priceText, quantityText } from '../trading/trade/trade.ts'
import type { LiveValuations, PricedValuation } from './live-valuations.ts'
import styles from './pages.module.css'
import { useHoldings } from './total-worth.ts'

export type HoldingRow = Holding & Partial<PricedValuation>

const byKey: Record<string, (row: HoldingRow) => string | number | bigint | undefined> = {
  stock: ({ stockName }) => stockName,
  quantity: ({ quantity }) => quantity,
  average: ({ avgPrice }) => avgPrice,
  last: ({ price }) => (price === undefined ? undefined : Number(price)),
  day: ({ dayChange }) => dayChange,
  value: ({ value, cost }) => value ?? paiseOf(cost),
  gain: ({ profit }) => profit,
}

/** Rows without the value come last. */
export function sortHoldings(rows: readonly HoldingRow[], key: string, isDescending: boolean): HoldingRow[] {
  const read = byKey[key] ?? byKey['value']
  const compare = (one: HoldingRow, other: HoldingRow): number => {
    const [a, b] = [read?.(one), read?.(other)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return (a < b ? -1 : a > b ? 1 : 0) * (isDescending ? -1 : 1)
  }
  return rows.toSorted(compare)
}

interface ChangeProps {
  amount: bigint | undefined
  percent: string | undefined
  /** Whether the amount has the colour of a gain or loss. */
  change?: boolean
}

/** An amount with its percentage; a dash if one of them is missing. */
function Change({ amount, percent, change = true }: ChangeProps) {
  if (amount === undefined || percent === undefined) return <Missing />
  return (
    <>
      <Money amount={amount} change={change} />
      <small className={`dim ${styles.percent}`}>{percent}</small>
    </>
  )
}

/** The change as a part of the value before it. */
function dayPercent(change: bigint | undefined, value: bigint | undefined): string | undefined {
  const part = change === undefined || value === undefined ? undefined : basisPointsOf(change, value - change)
  return part === undefined ? undefined : percentText(part)
}

const Missing = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">{tradeText.noPrice}</span>
  </>
)

/** `traced`: the value opens where it came from, in a table whose rows open nothing. */
export const holdingColumns = (quality: string | undefined, traced = false) => ({
  stock: {
    key: 'stock',
    header: 'Stock',
    rowHeader: true,
    place: 'lead',
    cell: ({ stockName, ...row }) => (
      <>
        <span className={pressed.name}>{stockName}</span>
        {/* Shown once for all rows; here only where it differs. */}
        {quality !== undefined && row.quality !== quality && (
          <small className="block dim regular">{row.quality ?? tradeText.noPrice}</small>
        )}
      </>
    ),
  } as TableColumn<HoldingRow>,
  quantity: endColumn<HoldingRow>('quantity', 'Quantity', ({ quantity }) => quantityText(quantity)),
  average: endColumn<HoldingRow>('average', 'Avg. price', ({ avgPrice }) => (
    <AmountText>{priceText(avgPrice)}</AmountText>
  )),
  last: endColumn<HoldingRow>('last', 'Last price', ({ price }) =>
    price === undefined ? <Missing /> : priceText(price),
  ),
  day: endColumn<HoldingRow>('day', 'Day’s change', ({ dayChange, value }) => (
    <Change amount={dayChange} percent={dayPercent(dayChange, value)} />
  )),
  value: endColumn<HoldingRow>(
    'value',
    'Value',
    ({ stockName, value, cost, profit }) => (
      <Money
        amount={value ?? paiseOf(cost)}
        onTrace={traced ? () => openedTrail.set(holdingTrail(stockName, paiseOf(cost), profit)) : undefined}
      />
    ),
    'figure',
  ),
  gain: endColumn<HoldingRow>(
    'gain',
    'Gain',
    ({ profit, basisPoints, isStale }) => (
      <Change
        amount={profit}
        percent={basisPoints === undefined ? basisPoints : percentText(basisPoints)}
        change={!isStale}
      />
    ),
    'state',
  ),
})

/** On a phone two lines: the stock and its gain, then quantity and prices. */
export const cardColumns = (stock: TableColumn<HoldingRow>): TableColumn<HoldingRow>[] => [
  stock,
  endColumn(
    'gain',
    'Gain',
    ({ profit, basisPoints, isStale }) =>
      profit === undefined ? <Missing /> : <Gain amount={profit} basisPoints={basisPoints} change={!isStale} />,
    'figure',
  ),
  endColumn(
    'quantity',
    'Quantity',
    ({ quantity, avgPrice, price }) => {
      const held = { quantity: quantityText(quantity), average: <Price of={avgPrice} /> }
      return price === undefined
        ? sentence(tradeText.heldUnpriced, held)
        : sentence(tradeText.heldAt, { ...held, price: <Price of={price} isPublic /> })
    },
    'under',
  ),
]

export const holdingRows = (holdings: readonly Holding[], valuations: LiveValuations): HoldingRow[] =>
  holdings.map((holding) => ({ ...holding, ...valuations.of(holding.stockName) }))

/** The holdings at their prices, sorted by any column. */
export function Holdings({ onOpen }: { onOpen: (stock: string) => void }) {
  const { portfolio, holdings, valuations, total } = useHoldings()
  const [{ key, isDescending }, setSort] = useState({ key: 'value', isDescending: true })
  const isNarrow = useIsNarrow()
  const all = holdingColumns(total?.quality)
  const columns = Object.values(all)
  const onSort = (next: string) => setSort({ key: next, isDescending: next === key ? !isDescending : next !== 'stock' })
  if (!portfolio.isPending && portfolio.data?.holdings === undefined) return null
  return (
    <Section
      id="holdings"
      title="Holdings"
      aside={
        // On a phone the curve above says how old the prices are.
        isNarrow && holdings.length > 1 ? (
          <Select
            label="Sort by"
            className={styles.sort}
            value={key}
            onChange={(event) => setSort({ key: event.target.value, isDescending: event.target.value !== 'stock' })}
            options={columns.map((column) => ({ value: column.key, label: column.header }))}
          />
        ) : (
          total && <span className="dim regular">{total.quality}</span>
        )
      }
    >
      <Card flush={!portfolio.isPending}>
        {portfolio.isPending ? (
          <SkeletonText label="Loading..." lines={5} />
        ) : holdings.length === 0 ? (
          <EmptyState
            title="No holdings yet"
            action={
              <Link to="/account/wallet/add-fund" className={buttonClass('primary')}>
                Add Fund
              </Link>
            }
          >
            {tradeText.firstTrade}
          </EmptyState>
        ) : (
          <Table
            label="Holdings"
            columns={isNarrow ? cardColumns(all.stock) : columns}
            rows={sortHoldings(holdingRows(holdings, valuations), key, isDescending)}
            rowKey={({ stockName }) => stockName}
            onRowPress={({ stockName }) => onOpen(stockName)}
            {...(!isNarrow && { sort: { key, isDescending, onSort } })}
          />
        )}
      </Card>
    </Section>
  )
}
