import { paiseOf } from '@sauda/contract/platform/money'
import { Button } from '@sauda/ui/button'
import { Money } from '@sauda/ui/money'
import type { TableColumn } from '@sauda/ui/table'
import { TrailAmount, type TrailOf } from './trail.tsx'

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
