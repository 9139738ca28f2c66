import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { Badge, StatusPill } from '@sauda/ui/badge'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { LoadingBlock } from '@sauda/ui/spinner'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { formatDateTime } from '@sauda/web/date-time'
import { priceText, quantityText } from './trade.ts'
import { useOrders } from './trade.api.ts'
import styles from './trade.module.css'
import { closingPrice } from './trade.ts'
import { tradeText } from './trade.text.ts'

const columns: readonly TableColumn<Trade>[] = [
  { key: 'stock', header: 'Stock Name', cell: (row) => <Stock trade={row} />, rowHeader: true, place: 'lead' },
  endColumn('quantity', 'Quantity', (row) => quantityText(row.bookedQuantity)),
  endColumn('buy', 'Buy Price', (row) => priceText(row.avgPrice)),
  endColumn('sell', 'Sell Price', (row) => priceText(closingPrice(row))),
  endColumn('profit', 'P&L', (row) => <Money amount={paiseOf(row.profitLoss ?? 0)} change />, 'figure'),
  { key: 'type', header: 'Type', cell: (row) => <Badge>{row.action}</Badge>, place: 'state' },
]

export default function OrderHistory() {
  const list = useOrders()
  const rows = (list.data?.pages.flat() ?? []).filter(({ action }) => action === 'SELL')
  if (list.isPending) return <LoadingBlock label="Loading orders..." />
  return (
    <>
      <Card flush>
        <Table
          label="Order history"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
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
    </>
  )
}

function Stock({ trade: { stockName, createdAt, reversed } }: { trade: Trade }) {
  return (
    <span className={styles.stock}>
      {stockName}
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
