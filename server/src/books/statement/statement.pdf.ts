import { formatRupees } from '@sauda/contract/platform/money'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { SendPart } from '../../platform/called.ts'
import {
  drawLine,
  drawPages,
  drawShade,
  openPdf,
  pageArea,
  type Pdf,
  type PdfTitle,
  soft,
  widthOf,
  write,
  writeEnd,
} from '../../core/pdf/pdf.draw.ts'
import { lineHeight, paginate, rowPadding } from '../../core/pdf/pdf.pages.ts'
import { drawFigures } from '../../core/pdf/pdf.parts.ts'
import { columns, type Row, rowsOf, totalsOf } from './statement.pages.ts'
import type { DayRange } from './statement.sql.ts'
import type { Event } from './statement.ts'

export type StatementPdf = Pick<PdfTitle, 'broker' | 'holder' | 'preparedAt' | 'mark'> & {
  readonly range: DayRange
  /** Paise. */
  readonly opening: bigint
  readonly events: readonly Event[]
}

/** Measured: a page with text compressed, and fonts and structure once. */
const [bytesPerEvent, bytesOnce] = [100, 20_000]
export const estimatePdf = (events: number): number => bytesOnce + events * bytesPerEvent

/** Returns the money in, which the document's public page confirms: a balance is nobody else's business. */
export async function drawStatement(statement: StatementPdf, send: SendPart): Promise<bigint> {
  const { opening, events, range, preparedAt } = statement
  const amount = { name: 'Money in', paise: totalsOf(events, opening).moneyIn }
  const title = { ...statement, title: 'Statement of account', period: periodText(range, preparedAt, events), amount }
  const pdf = openPdf(title)
  const area = pageArea(pdf, title, 124)
  const rows = rowsOf(opening, events, (text) => widthOf(pdf, text))
  await drawPages(pdf, send, {
    title,
    pages: paginate(rows, area),
    area,
    drawRows: (ofPage, top, page) => {
      if (page === 0) drawSummary(pdf, statement, area.identityBottom)
      drawColumnHeads(pdf, top)
      let y = top
      for (const row of ofPage) y = drawRow(pdf, row, y)
    },
  })
  return amount.paise
}

function drawSummary(pdf: Pdf, { opening, events }: StatementPdf, bottom: number): void {
  const totals = totalsOf(events, opening)
  const figures = [
    ['Opening balance', opening],
    ['Money in', totals.moneyIn],
    ['Money out', totals.moneyOut],
    ['Closing balance', totals.balance],
  ] as const
  drawFigures(
    pdf,
    figures.map(([name, paise]) => [name, formatRupees(paise)]),
    bottom + 52,
  )
}

/** Above the first row. */
function drawColumnHeads(pdf: Pdf, y: number): void {
  const style = { bold: true, colour: soft }
  const at = y - 15
  write(pdf, 'Date & time (IST)', columns.date, at, style)
  write(pdf, 'Details', columns.details, at, style)
  write(pdf, 'Reference', columns.reference, at, style)
  writeEnd(pdf, 'Money in (₹)', columns.moneyIn, at, style)
  writeEnd(pdf, 'Money out (₹)', columns.moneyOut, at, style)
  writeEnd(pdf, 'Balance (₹)', columns.balance, at, style)
  drawLine(pdf, y - 2, soft, 0.75)
}

/** Returns where the next row starts. */
function drawRow(pdf: Pdf, row: Row, y: number): number {
  const bold = row.kind !== 'event'
  if (bold) drawShade(pdf, y, row.height)
  const at = y + (bold ? 4 : rowPadding)
  if (row.date !== '') write(pdf, row.date, columns.date, at, { colour: soft })
  for (const [index, line] of row.details.entries())
    write(pdf, line, bold ? columns.date : columns.details, at + index * lineHeight, { bold })
  if (row.reference !== '') write(pdf, row.reference, columns.reference, at, { colour: soft })
  if (row.moneyIn !== '') writeEnd(pdf, row.moneyIn, columns.moneyIn, at, { bold })
  if (row.moneyOut !== '') writeEnd(pdf, row.moneyOut, columns.moneyOut, at, { bold })
  writeEnd(pdf, row.balance, columns.balance, at, { bold })
  drawLine(pdf, y + row.height)
  return y + row.height
}

function periodText({ from, to }: DayRange, preparedAt: Date, events: readonly Event[]): string {
  const first = from ?? dayInIndia(events[0]?.at ?? preparedAt)
  const last = to ?? dayInIndia(preparedAt)
  return `${dateText(first)} to ${dateText(last)}`
}
