import { createHash } from 'node:crypto'
import { csvRefusals, csvRules, lineRefusal } from '@sauda/contract/csv'
import { reconciliationRefusals, reconciliationRules } from '@sauda/contract/reconciliation'
import type { Direction } from '@sauda/contract/reconciliation'
import { Refusal } from '@sauda/contract/refusal'
import { csvRows, csvText, delimiterOf } from '../platform/csv.ts'
import type { CsvRow } from '../platform/csv.ts'
import { dayIn } from './reconciliation.cells.ts'
import { columnsOf } from './reconciliation.columns.ts'
import type { Columns } from './reconciliation.columns.ts'
import { namesIn } from './reconciliation.names.ts'
import { isFooter, lineOf, looksBooked, refuseShifted } from './reconciliation.row.ts'
import type { ReadRow } from './reconciliation.row.ts'

/** One line of a statement. Amounts in paise. */
export type ReadLine = {
  readonly line: number
  readonly bookedOn: string
  readonly direction: Direction
  readonly amount: bigint
  readonly balance: bigint | undefined
  readonly text: string
  readonly reference: string | undefined
  readonly names: readonly string[]
  /** What makes it this line and no other, in whichever file it comes: SHA-256 of day, amount, reference and text. */
  readonly identity: Buffer
  /** Which of several lines with that identity, on the same day in one file. */
  readonly occurrence: number
}

export type ReadStatement = {
  readonly columns: Columns
  /** Earliest first. */
  readonly lines: readonly ReadLine[]
  /** Rows with a date and no amount. */
  readonly withoutAmount: number
}

/** Reads the table in a bank's file; throws a Refusal naming the line that cannot be understood. */
export async function readStatement(bytes: Buffer): Promise<ReadStatement> {
  const text = csvText(bytes)
  const delimiter = delimiterOf(text, reconciliationRules.headerRows, (cells) => columnsOf(cells) !== undefined)
  if (delimiter === undefined) throw new Refusal(reconciliationRefusals.noHeader)
  const table = newTable()
  for await (const row of csvRows(text, delimiter)) table.take(row)
  return table.whole()
}

function newTable() {
  const rows: ReadRow[] = []
  let columns: Columns | undefined
  let endedAt: number | undefined
  let width: number | undefined
  let withoutAmount = 0

  function take(row: CsvRow): void {
    if (row.cells.every((cell) => cell === '')) return
    if (columns === undefined) return void (columns = columnsOf(row.cells))
    if (endedAt !== undefined) return afterEnd(row, columns, endedAt)
    // Some banks name the columns again on every page.
    if (row.cells.join('|') === columns.header.join('|')) return
    // Above the first line of the table stands what stands below it too: stars, an opening balance.
    if (isFooter(row, columns)) return void (rows.length > 0 && (endedAt = row.line))
    if (dayIn(row.cells[columns.date] ?? '') !== undefined) width ??= Math.max(columns.header.length, row.cells.length)
    refuseShifted(row, columns, width ?? columns.header.length)
    const read = lineOf(row, columns)
    if (read === 'no amount') return void (withoutAmount += 1)
    if ('more' in read) return goOn(rows, read.more)
    if (rows.length === csvRules.lines) throw new Refusal(csvRefusals.tooManyLines)
    rows.push(read)
  }
  function whole(): ReadStatement {
    if (columns === undefined || rows.length === 0) throw new Refusal(reconciliationRefusals.noLines)
    const isNewestFirst = (rows[0]?.bookedOn ?? '') > (rows.at(-1)?.bookedOn ?? '')
    return { columns, lines: identified(isNewestFirst ? rows.toReversed() : rows), withoutAmount }
  }
  return { take, whole }
}

/** Below the table stand sums and notes; a line of the table there would be one we lose. */
function afterEnd(row: CsvRow, columns: Columns, endedAt: number): void {
  if (looksBooked(row, columns))
    throw new Refusal(lineRefusal(row.line, `it has a date and an amount, but the table ended on line ${endedAt}.`))
}

/** A long text goes on in a row of its own. */
function goOn(rows: ReadRow[], more: string): void {
  const last = rows.pop()
  if (last) rows.push({ ...last, text: `${last.text} ${more}`.trim() })
}

function identified(rows: readonly ReadRow[]): ReadLine[] {
  const seen = new Map<string, number>()
  return rows.map(({ references, ...row }) => {
    const { reference, all } = namesIn(references, row.text, row.bookedOn)
    const parts = [row.bookedOn, row.direction, row.amount, bare(references.join(' ')), bare(row.text)]
    const identity = createHash('sha256').update(parts.join('\n')).digest()
    const key = identity.toString('base64')
    const occurrence = (seen.get(key) ?? 0) + 1
    seen.set(key, occurrence)
    return { ...row, reference, names: all, identity, occurrence }
  })
}

/** The same line comes padded, wrapped and in capitals from one download, and otherwise from the next. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '')
}
