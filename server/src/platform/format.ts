import { lineError } from '@sauda/contract/platform/csv'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import * as z from 'zod/mini'
import { checkHeader, type CsvRow, delimiterOf, readRows } from './csv.ts'

/** format: the definition of a kind of file with a table, and the reader of all of them (docs/architecture.md). */

/** `line` counts from 1. */
export const lineFault = (line: number, text: string): AppError => new AppError(lineError(line, text))

export type RowSchema = z.ZodMiniObject<Readonly<Record<string, CellSchema>>>
type ColumnOf<Schema extends RowSchema> = keyof z.output<Schema> & string
export type RowOf<Schema extends RowSchema> = z.output<Schema> & { readonly line: number }
/** The place of each column in the row that names them; -1 where it is missing. */
export type Places<Column extends string = string> = Readonly<Record<Column, number>>

export type Format<Schema extends RowSchema> = {
  /** The columns that are read, each with what its cells hold and, by `column`, its names. */
  readonly row: Schema
  /** How names of columns are compared; by default letter by letter. */
  readonly spelled?: (name: string) => string
  /** Columns that a file may lack, so that their cells are empty. */
  readonly optional?: readonly ColumnOf<Schema>[]
  /** Whether a row names enough columns; by default all but the optional ones. `names`: its cells. */
  readonly isHeader?: (places: Places<ColumnOf<Schema>>, names: readonly string[]) => boolean
  /** Where the columns are in a file that does not name them: then `isHeader` recognises the first row. */
  readonly places?: Places<ColumnOf<Schema>> | undefined
  /** The names of the columns are in one of so many first rows; by default in the first one. */
  readonly headerRows?: number
  /** The cells of a row, one for each column; throws if there are too few or too many. By default any number is right. */
  readonly cells?: (row: CsvRow, header: readonly string[], places: Places<ColumnOf<Schema>>) => readonly string[]
  /** A row that is no part of the table, such as a footnote. */
  readonly isBeside?: (cells: readonly string[]) => boolean
  /** Rows with the same key are about the same thing; undefined for a row that is compared with no other. */
  readonly key?: (row: RowOf<Schema>) => string | undefined
  /** What is wrong with a row, or why it is not used. `before`: the first row with its key. */
  readonly judge?: (row: RowOf<Schema>, before: RowOf<Schema> | undefined, places: Places<ColumnOf<Schema>>) => Verdict
  /** Rows with a fault are named and not used; otherwise the first one rejects the file. */
  readonly isLenient?: boolean
  readonly errors: Readonly<Record<'columns' | 'noRows', ErrorDefinition>>
}

export type Verdict = { readonly fault: string } | { readonly leftOut: string } | undefined

export type LeftOut = { readonly reason: string; readonly rows: number }
export type Table<Schema extends RowSchema> = {
  readonly places: Places<ColumnOf<Schema>>
  /** Counts all rows below the names of the columns. */
  readonly count: number
  /** Those that are used. */
  readonly rows: readonly RowOf<Schema>[]
  readonly leftOut: readonly LeftOut[]
  /** Sentences: the rows with a fault. */
  readonly unread: readonly string[]
  /** Names of columns that are filled and not read. */
  readonly unused: readonly string[]
}

/** How many rows are not used, by the reason of each. */
export const leftOutBy = (reasons: readonly string[]): LeftOut[] =>
  [...Map.groupBy(reasons, (reason) => reason)].map(([reason, { length: rows }]) => ({ reason, rows }))

/** Names of columns as people write them. */
export const lettersOf = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z]/g, '')

/** The name of a column that was entered beside the file, or its usual ones, separated by blanks; for `lettersOf`. */
export const namesOr = (entered: string | undefined, usual: string): readonly string[] =>
  entered === undefined || entered.trim() === '' ? usual.split(' ') : [lettersOf(entered)]

/** Whether one of the first rows names the columns. */
export const hasTable = <Schema extends RowSchema>(rows: readonly CsvRow[], format: Format<Schema>): boolean =>
  rows.slice(0, format.headerRows ?? 1).some(({ cells }) => placesIn(format, cells) !== undefined)

/** Reads the table in a text or in the rows of a workbook. Throws an AppError that names the line. To be called in a thread or process of its own. */
export function readTable<Schema extends RowSchema>(
  source: string | readonly CsvRow[],
  format: Format<Schema>,
): Table<Schema> {
  const { headerRows = 1, errors } = format
  let table: ReturnType<typeof newTable<Schema>> | undefined
  const add = (row: CsvRow): void => {
    if (row.cells.every((written) => written === '')) return
    if (table) return table.add(row)
    const places = placesIn(format, row.cells)
    if (!places) return
    table = newTable(format, row.cells, places)
    if (format.places) table.add(row)
    // Below other text a column may be there twice, of which the first counts.
    else if (headerRows === 1) checkHeader(row.line, row.cells)
  }
  if (typeof source === 'string') {
    const delimiter = delimiterOf(source, headerRows, (cells) => placesIn(format, cells) !== undefined)
    if (delimiter === undefined) throw new AppError(errors.columns)
    readRows(source, delimiter, add)
  } else source.forEach(add)
  const found = table?.finish()
  if (!found || found.count === 0) throw new AppError(errors.noRows)
  return found
}

/** Undefined for a row that does not name the columns. */
function placesIn<Schema extends RowSchema>(
  { row, spelled = String, optional = [], isHeader, places: fixed }: Format<Schema>,
  cells: readonly string[],
): Places<ColumnOf<Schema>> | undefined {
  const names = cells.map((cell) => spelled(cell))
  const columns = Object.keys(row.shape) as ColumnOf<Schema>[]
  const found = columns.map((column) => {
    const known = spellings.get(row.shape[column] as CellSchema)?.names ?? [column]
    return [column, known.map((name) => names.indexOf(name)).find((at) => at >= 0) ?? -1]
  })
  const places: Places<ColumnOf<Schema>> = fixed ?? Object.fromEntries(found)
  const isEnough =
    isHeader?.(places, names) ?? columns.every((column) => places[column] >= 0 || optional.includes(column))
  return isEnough ? places : undefined
}

/** Reads the cells of a row: the row, or what is wrong with it. */
export function rowReader<Schema extends RowSchema>(
  schema: Schema,
  header: readonly string[],
  places = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, header.indexOf(name)])),
) {
  const columns = Object.entries(places)
  return (line: number, cells: readonly string[]): RowOf<Schema> | string => {
    const { error, data } = schema.safeParse(Object.fromEntries(columns.map(([name, at]) => [name, cells[at] ?? ''])))
    if (!error) return { line, ...data } as RowOf<Schema>
    const issue = error.issues[0] as z.core.$ZodIssue
    return issue.message.replace('{column}', () => header[places[String(issue.path[0])] ?? -1] ?? '')
  }
}

function newTable<Schema extends RowSchema>(
  format: Format<Schema>,
  header: readonly string[],
  places: Places<ColumnOf<Schema>>,
) {
  const { row: schema, cells: cellsOf, isBeside, key, judge, isLenient } = format
  const read = rowReader(schema, header, places)
  const used = Object.values<number>(places)
  const filled = new Set<number>()
  const first = new Map<string, RowOf<Schema>>()
  const rows: RowOf<Schema>[] = []
  const leftOut: string[] = []
  const unread: string[] = []
  let count = 0
  const judged = (row: RowOf<Schema>): Verdict => {
    const its = key?.(row)
    const before = its === undefined ? undefined : first.get(its)
    const verdict = judge?.(row, before, places)
    if (its !== undefined && !before && !(verdict && 'fault' in verdict)) first.set(its, row)
    return verdict
  }
  return {
    add(written: CsvRow): void {
      if (isBeside?.(written.cells)) return
      count += 1
      const { line } = written
      const cells = cellsOf?.(written, header, places) ?? written.cells
      for (const [at, cell] of cells.entries()) if (cell !== '') filled.add(at)
      const row = read(line, cells)
      const verdict = typeof row === 'string' ? { fault: row } : judged(row)
      if (!verdict) rows.push(row as RowOf<Schema>)
      else if ('leftOut' in verdict) leftOut.push(verdict.leftOut)
      else if (isLenient) unread.push(lineError(line, verdict.fault).message)
      else throw lineFault(line, verdict.fault)
    },
    finish: (): Table<Schema> => ({
      places,
      count,
      rows,
      leftOut: leftOutBy(leftOut),
      unread,
      unused: [...filled]
        .filter((at) => !used.includes(at))
        .toSorted((one, other) => one - other)
        // Without names of columns, the first row has values.
        .map((at) => (!format.places && header[at]) || `Column ${at + 1}`),
    }),
  }
}

type CellSchema = z.ZodMiniType<unknown, string>
const spellings = z.registry<{ readonly names: readonly string[] }>()

/** A column whose name in files differs from its field. `names`: separated by spaces; the first one that a file has counts. */
export const column = <Schema extends CellSchema>(names: string | readonly string[], schema: Schema): Schema => {
  const named = schema.clone()
  spellings.add(named, { names: typeof names === 'string' ? names.split(' ') : names })
  return named
}

/** What the cells of a column hold: `read` returns undefined for what it does not understand. In `fault` `{column}` is the column's name. */
export const cell = <Value>(read: (text: string) => Value | undefined, fault: (text: string) => string) =>
  z.pipe(
    z.string(),
    z.transform((text: string, context): Value => {
      const value = read(text)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', message: fault(text), input: text })
      return z.NEVER
    }),
  )

/** How a spreadsheet shows a long number in a narrow column. */
export const rounded = /^\d(?:[.,]\d+)?E\+?\d+$/i

export const text = z.string()
/** Texts that are compared in capitals. */
export const capitals = z.pipe(
  z.string(),
  z.transform((written: string) => written.toUpperCase()),
)
