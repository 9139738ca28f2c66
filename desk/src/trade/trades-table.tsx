import type { DeskTrade } from '@sauda/contract/trade'
import { Badge } from '@sauda/ui/badge'
import { EmptyState } from '@sauda/ui/empty-state'
import { Money } from '@sauda/ui/money'
import { Table, type TableColumn } from '@sauda/ui/table'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { priceText, quantityText } from '../shell/format.ts'
import { Faint, Lines } from '../shell/lines.tsx'
import { DateTime } from '@sauda/web/date-time-text'
import { paiseOf } from '@sauda/contract/money'
import { RequestReversal } from './request-reversal.tsx'
import { TradeStatus } from './trade-status.tsx'
import layout from '../shell/layout.module.css'

const columns: readonly TableColumn<DeskTrade>[] = [
  {
    key: 'trade',
    header: 'Trade',
    rowHeader: true,
    place: 'under',
    cell: ({ _id, tradeId, reference }) => (
      <Lines>
        <Link className="tabular" to={`/trade/${_id}`}>
          {tradeId}
        </Link>
        {reference !== undefined && <Faint>{reference}</Faint>}
      </Lines>
    ),
  },
  {
    key: 'at',
    header: 'Booked',
    place: 'below',
    cell: ({ createdAt, bookedBy }) => (
      <Lines>
        <DateTime at={createdAt} />
        <Faint>{bookedBy}</Faint>
      </Lines>
    ),
  },
  {
    key: 'what',
    header: 'Details',
    place: 'lead',
    cell: ({ action, stockName, bookedQuantity, avgPrice, sellPrice }) => (
      <Lines>
        <span className={layout.row}>
          <Badge>{action}</Badge> {stockName}
        </span>
        <Faint
          tabular
        >{`${quantityText(bookedQuantity)} at ${priceText(action === 'BUY' ? avgPrice : (sellPrice ?? avgPrice))}`}</Faint>
      </Lines>
    ),
  },
  {
    key: 'amount',
    header: 'Amount, P&L',
    align: 'end',
    place: 'figure',
    cell: ({ amount, profitLoss }) => (
      <Lines>
        <Money amount={paiseOf(amount)} />
        {profitLoss !== undefined && <Money amount={paiseOf(profitLoss)} change />}
      </Lines>
    ),
  },
]

interface TradesTableProps {
  label: string
  trades: readonly DeskTrade[]
  loading?: string | false
  footer?: ReactNode
}

export function TradesTable({ label, trades, loading = false, footer }: TradesTableProps) {
  // Stays while the dialog closes: the row may have changed.
  const [asking, ask] = useState<{ trade: DeskTrade; open: boolean; time: number }>()
  const state: TableColumn<DeskTrade> = {
    key: 'state',
    header: 'Status',
    align: 'end',
    place: 'state',
    cell: (trade) => (
      <TradeStatus trade={trade} onReverse={() => ask({ trade, open: true, time: (asking?.time ?? 0) + 1 })} />
    ),
  }
  return (
    <>
      <Table
        label={label}
        columns={[...columns, state]}
        rows={trades}
        rowKey={({ _id }) => _id}
        loading={loading}
        empty={<EmptyState title="No trades yet">Book one under Trades, Order entry.</EmptyState>}
        footer={footer}
      />
      {asking && (
        <RequestReversal
          key={asking.time}
          trade={asking.trade}
          open={asking.open}
          onClose={() => ask({ ...asking, open: false })}
        />
      )}
    </>
  )
}
