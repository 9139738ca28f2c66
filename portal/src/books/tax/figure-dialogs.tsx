import type { ReconciledSale, TaxExit } from '@sauda/contract/books/tax'
import { isGrandfathered, type ReconciliationLine, taxCategoryNames } from '@sauda/contract/books/tax-year'
import { decimalOf, formatQuantity } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { DescriptionList, type Descriptions } from '@sauda/ui/description-list'
import { Dialog } from '@sauda/ui/dialog'
import { ErrorState } from '@sauda/ui/error-state'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn, type TableProps } from '@sauda/ui/table'
import { formatDate } from '@sauda/web/date-time'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { traceOf } from '../../shell/amounts.tsx'
import { StockLink } from '../../shell/stock-link.tsx'
import { type ExitFilter, useTaxExits, useTaxSales } from './tax.api.ts'
import { taxText } from './tax.text.ts'
import styles from './tax.module.css'

interface Opened {
  open: boolean
  title: string
  onClose: () => void
}

interface FigureDialogProps<Row> extends Opened, Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey'> {
  list: UseInfiniteQueryResult<unknown>
  /** The calculation. */
  children: ReactNode
}

/** A figure: its calculation, and the rows it is the sum of. */
export function FigureDialog<Row>({ open, title, onClose, list, children, ...table }: FigureDialogProps<Row>) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={title}
      wide
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Stack>
        {children}
        {list.isError && list.data === undefined ? (
          <ErrorState look="line" title={taxText.loaded} query={list} />
        ) : (
          <Table
            {...table}
            label={title}
            loading={list.isPending && 'Loading...'}
            empty={<p className="soft">{taxText.nothingBehind}</p>}
          />
        )}
        <More list={list} label="Load more" centred />
      </Stack>
    </Dialog>
  )
}

const traceSale = ({ sale }: TaxExit) => traceOf(sale.tradeId, { cause: sale._id })
const exitColumns: readonly TableColumn<TaxExit>[] = [
  { key: 'stock', header: 'Stock', cell: (row) => <Stock exit={row} />, rowHeader: true, place: 'lead' },
  { key: 'trades', header: 'Bought and sold', cell: (row) => <Trades exit={row} />, place: 'under' },
  endColumn('quantity', 'Quantity', (row) => formatQuantity(decimalOf(row.quantity) ?? 0n)),
  endColumn('buyValue', 'Purchase value', (row) => (
    <Money amount={paiseOf(row.buyValue)} onTrace={traceOf(row.buy.tradeId, { cause: row.buy._id })} />
  )),
  endColumn('saleValue', 'Sale value', (row) => <Money amount={paiseOf(row.saleValue)} onTrace={traceSale(row)} />),
  endColumn('profit', 'Profit and loss', (row) => <Profit exit={row} />, 'figure'),
]

interface TaxExitsProps extends Opened {
  figures: Descriptions
  filter: ExitFilter
}

/** The calculation of a figure, and the matched purchases and sales it is the sum of. */
export function TaxExits({ figures, filter, ...opened }: TaxExitsProps) {
  const list = useTaxExits(filter)
  const rows = list.data?.pages.flatMap(({ exits }) => exits) ?? []
  return (
    <FigureDialog
      {...opened}
      list={list}
      columns={exitColumns}
      rows={rows}
      rowKey={(row) => `${row.sale._id} ${row.buy._id}`}
    >
      {figures.length > 0 && <DescriptionList amounts items={figures} />}
      <p className="note">{taxText.matching}</p>
    </FigureDialog>
  )
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

function Stock({ exit: { stockName, category, daysHeld } }: { exit: TaxExit }) {
  return (
    <span className={styles.cell}>
      <StockLink stock={stockName}>{stockName}</StockLink>
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
          {sentence('{amount} after deductible charges', { amount: <Money amount={paiseOf(afterCharges)} change /> })}
        </small>
      )}
    </span>
  )
}

function Trades({ exit }: { exit: TaxExit }) {
  const { buy, sale } = exit
  return (
    <span className={styles.cell}>
      <span>{`Bought ${formatDate(buy.date)}, ${buy.tradeId}`}</span>
      <span>{`Sold ${formatDate(sale.date)}, ${sale.tradeId}`}</span>
      <FairValue exit={exit} bought={buy.date} sold={sale.date} />
    </span>
  )
}

interface FairValueProps {
  exit: Pick<TaxExit, 'category' | 'quantity' | 'fairValue' | 'addedCost'>
  bought: string
  sold: string
}

/** Whether the price of 31 January 2018 is the cost; nothing for what was bought later. */
export function FairValue({ exit, bought, sold }: FairValueProps) {
  const { category, quantity, fairValue, addedCost = 0 } = exit
  if (!isGrandfathered(category, bought, sold)) return null
  const { unknown, used, lower } = taxText.fairValue
  if (fairValue === undefined) return <small className="note">{unknown}</small>
  const price = <Money amount={paiseOf(Math.round((fairValue / quantity) * 100) / 100)} />
  return (
    <small className="note">
      {sentence(addedCost > 0 ? used : lower, { price, added: <Money amount={paiseOf(addedCost)} /> })}
    </small>
  )
}

const money = ({ _id, tradeId }: ReconciledSale, rupees: number | undefined) =>
  rupees === undefined ? '–' : <Money amount={paiseOf(rupees)} change onTrace={traceOf(tradeId, { cause: _id })} />
const saleColumns: readonly TableColumn<ReconciledSale>[] = [
  { key: 'stock', header: 'Stock', cell: (row) => <Sale sale={row} />, rowHeader: true, place: 'lead' },
  { key: 'days', header: 'Traded and booked', cell: (row) => <Days sale={row} />, place: 'under' },
  endColumn('portfolio', 'On your portfolio', (row) => money(row, row.portfolio)),
  endColumn('matched', 'Matched by date', (row) => money(row, row.matched)),
  endColumn('amount', 'In this figure', (row) => money(row, row.amount), 'figure'),
]

interface TaxSalesProps extends Opened {
  year: string
  line: ReconciliationLine
}

/** The formula of a line of the reconciliation, and the sales it is the sum of. */
export function TaxSales({ year, line, ...opened }: TaxSalesProps) {
  const list = useTaxSales({ year, line })
  const rows = list.data?.pages.flatMap(({ sales }) => sales) ?? []
  return (
    <FigureDialog {...opened} list={list} columns={saleColumns} rows={rows} rowKey={(row) => row._id}>
      <p className="soft">{taxText.lineFormulas[line]}</p>
    </FigureDialog>
  )
}

function Sale({ sale }: { sale: ReconciledSale }) {
  return (
    <span className={styles.cell}>
      <StockLink stock={sale.stockName}>{sale.stockName}</StockLink>
      <small>{sale.tradeId}</small>
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
