import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';
import styles from './table.module.css';

export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** 'end' for amounts and counts. */
  align?: 'start' | 'end';
  /** This cell names the row. */
  rowHeader?: boolean;
}
export interface TableProps<Row> {
  /** The table's accessible name. */
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Below 640 px: rows become small cards, or the table scrolls sideways. */
  narrow?: 'stack' | 'scroll';
  /** Shown instead of the body when there are no rows. */
  empty?: ReactNode;
  /** The words for screen readers while rows load; their places are drawn. */
  loading?: string | false;
  footer?: ReactNode;
  selectedKey?: string | null;
  onRowPress?: (row: Row) => void;
}

// Roles are written out: display:grid takes a table's own away.
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, narrow = 'stack', empty, loading = false, footer } = props;
  const isEmpty = !loading && rows.length === 0;
  return (
    <>
      <div className={styles.region} role="region" aria-label={label} tabIndex={narrow === 'scroll' ? 0 : undefined}>
        <table className={cx(styles.table, narrow === 'stack' && styles.stack)} role="table" aria-label={label} aria-busy={Boolean(loading)}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.key} scope="col" role="columnheader" className={cx(column.align === 'end' && styles.end)}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {loading
              ? <LoadingRows columns={columns} />
              : rows.map((row) => <TableRow key={rowKey(row)} row={row} table={props} />)}
          </tbody>
        </table>
      </div>
      {loading && <span className="visually-hidden" role="status">{loading}</span>}
      {isEmpty && <div className={styles.empty}>{empty}</div>}
      {footer && <div className={styles.footer}>{footer}</div>}
    </>
  );
}

function TableRow<Row>({ row, table }: { row: Row; table: TableProps<Row> }) {
  const { columns, rowKey, selectedKey, onRowPress } = table;
  const selected = selectedKey === undefined ? undefined : rowKey(row) === selectedKey;
  return (
    <tr
      role="row"
      className={cx(styles.row, onRowPress && styles.pressable)}
      aria-selected={selected}
      onClick={onRowPress && (() => onRowPress(row))}
    >
      {columns.map((column) => {
        const Cell = column.rowHeader ? 'th' : 'td';
        return (
          <Cell
            key={column.key}
            role={column.rowHeader ? 'rowheader' : 'cell'}
            scope={column.rowHeader ? 'row' : undefined}
            data-label={column.header}
            className={cx(column.align === 'end' && styles.end)}
          >
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}

function LoadingRows<Row>({ columns }: { columns: readonly TableColumn<Row>[] }) {
  return [0, 1, 2].map((index) => (
    <tr key={index} role="row" aria-hidden="true">
      {columns.map((column) => (
        <td key={column.key} role="cell" data-label={column.header}>
          <Skeleton />
        </td>
      ))}
    </tr>
  ));
}
