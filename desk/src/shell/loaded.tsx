import { Card, type CardProps } from '@sauda/ui/card'
import { ErrorState } from '@sauda/ui/error-state'
import { More } from '@sauda/ui/more'
import { SkeletonText } from '@sauda/ui/skeleton'
import { Table, type TableProps } from '@sauda/ui/table'
import { ApiError } from '@sauda/web/api-error'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState, type ComponentProps } from 'react'
import { DownloadTable, loadPages, type LoadRows } from './download-file.tsx'
import { capitalize } from '@sauda/contract/platform/sentence'
import { useListKeys } from './shortcut.ts'
import { AlertBanner } from '@sauda/ui/alert-banner'
import layout from './layout.module.css'
import { Button } from '@sauda/ui/button'

interface LoadedProps<Data> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>
  /** For example "the loans". */
  what: string
  /** Lines of the placeholder. */
  lines?: number
  /** Instead of the placeholder. */
  loading?: ReactNode
  children: (data: Data) => ReactNode
}

/** Data already shown stays when a refetch fails. */
export function Loaded<Data>({ query, what, lines = 6, loading, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <NotLoaded query={query} what={what} />
  return loading ?? <SkeletonText label={`Loading ${what}`} lines={lines} />
}

function NotLoaded({ query, what }: Pick<LoadedProps<unknown>, 'query' | 'what'>) {
  const { error } = query
  const isRejected = error instanceof ApiError && error.status !== 0 && error.status < 500
  return isRejected ? (
    <ErrorState title={error.message}>{null}</ErrorState>
  ) : (
    <ErrorState title={`${capitalize(what)} could not be loaded`} query={query}>
      Retrying automatically.
    </ErrorState>
  )
}

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
  const { label, rows } = table
  return (
    <div ref={box} className={layout.table}>
      <Table {...table} rowKey={rowKey} footer={rows.length > 0 && footer} />
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

/** A table of a query in a card, by default under its label. */
export const QueryCard = <Data, Row>(props: KeyedQueryProps<Data, Row> & Pick<CardProps, 'title' | 'aside'>) => (
  <Card title={props.title ?? props.label} aside={props.aside} flush>
    <QueryTable {...props} />
  </Card>
)

const longMs = 15_000

/** Shown while a request takes long, so that it is not considered lost. */
export function StillWorking({ when }: { when: boolean }) {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!when) return undefined
    const timer = setTimeout(() => setIsLong(true), longMs)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [when])
  return (
    <div aria-live="polite">
      {when && isLong && (
        <AlertBanner title="Still working">
          The server is carrying this out, which can take some minutes. The result is shown here; do not send it again.
        </AlertBanner>
      )}
    </div>
  )
}

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

interface PreviewFrameProps extends ComponentProps<'iframe'> {
  title: string
  /** Without scripts of its page. */
  sandbox: string
}

/** A page inside this one; lines in its place until it has loaded. */
export function PreviewFrame({ title, ...frame }: PreviewFrameProps) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <>
      {!isLoaded && <SkeletonText label={`Loading ${title}`} lines={8} />}
      <iframe {...frame} title={title} hidden={!isLoaded} onLoad={() => setLoaded(true)} />
    </>
  )
}
