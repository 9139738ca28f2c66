import { paiseOf } from '@sauda/contract/platform/money'
import type { ReconciledSale } from '@sauda/contract/books/tax'
import type { ReconciliationLine } from '@sauda/contract/books/tax-year'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { endColumn, type TableColumn } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { Link } from 'react-router'
import { traceOf } from '../../shell/amounts.tsx'
import { useTaxSales } from './tax.api.ts'
import { FigureDialog } from './figure-dialog.tsx'
import { taxText } from './tax.text.ts'
import styles from './tax.module.css'

interface TaxSalesProps {
  open: boolean
  title: string
  year: string
  line: ReconciliationLine
  onClose: () => void
}

const money = ({ _id, tradeId }: ReconciledSale, rupees: number | undefined) =>
  rupees === undefined ? '–' : <Money amount={paiseOf(rupees)} change onTrace={traceOf(tradeId, { cause: _id })} />

const columns: readonly TableColumn<ReconciledSale>[] = [
  { key: 'stock', header: 'Stock', cell: (row) => <Sale sale={row} />, rowHeader: true, place: 'lead' },
  { key: 'days', header: 'Traded and booked', cell: (row) => <Days sale={row} />, place: 'under' },
  endColumn('portfolio', 'On your portfolio', (row) => money(row, row.portfolio)),
  endColumn('matched', 'Matched by date', (row) => money(row, row.matched)),
  endColumn('amount', 'In this figure', (row) => money(row, row.amount), 'figure'),
]

/** The formula of a line of the reconciliation, and the sales it is the sum of. */
export function TaxSales({ open, title, year, line, onClose }: TaxSalesProps) {
  const list = useTaxSales({ year, line })
  const rows = list.data?.pages.flatMap(({ sales }) => sales) ?? []
  return (
    <FigureDialog
      open={open}
      title={title}
      onClose={onClose}
      list={list}
      columns={columns}
      rows={rows}
      rowKey={(row) => row._id}
    >
      <p className="soft">{taxText.lineFormulas[line]}</p>
    </FigureDialog>
  )
}

function Sale({ sale: { stockName, _id, tradeId } }: { sale: ReconciledSale }) {
  return (
    <span className={styles.cell}>
      {stockName}
      <small>
        <TradeLink kind="sale" id={_id} tradeId={tradeId} />
      </small>
    </span>
  )
}

function Days({ sale: { date, bookedOn } }: { sale: ReconciledSale }) {
  return (
    <span className={styles.cell}>
      <span>{sentence('Traded {date}', { date: formatDate(date) })}</span>
      <span>{sentence('Booked {date}', { date: formatDate(bookedOn) })}</span>
    </span>
  )
}

const addresses = {
  purchase: '/account/position/position?position=',
  sale: '/account/position/order-history?order=',
} as const

/** Opens the trade with its ledger entries. */
export function TradeLink({ kind, id, tradeId }: { kind: keyof typeof addresses; id: string; tradeId: string }) {
  return (
    <Link className={styles.trade} to={`${addresses[kind]}${id}`}>
      {tradeId}
    </Link>
  )
}
