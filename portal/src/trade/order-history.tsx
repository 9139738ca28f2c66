import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { Badge, StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import pressed from '@sauda/ui/pressed-row.module.css'
import { LoadingBlock } from '@sauda/ui/spinner'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDate, formatDateTime } from '@sauda/web/date-time'
import { ListDetail, useDetail } from '../shell/list-detail.tsx'
import { OrderDetail } from './order-detail.tsx'
import { TradeConfirmation, tradingDay } from './trade-confirmation.tsx'
import { priceText, quantityText } from './trade.ts'
import { useOrders } from './trade.api.ts'
import styles from './trade.module.css'
import { closingPrice } from './trade.ts'
import { tradeText } from './trade.text.ts'

const columns: readonly TableColumn<Trade>[] = [
  { key: 'stock', header: 'Stock Name', cell: (row) => <Stock trade={row} />, rowHeader: true, place: 'lead' },
  endColumn('quantity', 'Quantity', (row) => quantityText(row.bookedQuantity)),
  endColumn('buy', 'Buy Price', (row) => <AmountText>{priceText(row.avgPrice)}</AmountText>),
  endColumn('sell', 'Sell Price', (row) => <AmountText>{priceText(closingPrice(row))}</AmountText>),
  endColumn('profit', 'P&L', (row) => <Money amount={paiseOf(row.profitLoss ?? 0)} change />, 'figure'),
  { key: 'type', header: 'Type', cell: (row) => <Badge>{row.action}</Badge>, place: 'state' },
]

export default function OrderHistory() {
  const list = useOrders()
  const sales = (list.data?.pages.flat() ?? []).filter(({ action }) => action === 'SELL')
  // A server that knows no pages sends the same trades again.
  const rows = [...new Map(sales.map((sale) => [sale._id, sale])).values()]
  const detail = useDetail('order')
  const listed = rows.find(({ _id }) => _id === detail.shownId)
  if (list.isPending) return <LoadingBlock label="Loading orders..." />
  return (
    <ListDetail
      detail={detail}
      hint={rows.length > 0 ? tradeText.chooseOrder : undefined}
      title={listed ? `${listed.stockName} ${listed.tradeId}` : 'Order'}
      content={detail.shownId && <OrderDetail orderId={detail.shownId} listed={listed} />}
    >
      <Card flush>
        <Table
          label="Order history"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
          selectedKey={detail.id ?? null}
          group={{ keyOf: tradingDay, heading: (day) => <DayHeading day={day} /> }}
          onRowPress={({ _id }) => detail.open(_id)}
          empty={
            <EmptyState
              title="No sell orders found."
              action={list.isError && <ErrorState look="line" title={tradeText.ordersFailed} query={list} />}
            >
              {!list.isError && tradeText.noSales}
            </EmptyState>
          }
        />
      </Card>
      <More list={list} label="Load more" centred />
    </ListDetail>
  )
}

function DayHeading({ day }: { day: string }) {
  return (
    <span className={styles.day}>
      {formatDate(day)}
      <TradeConfirmation day={day} />
    </span>
  )
}

function Stock({ trade: { stockName, createdAt, reversed } }: { trade: Trade }) {
  return (
    <span className={styles.stock}>
      <span className={pressed.name}>{stockName}</span>
      <small className="note">{formatDateTime(createdAt)}</small>
      {reversed && (
        <>
          <StatusPill tone="warn">Reversed</StatusPill>
          <small className="note">{reversed.reason}</small>
        </>
      )}
    </span>
  )
}
