import { paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Card, type CardProps } from '@sauda/ui/card'
import { Money } from '@sauda/ui/money'
import { More } from '@sauda/ui/more'
import { Table, type TableColumn, type TableColumns, type TableProps } from '@sauda/ui/table'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { DownloadTable, loadPages, type LoadRows } from './download-file.tsx'
import layout from './layout.module.css'
import { NotLoaded } from './loaded.tsx'
import { useListKeys } from './shortcut.ts'
import { TrailAmount, type TrailOf } from './trail.tsx'

/** A column that is false is left out. */
export type ColumnsOf<Row> = TableColumns<Row>

type Cell<Row> = TableColumn<Row>['cell']
/** `line`: a line of its own below the others. */
type Place = NonNullable<TableColumn<never>['place']> | 'line'

/** `place`: the position of the cell on the card of a narrow table. */
export const column = <Row,>(header: string, place: Place, cell: Cell<Row>): TableColumn<Row> => ({
  key: header,
  header,
  cell,
  ...(place !== 'line' && { place }),
})

/** The column that names its row. */
export const headColumn = <Row,>(header: string, place: Place, cell: Cell<Row>): TableColumn<Row> => ({
  ...column(header, place, cell),
  rowHeader: true,
})

/** Not a column but a line of the full width below the row, if there is anything to say. */
export const wideColumn = <Row,>(header: string, cell: Cell<Row>): TableColumn<Row> => ({
  ...column(header, 'note', cell),
  wide: true,
})

/** A column aligned to the end. */
export const endColumn = <Row,>(header: string, place: Place, cell: Cell<Row>): TableColumn<Row> => ({
  ...column(header, place, cell),
  align: 'end',
})

/** A column of amounts in rupees, with a dash where there is none; `trailOf`: of an amount that was booked. */
export const amountColumn = <Row,>(
  header: string,
  amountOf: (row: Row) => number | undefined,
  place: Place = 'line',
  trailOf?: (row: Row) => TrailOf | undefined,
): TableColumn<Row> =>
  endColumn(header, place, (row) => {
    const amount = amountOf(row)
    if (amount === undefined) return '–'
    const of = trailOf?.(row)
    const money = <Money amount={paiseOf(amount)} />
    return of ? <TrailAmount of={of}>{money}</TrailAmount> : money
  })

/** A column with a button for each row; `about` completes its name where the row does not. */
export const buttonColumn = <Row,>(
  header: string,
  label: string,
  onPress: (row: Row) => void,
  about?: (row: Row) => string,
): TableColumn<Row> =>
  endColumn(header, 'line', (row) => (
    <Button variant="secondary" size="small" onClick={() => onPress(row)}>
      {label}
      {about && <span className="visually-hidden">{` ${about(row)}`}</span>}
    </Button>
  ))

interface ListTableProps<Row> extends Omit<TableProps<Row>, 'rowKey'> {
  /** What identifies a row; by default its `_id`. */
  rowKey?: TableProps<Row>['rowKey']
  /** Loads more of a list that shows only a part. */
  load?: LoadRows
  /** Without the download, such as beside a case. */
  plain?: boolean
}

/** Rows without an `_id` need a key. */
type Keyed<Row> = [Row] extends [{ _id: string }] ? unknown : Pick<TableProps<Row>, 'rowKey'>
const idOf = (row: unknown): string => (row as { _id: string })._id

interface QueryTableProps<Data, Row> extends Omit<ListTableProps<Row>, 'rows' | 'loading' | 'footer' | 'load'> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>
  rowsOf: (data: Data) => readonly Row[]
  /** For example "the loans"; by default the label. */
  what?: string
  /** The button that loads the next page. */
  more?: string
}

type KeyedQueryProps<Data, Row> = QueryTableProps<Data, Row> & Keyed<Row>

/** A table of the rows of a query, with a button for more where the query has pages. */
export function QueryTable<Data, Row>(props: KeyedQueryProps<Data, Row>) {
  const {
    query,
    rowsOf,
    what = `the ${props.label.toLowerCase()}`,
    more = 'Show older',
    ...table
  }: QueryTableProps<Data, Row> = props
  if (query.isError && query.data === undefined) return <NotLoaded query={query} what={what} />
  const rows = query.data === undefined ? [] : rowsOf(query.data)
  return (
    <DownloadedTable
      {...table}
      rows={rows}
      loading={query.isPending && `Loading ${what}`}
      footer={'hasNextPage' in query && query.hasNextPage && <More list={query} label={more} />}
      load={(onCount) => loadPages(query, (data) => rowsOf(data).length, onCount)}
    />
  )
}

/** A table that can be downloaded as it is shown. */
export const ListTable = <Row,>(props: ListTableProps<Row> & Keyed<Row>) => <DownloadedTable {...props} />

function DownloadedTable<Row>({ load, footer, plain = false, rowKey = idOf, ...table }: ListTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const { label, rows, narrow, loading } = table
  return (
    <div ref={box} className={layout.table}>
      <Table
        {...table}
        rowKey={rowKey}
        // Without rows there is nothing to scroll: the keyboard would stop at a region without height.
        narrow={rows.length > 0 || loading ? (narrow ?? 'stack') : 'stack'}
        footer={rows.length > 0 && footer}
      />
      {rows.length > 0 && !plain && (
        <DownloadTable label={label} load={load ?? (() => Promise.resolve(rows.length))} box={box} />
      )}
    </div>
  )
}

/** A list in a card; j and k move through its links. */
export function ListCard({ children }: { children: ReactNode }) {
  const list = useListKeys<HTMLDivElement>('List')
  return (
    <Card flush>
      <div ref={list}>{children}</div>
    </Card>
  )
}

/** A table of a query as such a list; `children` are below it. */
export const QueryList = <Data, Row>(props: KeyedQueryProps<Data, Row> & { children?: ReactNode }) => (
  <ListCard>
    <QueryTable {...props} />
    {props.children}
  </ListCard>
)

/** A table of a query in a card, by default under its label; `note` is below it. */
export const QueryCard = <Data, Row>({
  note,
  ...props
}: KeyedQueryProps<Data, Row> & Pick<CardProps, 'title' | 'aside'> & { note?: ReactNode }) => (
  <Card title={props.title ?? props.label} aside={props.aside} flush>
    <QueryTable {...(props as KeyedQueryProps<Data, Row>)} />
    {note && <p className={layout.note}>{note}</p>}
  </Card>
)

/** Rows of a list that are left out until a button below it is pressed; `textOf` is what the button says. */
export function useHiddenRows<Row>(isHidden: (row: Row) => boolean, textOf: (count: number) => string) {
  const [isWhole, setWhole] = useState(false)
  return {
    shown: (rows: readonly Row[]): readonly Row[] => (isWhole ? rows : rows.filter((row) => !isHidden(row))),
    button: (rows: readonly Row[] = []) => {
      const count = isWhole ? 0 : rows.filter(isHidden).length
      return (
        count > 0 && (
          <Button variant="ghost" full onClick={() => setWhole(true)}>
            {textOf(count)}
          </Button>
        )
      )
    },
  }
}
