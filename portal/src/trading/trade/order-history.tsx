import { tradedAt } from '@sauda/contract/trading/valuation'
import { paiseOf } from '@sauda/contract/platform/money'
import { isPractice } from '@sauda/contract/trading/market'
import type { Trade } from '@sauda/contract/trading/trade'
import { StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Select } from '@sauda/ui/select'
import { sentence } from '@sauda/ui/sentence'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Row, Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDate, formatTime } from '@sauda/web/date-time'
import { useIsDesktop, useIsNarrow } from '@sauda/web/hooks'
import { useState } from 'react'
import { ListDetail, useDetail } from '../../shell/list-detail.tsx'
import { useOpenStock } from '../../shell/stock-link.tsx'
import { DayHeading } from './trade-confirmation.tsx'
import { useOrders } from './trade.api.ts'
import { DayDetail, TradeDays } from './trade-days.tsx'
import { closingPrice, isDay, priceText, quantityText, tradingDay } from './trade.ts'
import styles from './trade.module.css'
import { tradeText } from './trade.text.ts'

const columns: readonly TableColumn<Trade>[] = [
  { key: 'stock', header: 'Stock Name', cell: (row) => <Stock trade={row} />, rowHeader: true, place: 'lead' },
  endColumn('quantity', 'Quantity', (row) => quantityText(row.bookedQuantity)),
  endColumn('buy', 'Buy Price', (row) => <AmountText>{priceText(row.avgPrice)}</AmountText>),
  endColumn('sell', 'Sell Price', (row) => <AmountText>{priceText(closingPrice(row))}</AmountText>),
  endColumn('profit', 'P&L', (row) => <Money amount={paiseOf(row.profitLoss ?? 0)} change />, 'figure'),
  { key: 'type', header: 'Type', cell: (row) => <span className="soft sm">{row.action}</span>, place: 'state' },
]

const chargesColumn = endColumn<Trade>('charges', 'Charges', ({ charges }) =>
  charges === undefined ? '–' : <Money amount={paiseOf(charges)} />,
)
const timeColumn = endColumn<Trade>('time', 'Time', (trade) => (
  <span className="nowrap">{formatTime(tradedAt(trade))}</span>
))

/** On a phone an order has two lines; its charges are in its detail. */
const cardColumns: readonly TableColumn<Trade>[] = columns
  .filter(({ place }) => place !== 'part')
  .toSpliced(1, 0, {
    key: 'prices',
    header: 'Quantity and prices',
    cell: (row) => (
      <AmountText>
        {tradeText.soldLot(quantityText(row.bookedQuantity), priceText(row.avgPrice), priceText(closingPrice(row)))}
      </AmountText>
    ),
    place: 'under',
  })

/** The day is in the heading above; on a desktop the time of trading has a column of its own. */
const columnsOf = (isDesktop: boolean, rows: readonly Trade[]) => [
  ...columns.slice(0, -2),
  ...(rows.some(({ charges }) => charges !== undefined) ? [chargesColumn] : []),
  ...columns.slice(-2),
  ...(isDesktop ? [timeColumn] : []),
]

export default function OrderHistory() {
  const list = useOrders()
  const sales = (list.data?.pages.flat() ?? []).filter(({ action }) => action === 'SELL')
  // A server without pages sends the same trades again.
  const all = [...new Map(sales.map((sale) => [sale._id, sale])).values()]
  const [stock, setStock] = useState('')
  const stocks = [...new Set(all.map(({ stockName }) => stockName))].toSorted()
  const rows = all.filter(({ stockName }) => stock === '' || stockName === stock)
  const practice = rows.filter(({ orderNumber }) => isPractice(orderNumber)).length
  const detail = useDetail('day')
  const openStock = useOpenStock()
  const byDay = Map.groupBy(rows, tradingDay)
  // The next page may begin with further sales of the last day.
  const [last] = all.slice(-1)
  const cutDay = list.hasNextPage && last ? tradingDay(last) : undefined
  const day = isDay(detail.shownId) ? detail.shownId : undefined
  const isDesktop = useIsDesktop()
  const isNarrow = useIsNarrow()
  return (
    <ListDetail
      detail={detail}
      title={day === undefined ? 'Charges' : tradeText.dayOf(formatDate(day))}
      content={day === undefined ? <p className="note">{tradeText.noDay}</p> : <DayDetail day={day} />}
    >
      <Stack gap={8}>
        {list.isPending ? (
          <LoadingBlock label="Loading orders..." />
        ) : (
          <Stack>
            {stocks.length > 1 && (
              <Select
                label="Stock"
                className={styles.stock}
                value={stock}
                onChange={({ target }) => setStock(target.value)}
                options={[
                  { value: '', label: tradeText.allStocks },
                  ...stocks.map((name) => ({ value: name, label: name })),
                ]}
              />
            )}
            <Card flush>
              <Table
                label="Order history"
                columns={isNarrow ? cardColumns : columnsOf(isDesktop, rows)}
                rows={rows}
                rowKey={(row) => row._id}
                group={{
                  keyOf: tradingDay,
                  heading: (of) => <Day day={of} sales={of === cutDay ? undefined : byDay.get(of)} />,
                }}
                onRowPress={({ stockName }) => openStock(stockName)}
                empty={
                  list.isError ? (
                    <ErrorState title={tradeText.ordersFailed} query={list}>
                      No sell orders found.
                    </ErrorState>
                  ) : (
                    <EmptyState title="No sell orders found.">{tradeText.noSales}</EmptyState>
                  )
                }
              />
            </Card>
            {practice > 0 && <p className="note">{tradeText.practice(practice, rows.length)}</p>}
            <More list={list} label="Load more" centred />
          </Stack>
        )}
        <TradeDays selected={detail.id} onOpen={detail.open} />
      </Stack>
    </ListDetail>
  )
}

/** The day with the sums of its sales; without them while not all of its sales are loaded. */
function Day({ day, sales }: { day: string; sales: readonly Trade[] | undefined }) {
  const counted = (sales ?? []).filter(({ reversed }) => reversed === undefined)
  const sum = (key: 'profitLoss' | 'charges') => counted.reduce((paise, sale) => paise + paiseOf(sale[key] ?? 0), 0n)
  const hasCharges = counted.some(({ charges }) => charges !== undefined)
  return (
    <DayHeading
      day={day}
      sum={
        sales &&
        sentence(hasCharges ? tradeText.dayWithCharges : tradeText.dayProfit, {
          profit: <Money amount={sum('profitLoss')} change />,
          charges: <Money amount={sum('charges')} />,
        })
      }
    />
  )
}

function Stock({ trade }: { trade: Trade }) {
  const { stockName, reversed } = trade
  return (
    <Row as="span" align="baseline" gap="0 2">
      <span className={pressed.name}>{stockName}</span>
      {!useIsDesktop() && <small className="note regular">{formatTime(tradedAt(trade))}</small>}
      {reversed && (
        <>
          <StatusPill tone="warn">Reversed</StatusPill>
          <small className="note regular">{reversed.reason}</small>
        </>
      )}
    </Row>
  )
}
