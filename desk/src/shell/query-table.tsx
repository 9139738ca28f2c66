import { Card } from '@sauda/ui/card'
import { More } from '@sauda/ui/more'
import { Table, type TableProps } from '@sauda/ui/table'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useListKeys } from './list-keys.ts'
import { NotLoaded } from './loaded.tsx'

interface QueryTableProps<Data, Row> extends Omit<TableProps<Row>, 'rows' | 'loading' | 'footer'> {
  query: UseQueryResult<Data> | UseInfiniteQueryResult<Data>
  rowsOf: (data: Data) => readonly Row[]
  /** For example "The loans could not be loaded". */
  failed: string
  /** For screen readers. */
  loading: string
  /** The button that loads the next page. */
  more?: string
}

/** A table of the rows of a query, with a button for more where the query has pages. */
export function QueryTable<Data, Row>(props: QueryTableProps<Data, Row>) {
  const { query, rowsOf, failed, loading, more = 'Show older', ...table } = props
  if (query.isError && query.data === undefined) return <NotLoaded query={query} failed={failed} />
  return (
    <Table
      {...table}
      rows={query.data === undefined ? [] : rowsOf(query.data)}
      loading={query.isPending && loading}
      footer={'hasNextPage' in query && query.hasNextPage && <More list={query} label={more} />}
    />
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
