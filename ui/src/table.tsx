import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { cx } from './dom.ts'
import pressed from './pressed-row.module.css'
import { Skeleton } from './skeleton.tsx'
import styles from './table.module.css'

export interface TableColumn<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  rowHeader?: boolean
  /**
   * The position of the cell on the card of a narrow table. It has no header there, except `part` cells, which
   * are side by side, at most three; cells without a place are lines below. */
  place?: 'lead' | 'figure' | 'under' | 'below' | 'state' | 'part' | 'note'
  /** A line of the full width below the row instead of a column, if its cell has anything. */
  wide?: true
}

/** A column aligned to the end, such as one of amounts. */
export const endColumn = <Row,>(
  key: string,
  header: string,
  cell: TableColumn<Row>['cell'],
  place: TableColumn<Row>['place'] = 'part',
): TableColumn<Row> => ({ key, header, cell, align: 'end', place })

/** A column that is false is left out. */
export type TableColumns<Row> = readonly (TableColumn<Row> | false)[]

export interface TableProps<Row> {
  label: string
  columns: TableColumns<Row>
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Consecutive rows with the same key share one heading. */
  group?: { keyOf: (row: Row) => string; heading: (key: string) => ReactNode }
  /** Below 680 px rows become cards, or the table scrolls sideways. */
  narrow?: 'stack' | 'scroll'
  empty?: ReactNode
  /** While loading: the text for screen readers. Placeholder rows are drawn. */
  loading?: string | false
  footer?: ReactNode
  selectedKey?: string | null
  /** Headers become buttons; `onSort` gets the key of a column. The rows come sorted. */
  sort?: { readonly key: string; readonly isDescending: boolean; readonly onSort: (key: string) => void }
  /** Makes the row's header a button that covers the whole row; needs a `rowHeader` column. */
  onRowPress?: (row: Row) => void
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, rowKey, narrow = 'stack', empty, loading = false, footer, sort } = props
  const columns = props.columns.filter((column) => column !== false)
  const parts = { ...props, columns }
  const isEmpty = !loading && rows.length === 0
  const table = (
    <table
      className={cx(styles.table, narrow === 'stack' && styles.stack)}
      style={{ '--columns': columns.filter(({ wide }) => !wide).length } as CSSProperties}
      aria-label={label}
      aria-busy={Boolean(loading)}
    >
      <thead hidden={isEmpty && empty !== undefined}>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              data-place={column.place}
              className={cx(column.align === 'end' && styles.end, column.wide && styles.wide)}
              aria-sort={sort?.key === column.key ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
            >
              {sort ? (
                <button type="button" className={styles.sort} onClick={() => sort.onSort(column.key)}>
                  {column.header}
                  <SortIcon sort={sort} column={column.key} />
                </button>
              ) : (
                column.header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {loading ? (
          <LoadingRows columns={columns} />
        ) : (
          rows.map((row, index) => (
            <Fragment key={rowKey(row)}>
              <GroupHeading row={row} previous={rows[index - 1]} table={parts} />
              <TableRow row={row} table={parts} />
            </Fragment>
          ))
        )}
      </tbody>
    </table>
  )
  return (
    <>
      {narrow === 'scroll' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region
        <section className={styles.region} aria-label={label} tabIndex={0}>
          {table}
        </section>
      ) : (
        <div className={styles.region}>{table}</div>
      )}
      {loading && <output className="visually-hidden">{loading}</output>}
      {isEmpty && empty}
      {footer && <div className={cx('faint', styles.footer)}>{footer}</div>}
    </>
  )
}

function SortIcon({ sort, column }: { sort: NonNullable<TableProps<never>['sort']>; column: string }) {
  const Icon = sort.key !== column ? ChevronsUpDown : sort.isDescending ? ChevronDown : ChevronUp
  return <Icon aria-hidden="true" />
}

type TableParts<Row> = Omit<TableProps<Row>, 'columns'> & { columns: readonly TableColumn<Row>[] }

interface GroupHeadingProps<Row> {
  row: Row
  previous: Row | undefined
  table: TableParts<Row>
}

function GroupHeading<Row>({ row, previous, table: { group, columns } }: GroupHeadingProps<Row>) {
  const key = group?.keyOf(row)
  if (!group || key === undefined || (previous !== undefined && group.keyOf(previous) === key)) return null
  return (
    <tr className={styles.group}>
      <th scope="colgroup" colSpan={columns.length}>
        {group.heading(key)}
      </th>
    </tr>
  )
}

function TableRow<Row>({ row, table }: { row: Row; table: TableParts<Row> }) {
  const { columns, rowKey, selectedKey, onRowPress } = table
  const selected = selectedKey !== undefined && rowKey(row) === selectedKey
  return (
    <tr className={pressed.row} aria-current={selected || undefined}>
      {columns.map((column) => {
        const Cell = column.rowHeader ? 'th' : 'td'
        return (
          <Cell
            key={column.key}
            scope={column.rowHeader ? 'row' : undefined}
            data-label={column.header}
            data-place={column.place}
            className={cx(column.align === 'end' && styles.end, column.wide && styles.wide)}
          >
            {column.rowHeader && onRowPress ? (
              <button type="button" className={pressed.press} data-key={rowKey(row)} onClick={() => onRowPress(row)}>
                {column.cell(row)}
              </button>
            ) : (
              column.cell(row)
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

function LoadingRows<Row>({ columns }: { columns: readonly TableColumn<Row>[] }) {
  return [0, 1, 2].map((index) => (
    <tr key={index} aria-hidden="true">
      {columns.map((column) => (
        <td key={column.key} data-label={column.header} data-place={column.place}>
          <Skeleton />
        </td>
      ))}
    </tr>
  ))
}
