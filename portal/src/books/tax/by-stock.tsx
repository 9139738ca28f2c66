import type { TaxReport } from '@sauda/contract/books/tax'
import { paiseOf } from '@sauda/contract/platform/money'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Card } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { sentence } from '@sauda/ui/sentence'
import { Stack } from '@sauda/ui/stack'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { useIsNarrow } from '@sauda/web/hooks'
import { useOpenStock } from '../../shell/stock-link.tsx'
import { taxText } from './tax.text.ts'

/** Without a stock: the total. */
type StockRow = Pick<TaxReport, 'profitLoss' | 'charges' | 'uncharged' | 'net'> & { readonly stockName?: string }

/** ₹0.00 only where it is known. */
const chargesOf = ({ charges, uncharged }: StockRow, unknown = 'Not known yet') =>
  charges === 0 && uncharged > 0 ? <span className="soft">{unknown}</span> : <Money amount={paiseOf(charges)} />

const stock: TableColumn<StockRow> = {
  key: 'stock',
  header: 'Stock',
  cell: ({ stockName = 'Total' }) => <span className={`strong ${pressed.name}`}>{stockName}</span>,
  rowHeader: true,
  place: 'lead',
}

const realised = (row: StockRow) => <Money amount={paiseOf(row.profitLoss)} change />

/** On a phone two lines. */
const columnsOf = (isNarrow: boolean): readonly TableColumn<StockRow>[] => [
  stock,
  ...(isNarrow
    ? [
        endColumn<StockRow>(
          'realised',
          'Realised',
          (row) => sentence(taxText.realised, { amount: realised(row), charges: chargesOf(row, 'not known') }),
          'under',
        ),
      ]
    : [
        endColumn('realised', 'Realised', realised),
        endColumn('charges', 'Charges', (row: StockRow) => chargesOf(row)),
      ]),
  endColumn(
    'net',
    'Net',
    ({ net, uncharged }) => (
      <>
        {uncharged > 0 && <small className="note regular">so far </small>}
        <Money amount={paiseOf(net)} change className="strong" />
      </>
    ),
    'figure',
  ),
]

/** The report lists only stocks with a sale or a charge. */
function unchargedStocks({ stocks, uncharged }: TaxReport): string[] {
  const listed = stocks.filter((row) => row.uncharged > 0)
  const rest = uncharged - listed.reduce((sum, row) => sum + row.uncharged, 0)
  return [...listed.map(({ stockName }) => stockName), ...(rest > 0 ? [taxText.notSold] : [])]
}

/** What each stock earned in the year, also one that is sold out; a row opens the page of its stock. */
export function ByStock({ report, onTotal }: { report: TaxReport; onTotal: () => void }) {
  const openStock = useOpenStock()
  const { stocks, year } = report
  return (
    <Stack gap={4}>
      {report.uncharged > 0 && (
        <AlertBanner tone="warn">{taxText.unknownCharges(report.uncharged, unchargedStocks(report))}</AlertBanner>
      )}
      <Card title={`By stock, FY ${year}`} flush>
        <Table
          label="By stock"
          columns={columnsOf(useIsNarrow())}
          rows={stocks.length > 1 ? [...stocks, { ...report, stockName: undefined }] : stocks}
          rowKey={({ stockName = 'total' }) => stockName}
          onRowPress={({ stockName }) => (stockName === undefined ? onTotal() : openStock(stockName))}
          empty={<p className="soft entry">{taxText.noSales}</p>}
        />
      </Card>
    </Stack>
  )
}
