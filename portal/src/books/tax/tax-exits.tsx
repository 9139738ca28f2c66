import { decimalOf, formatQuantity } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import type { TaxExit } from '@sauda/contract/books/tax'
import { taxCategoryNames } from '@sauda/contract/books/tax-year'
import { AmountText, Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { endColumn, type TableColumn } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import { traceOf } from '../../shell/amounts.tsx'
import { type ExitFilter, useTaxExits } from './tax.api.ts'
import { TradeLink } from './tax-sales.tsx'
import { FigureDialog } from './figure-dialog.tsx'
import { taxText } from './tax.text.ts'
import styles from './tax.module.css'

interface TaxExitsProps {
  open: boolean
  title: string
  formulas: readonly string[]
  filter: ExitFilter
  onClose: () => void
}

const traceSale = ({ sale }: TaxExit) => traceOf(sale.tradeId, { cause: sale._id })

const columns: readonly TableColumn<TaxExit>[] = [
  { key: 'stock', header: 'Stock', cell: (row) => <Stock exit={row} />, rowHeader: true, place: 'lead' },
  { key: 'trades', header: 'Bought and sold', cell: (row) => <Trades exit={row} />, place: 'under' },
  endColumn('quantity', 'Quantity', (row) => formatQuantity(decimalOf(row.quantity) ?? 0n)),
  endColumn('buyValue', 'Purchase value', (row) => (
    <Money amount={paiseOf(row.buyValue)} onTrace={traceOf(row.buy.tradeId, { cause: row.buy._id })} />
  )),
  endColumn('saleValue', 'Sale value', (row) => <Money amount={paiseOf(row.saleValue)} onTrace={traceSale(row)} />),
  endColumn('profit', 'Profit and loss', (row) => <Profit exit={row} />, 'figure'),
]

/** The formula of a figure, and the matched purchases and sales it is the sum of. */
export function TaxExits({ open, title, formulas, filter, onClose }: TaxExitsProps) {
  const list = useTaxExits(filter)
  const rows = list.data?.pages.flatMap(({ exits }) => exits) ?? []
  return (
    <FigureDialog
      open={open}
      title={title}
      onClose={onClose}
      list={list}
      columns={columns}
      rows={rows}
      rowKey={(row) => `${row.sale._id} ${row.buy._id}`}
    >
      <Stack as="ul" gap={2} className="soft">
        {[...formulas, taxText.matching].map((formula) => (
          <li key={formula}>
            <AmountText>{formula}</AmountText>
          </li>
        ))}
      </Stack>
    </FigureDialog>
  )
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

function Stock({ exit: { stockName, category, daysHeld } }: { exit: TaxExit }) {
  return (
    <span className={styles.cell}>
      {stockName}
      <small className="note">
        {taxCategoryNames[category]}, held {days(daysHeld)}
      </small>
    </span>
  )
}

function Profit({ exit }: { exit: TaxExit }) {
  const { profitLoss, afterCharges } = exit
  return (
    <span className={styles.cell}>
      <Money amount={paiseOf(profitLoss)} change onTrace={traceSale(exit)} />
      {afterCharges !== profitLoss && (
        <small className="note">
          {sentence('{amount} after charges', { amount: <Money amount={paiseOf(afterCharges)} change /> })}
        </small>
      )}
    </span>
  )
}

function Trades({ exit: { buy, sale } }: { exit: TaxExit }) {
  return (
    <span className={styles.cell}>
      <span>
        {sentence('Bought {date}, {trade}', {
          date: formatDate(buy.date),
          trade: <TradeLink kind="purchase" id={buy._id} tradeId={buy.tradeId} />,
        })}
      </span>
      <span>
        {sentence('Sold {date}, {trade}', {
          date: formatDate(sale.date),
          trade: <TradeLink kind="sale" id={sale._id} tradeId={sale.tradeId} />,
        })}
      </span>
    </span>
  )
}
