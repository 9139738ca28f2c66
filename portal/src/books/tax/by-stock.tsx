import type { TaxReport } from '@sauda/contract/books/tax'
import { paiseOf } from '@sauda/contract/platform/money'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { useOpenStock } from '../../shell/stock-link.tsx'
import { taxText } from './tax.text.ts'

/** Without a stock: the total. */
type StockRow = Pick<TaxReport, 'profitLoss' | 'charges' | 'net'> & { readonly stockName?: string }

const columns: readonly TableColumn<StockRow>[] = [
  {
    key: 'stock',
    header: 'Stock',
    cell: ({ stockName = 'Total' }) => <span className={`strong ${pressed.name}`}>{stockName}</span>,
    rowHeader: true,
    place: 'lead',
  },
  endColumn('realised', 'Realised', (row) => <Money amount={paiseOf(row.profitLoss)} change />),
  endColumn('charges', 'Charges', (row) => <Money amount={paiseOf(row.charges)} />),
  endColumn('net', 'Net', (row) => <Money amount={paiseOf(row.net)} change className="strong" />, 'figure'),
]

/** What each stock earned in the year, also one that is sold out; a row opens the page of its stock. */
export function ByStock({ report, onTotal }: { report: TaxReport; onTotal: () => void }) {
  const openStock = useOpenStock()
  const { stocks, year } = report
  return (
    <Card title={`By stock, FY ${year}`} flush>
      <Table
        label="By stock"
        columns={columns}
        rows={stocks.length > 1 ? [...stocks, { ...report, stockName: undefined }] : stocks}
        rowKey={({ stockName = 'total' }) => stockName}
        onRowPress={({ stockName }) => (stockName === undefined ? onTotal() : openStock(stockName))}
        empty={<p className="soft entry">{taxText.noSales}</p>}
      />
    </Card>
  )
}
