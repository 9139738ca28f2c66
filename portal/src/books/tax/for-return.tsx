import { statementCalls } from '@sauda/contract/books/statement'
import { taxCalls, type TaxCategoryView, type TaxReport } from '@sauda/contract/books/tax'
import { periodNames, type ReconciliationLine, taxCategoryNames, taxHeads } from '@sauda/contract/books/tax-year'
import { paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import type { Descriptions } from '@sauda/ui/description-list'
import { useLast } from '@sauda/ui/dialog'
import { AmountText, Money } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { Grid, Row, Stack } from '@sauda/ui/stack'
import { Table, type TableColumn } from '@sauda/ui/table'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '../../shell/api.ts'
import { type DownloadOptions, useDownload } from '../../shell/download.ts'
import { useSession } from '../../shell/session.ts'
import { calculationOf } from './calculation.tsx'
import { TaxSales } from './figure-dialogs.tsx'
import type { ExitFilter } from './tax.api.ts'
import styles from './tax.module.css'
import { notesOf, taxText } from './tax.text.ts'

/** Opens a figure of the year with its calculation and its sales. */
export type OpenFigure = (title: string, figures: Descriptions, filter: Omit<ExitFilter, 'year'>) => void

interface ForReturnProps {
  report: TaxReport
  onOpen: OpenFigure
  onTotal: () => void
}

/** The figures as a tax return asks for them. */
export function ForReturn({ report, onOpen, onTotal }: ForReturnProps) {
  const { year } = report
  const sold = report.categories.filter(({ exits }) => exits > 0)
  const openCategory = (view: TaxCategoryView) =>
    onOpen(taxCategoryNames[view.category], calculationOf(view), { category: view.category })
  return (
    <>
      <DownloadTax year={year} />
      {sold.length > 0 && <Categories year={year} rows={sold} onOpen={openCategory} onTotal={onTotal} />}
      <Grid two="wide">
        {sold.length > 0 && (
          <Card title="By advance-tax period">
            <FigureList
              label="Profit and loss by advance-tax period"
              figures={periodNames.map((name, period) => ({
                key: name,
                name,
                paise: report.categories.reduce((sum, { periods }) => sum + paiseOf(periods[period] ?? 0), 0n),
                onOpen: () => onOpen(name, [], { period }),
              }))}
            />
          </Card>
        )}
        {Object.values(report.reconciliation).some((rupees) => rupees !== 0) && (
          <Reconciliation report={report} onTotal={onTotal} />
        )}
      </Grid>
      <Notes report={report} />
    </>
  )
}

/** Only where there is something to file. */
function Notes({ report }: { report: TaxReport }) {
  if (report.sales === 0) return <p>{taxText.noSales}</p>
  return (
    <Stack as="section" gap={2} aria-labelledby="notes">
      <h2 id="notes" className="md">
        Please note
      </h2>
      <ul className="bullets note">
        {notesOf(report).map((note) => (
          <li key={note}>
            <AmountText>{note}</AmountText>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

const figureNames = {
  buyValue: 'Purchase value',
  saleValue: 'Sale value',
  profitLoss: 'Profit and loss',
  afterCharges: 'After charges',
} as const
const figureKeys = Object.keys(figureNames) as (keyof typeof figureNames)[]

/** Amounts in paise; the total has no category. */
type FigureRow = Readonly<Record<keyof typeof figureNames, bigint>> & { readonly view?: TaxCategoryView }

/** On a phone each figure has a line of its own, with its name. */
const columns: readonly TableColumn<FigureRow>[] = [
  { key: 'name', header: 'Category', cell: ({ view }) => <Category view={view} />, rowHeader: true, place: 'lead' },
  ...figureKeys.map((key): TableColumn<FigureRow> => ({
    key,
    header: figureNames[key],
    align: 'end',
    cell: (row) => (
      <Money
        amount={row[key]}
        change={key === 'profitLoss' || key === 'afterCharges'}
        className={row.view ? undefined : 'strong'}
      />
    ),
  })),
]

function figuresOf(views: readonly TaxCategoryView[]): FigureRow {
  const sum = (key: keyof typeof figureNames) => views.reduce((all, view) => all + paiseOf(view[key]), 0n)
  return {
    buyValue: sum('buyValue'),
    saleValue: sum('saleValue'),
    profitLoss: sum('profitLoss'),
    afterCharges: sum('afterCharges'),
  }
}

interface CategoriesProps {
  year: string
  rows: readonly TaxCategoryView[]
  onOpen: (view: TaxCategoryView) => void
  onTotal: () => void
}

/** One row does not need a total. */
function Categories({ year, rows, onOpen, onTotal }: CategoriesProps) {
  return (
    <Card title={`Figures for your return, FY ${year}`} flush>
      <Table
        label="Figures for your return"
        columns={columns}
        rows={[...rows.map((view) => ({ ...figuresOf([view]), view })), ...(rows.length > 1 ? [figuresOf(rows)] : [])]}
        rowKey={({ view }) => view?.category ?? 'total'}
        onRowPress={({ view }) => (view ? onOpen(view) : onTotal())}
      />
    </Card>
  )
}

function Category({ view }: Pick<FigureRow, 'view'>) {
  return (
    <span className={styles.cell}>
      <span className={`strong ${pressed.name}`}>{view ? taxCategoryNames[view.category] : 'Total'}</span>
      {view && <small className="note">{`${taxHeads[view.category]}, Section ${view.section}`}</small>}
    </span>
  )
}

type OpenedLine = { readonly line: ReconciliationLine; readonly title: string }

/** Each line opens the sales it is the sum of. */
function Reconciliation({ report: { reconciliation, year }, onTotal }: { report: TaxReport; onTotal: () => void }) {
  const [opened, setOpened] = useState<OpenedLine>()
  const shown = useLast(opened)
  const { reconciliation: names } = taxText
  const line = (key: ReconciliationLine, name: string) => ({
    key,
    name,
    paise: paiseOf(reconciliation[key]),
    onOpen: () => setOpened({ line: key, title: name }),
  })
  return (
    <Card title="Reconciliation with your portfolio">
      <Stack>
        <p className="soft">
          Your portfolio shows each sale against the purchase the dealer sold. A tax return matches purchases and sales
          by date.
        </p>
        <FigureList
          label="Reconciliation with your portfolio"
          figures={[
            line('portfolioAllYears', names.portfolioAllYears),
            line('portfolio', names.portfolio(year)),
            line('otherYear', names.otherYear),
            ...(reconciliation.unknownCost === 0 ? [] : [line('unknownCost', names.unknownCost)]),
            line('otherLots', names.otherLots),
            ...(reconciliation.fairValue === 0 ? [] : [line('fairValue', names.fairValue)]),
            ...(reconciliation.buyback === 0 ? [] : [line('buyback', names.buyback)]),
            { key: 'tax', name: names.tax(year), paise: paiseOf(reconciliation.tax), onOpen: onTotal },
          ]}
        />
      </Stack>
      {shown && (
        <TaxSales
          key={`${shown.line} ${year}`}
          open={opened !== undefined}
          {...shown}
          year={year}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  )
}

/** The report of a year with every sale, for an accountant, and the annual statement. */
function DownloadTax({ year }: { year: string }) {
  const { userId } = useSession()
  const { state, start } = useDownload(taxText.downloaded, taxText.downloadFailed)
  const params = { userId: userId ?? '' }
  const report = (format: 'xlsx' | 'csv') => (options: DownloadOptions) =>
    downloadFile(taxCalls.file, { params, query: { year, format } }, options)
  const annual = (options: DownloadOptions) => downloadFile(statementCalls.annual, { params, query: { year } }, options)
  const files = [
    { label: 'Download Excel', file: `tax-pnl-${year}.xlsx`, load: report('xlsx') },
    { label: 'Download CSV', file: `tax-pnl-${year}.csv`, load: report('csv') },
    { label: 'Annual statement (PDF)', file: `annual-statement-${year}.pdf`, load: annual },
  ] as const
  return (
    <Row gap={2}>
      {files.map(({ label, file, load }) => (
        <Button
          key={label}
          variant="secondary"
          size="small"
          disabled={state?.is === 'loading'}
          loading={state?.is === 'loading' && state.file === file}
          onClick={() => void start(file, load)}
        >
          {label}
        </Button>
      ))}
      <span role="status" className="note">
        {state?.message}
      </span>
    </Row>
  )
}

interface ListedFigure {
  key: string
  name: string
  paise: bigint
  onOpen: () => void
}

/** Each row opens what its figure consists of. */
function FigureList({ label, figures }: { label: string; figures: readonly ListedFigure[] }) {
  return (
    <ul className="lines" aria-label={label}>
      {figures.map(({ key, name, paise, onOpen }) => (
        <li key={key}>
          <button type="button" className={`bare ${styles.figure}`} onClick={onOpen}>
            {name}
            <Money amount={paise} change />
            <ChevronRight className={styles.on} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
