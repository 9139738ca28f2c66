import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { Badge, StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { LoadingBlock } from '@sauda/ui/spinner'
import { Table, type TableColumn } from '@sauda/ui/table'
import { momentText } from '../shell/moment.ts'
import { closingPrice } from './book.ts'
import styles from './order-history.module.css'
import { priceText, quantityText } from './text.ts'
import { useOrders } from './trade.api.ts'

const columns: readonly TableColumn<Trade>[] = [
  { key: 'stock', header: 'Stock Name', cell: (row) => <Stock trade={row} />, rowHeader: true },
  { key: 'quantity', header: 'Quantity', cell: (row) => quantityText(row.bookedQuantity), align: 'end' },
  { key: 'buy', header: 'Buy Price', cell: (row) => priceText(row.avgPrice), align: 'end' },
  { key: 'sell', header: 'Sell Price', cell: (row) => priceText(closingPrice(row)), align: 'end' },
  { key: 'profit', header: 'P&L', cell: (row) => <Money amount={paiseOf(row.profitLoss ?? 0)} change />, align: 'end' },
  { key: 'type', header: 'Type', cell: (row) => <Badge>{row.action}</Badge> },
]

/** Every sale. */
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
              action={
                list.isError && (
                  <Button variant="secondary" onClick={() => void list.refetch()} loading={list.isFetching}>
                    Try again
                  </Button>
                )
              }
            >
              {list.isError
                ? 'Your orders did not load just now.'
                : 'What you sell appears here with its profit or loss.'}
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
      <small>{momentText(createdAt)}</small>
      {reversed && (
        <>
          <StatusPill tone="warn">Reversed</StatusPill>
          <small>{reversed.reason}</small>
        </>
      )}
    </span>
  )
}
