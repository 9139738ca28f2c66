import { type Tradebook, tradebookKinds, type TradebookLine } from '@sauda/contract/books/tradebook'
import type { tradebookCalls } from '@sauda/contract/books/tradebook'
import { taxCategoryNames, taxHeads } from '@sauda/contract/books/tax-year'
import { decimalOf, formatCount, formatQuantity } from '@sauda/contract/platform/decimal'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Reply } from '@sauda/contract/platform/call'
import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { Dialog, useLast } from '@sauda/ui/dialog'
import { Loaded } from '@sauda/ui/error-state'
import { AmountText, Money } from '@sauda/ui/money'
import pressed from '@sauda/ui/pressed-row.module.css'
import { endColumn, Table, type TableColumn } from '@sauda/ui/table'
import { DateTime, formatDate } from '@sauda/web/date-time'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { useAttempt } from '../../shell/attempt.ts'
import { useRefetchAfter } from '../../shell/query.tsx'
import { appToast } from '../../shell/toast.ts'
import { FairValue, FigureDialog } from './figure-dialogs.tsx'
import styles from './tax.module.css'
import { ImportTradebook } from './import-tradebook.tsx'
import { removeTradebook, useStatedExits, useStatedYear, useTradebooks } from './tradebook.api.ts'
import { withoutFairValueNotes } from './tax.text.ts'
import { tradebookText } from './tradebook.text.ts'

type StatedYear = Reply<typeof tradebookCalls.year>
type StatedExit = Reply<typeof tradebookCalls.exits>['exits'][number]

/** What the client stated about trades elsewhere: its figures for the year, the files, and the import of one. */
export function OtherBrokers({ year }: { year: string }) {
  const stated = useStatedYear(year)
  return (
    <>
      <p className="soft">{tradebookText.lead}</p>
      <Loaded query={stated} card failed="The figures of your tradebooks could not be loaded">
        {(data) => <Figures stated={data} />}
      </Loaded>
      <Tradebooks />
      <ImportTradebook />
    </>
  )
}

const lineColumns: readonly TableColumn<TradebookLine>[] = [
  {
    key: 'name',
    header: 'Category',
    cell: ({ kind, category }) => (
      <span className={styles.cell}>
        <span className={`strong ${pressed.name}`}>{taxCategoryNames[category]}</span>
        <small className="note">{`${tradebookKinds[kind]}. ${taxHeads[category]}`}</small>
      </span>
    ),
    rowHeader: true,
    place: 'lead',
  },
  endColumn('buyValue', 'Purchase value', ({ buyValue }) => <Money amount={paiseOf(buyValue)} />),
  endColumn('saleValue', 'Sale value', ({ saleValue }) => <Money amount={paiseOf(saleValue)} />),
  endColumn('profit', 'Before charges', ({ profitLoss }) => <Money amount={paiseOf(profitLoss)} change />, 'figure'),
]

function Figures({
  stated: { year, years, lines, unmatched, unmatchedCount, withoutFairValue },
}: {
  stated: StatedYear
}) {
  const [opened, setOpened] = useState<TradebookLine>()
  const shown = useLast(opened)
  const sales = unmatched.map(
    ({ stockName, soldOn, quantity }) =>
      `${formatQuantity(decimalOf(quantity) ?? 0n)} ${stockName} on ${formatDate(soldOn)}`,
  )
  return (
    <>
      <Card title={`By your own statement, FY ${year}`} flush>
        <Table
          label="By your own statement"
          columns={lineColumns}
          rows={lines}
          rowKey={({ kind, category }) => `${kind} ${category}`}
          onRowPress={setOpened}
          empty={<NoFigures years={years} />}
        />
      </Card>
      {unmatchedCount > 0 && (
        <p className="note">
          <AmountText>{tradebookText.unmatched(unmatchedCount, sales.join(', '))}</AmountText>
        </p>
      )}
      {lines.length > 0 && <p className="note">{tradebookText.actions}</p>}
      {withoutFairValueNotes(withoutFairValue).map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      {shown && (
        <Exits
          key={`${shown.kind} ${shown.category} ${year}`}
          line={shown}
          year={year}
          open={opened !== undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

/** The years that have some, because an import stays on the year that was open. */
const NoFigures = ({ years }: { years: readonly string[] }) => (
  <p className="soft entry">
    {tradebookText.noFigures}
    {years.length > 0 && ` ${tradebookText.otherYears}`}
    {years.map((name) => (
      <Fragment key={name}>
        {' '}
        <Link to={{ search: `year=${name}&for=elsewhere` }} replace>{`FY ${name}`}</Link>
      </Fragment>
    ))}
  </p>
)

const exitColumns: readonly TableColumn<StatedExit>[] = [
  { key: 'stock', header: 'Stock', cell: ({ stockName }) => stockName, rowHeader: true, place: 'lead' },
  {
    key: 'days',
    header: 'Bought and sold',
    cell: ({ boughtOn, soldOn, tradeId, ...exit }) => (
      <span className={styles.cell}>
        <span>{`Bought ${formatDate(boughtOn)}, elsewhere`}</span>
        <span>{`Sold ${formatDate(soldOn)}, ${tradeId ?? 'elsewhere'}`}</span>
        <FairValue exit={exit} bought={boughtOn} sold={soldOn} />
      </span>
    ),
    place: 'under',
  },
  endColumn('quantity', 'Quantity', ({ quantity }) => formatQuantity(decimalOf(quantity) ?? 0n)),
  endColumn('buyValue', 'Purchase value', ({ buyValue }) => <Money amount={paiseOf(buyValue)} />),
  endColumn('saleValue', 'Sale value', ({ saleValue }) => <Money amount={paiseOf(saleValue)} />),
  endColumn('profit', 'Before charges', ({ profitLoss }) => <Money amount={paiseOf(profitLoss)} change />, 'figure'),
]

interface ExitsProps {
  line: TradebookLine
  year: string
  open: boolean
  onClose: () => void
}

function Exits({ line: { kind, category }, year, open, onClose }: ExitsProps) {
  const list = useStatedExits({ year, kind, category })
  const rows = list.data?.pages.flatMap(({ exits }) => exits) ?? []
  return (
    <FigureDialog
      open={open}
      title={`${taxCategoryNames[category]}: ${tradebookKinds[kind].toLowerCase()}, FY ${year}`}
      onClose={onClose}
      list={list}
      columns={exitColumns}
      rows={rows}
      rowKey={(row) => JSON.stringify([row, rows.indexOf(row)])}
    >
      <p className="note">{tradebookText.matching}</p>
    </FigureDialog>
  )
}

function Tradebooks() {
  const query = useTradebooks()
  const [removing, setRemoving] = useState<Tradebook>()
  const shown = useLast(removing)
  return (
    <Loaded query={query} card failed="Your tradebooks could not be loaded">
      {({ tradebooks }) => (
        <Card title="Your tradebooks" flush={tradebooks.length > 0}>
          {tradebooks.length === 0 ? (
            <p className="soft">{tradebookText.none}</p>
          ) : (
            <Table
              label="Your tradebooks"
              columns={bookColumns(setRemoving)}
              rows={tradebooks}
              rowKey={({ _id }) => _id}
            />
          )}
          {shown && (
            <RemoveTradebook
              key={shown._id}
              tradebook={shown}
              open={removing !== undefined}
              onClose={() => setRemoving(undefined)}
            />
          )}
        </Card>
      )}
    </Loaded>
  )
}

const bookColumns = (onRemove: (tradebook: Tradebook) => void): readonly TableColumn<Tradebook>[] => [
  {
    key: 'name',
    header: 'File',
    cell: (book) => (
      <span className={styles.cell}>
        <span className="strong">{book.name}</span>
        <small className="note">{tradebookText.range(book)}</small>
      </span>
    ),
    rowHeader: true,
    place: 'lead',
  },
  { key: 'at', header: 'Imported', cell: ({ importedAt }) => <DateTime at={importedAt} />, place: 'part' },
  endColumn('trades', 'Trades', ({ trades }) => formatCount(trades)),
  {
    key: 'remove',
    header: 'Remove',
    cell: (book) => (
      <Button variant="secondary" size="small" aria-label={`Remove ${book.name}`} onClick={() => onRemove(book)}>
        Remove
      </Button>
    ),
    align: 'end',
    place: 'state',
  },
]

interface RemoveProps {
  tradebook: Tradebook
  open: boolean
  onClose: () => void
}

function RemoveTradebook({ tradebook: { _id, name, trades }, open, onClose }: RemoveProps) {
  const refetched = useRefetchAfter('trade')
  const { error, busy, attempt } = useAttempt()
  const remove = async () => {
    await refetched(removeTradebook(_id))
    appToast.success(tradebookText.removed)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      description={`${tradebookText.trades(trades)}. ${tradebookText.removal}`}
      busy={busy}
      action={
        <Button variant="danger" loading={busy} onClick={() => attempt(remove)}>
          Remove
        </Button>
      }
    >
      {error && <AlertBanner tone="error">{error}</AlertBanner>}
    </Dialog>
  )
}
