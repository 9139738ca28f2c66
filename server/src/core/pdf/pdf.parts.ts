import { formatRupees } from '@sauda/contract/platform/money'
import type { SendPart } from '../../platform/called.ts'
import {
  drawLine,
  drawPages,
  openPdf,
  pageArea,
  type Pdf,
  type PdfTitle,
  shade,
  soft,
  widthOf,
  write,
  writeEnd,
} from './pdf.draw.ts'
import { type Block, lineHeight, paginate, rowPadding, sheet, wrap } from './pdf.pages.ts'

/** A PDF of headings, paragraphs and tables, for documents that are not one long table. */

type Column = { readonly title: string; readonly width: number; readonly isAmount?: boolean }
/** A cell may have several lines. */
type TableRow = { readonly cells: readonly string[]; readonly isTotal?: boolean }
export type Part =
  | { readonly kind: 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly TableRow[] }

type DrawnBlock = Block & {
  readonly draw: (y: number) => void
  /** Repeated above it on a new page. */
  readonly head?: DrawnBlock
}

const { margin, width } = sheet
const tableWidth = width - 2 * margin
/** Between columns. */
const gap = 8
/** Space below for two rows of a table. */
const leastBelow = 34

/** `1,23,456.50`, because the heading of its column has the ₹. */
export const plainRupees = (paise: bigint): string => formatRupees(paise).replace('₹', '')

export async function drawDocument(title: PdfTitle, parts: readonly Part[], send: SendPart): Promise<void> {
  const pdf = openPdf(title)
  const area = { ...pageArea(pdf, title, 54), top: 58 }
  await drawPages(pdf, send, {
    title,
    area,
    pages: paginate(
      parts.flatMap((part) => blocksOf(pdf, part)),
      area,
      ({ head }) => head,
    ),
    drawRows: (blocks, top) => {
      let y = top
      for (const block of blocks) {
        block.draw(y)
        y += block.height
      }
    },
  })
}

function blocksOf(pdf: Pdf, part: Part): DrawnBlock[] {
  if (part.kind === 'table') return tableOf(pdf, part)
  if (part.kind === 'heading')
    return [{ height: 30, leastBelow, draw: (y) => write(pdf, part.text, margin, y + 10, { size: 11, bold: true }) }]
  const lines = wrap(part.text, tableWidth, (text) => widthOf(pdf, text))
  return [
    {
      height: lines.length * lineHeight + 6,
      draw: (y) => {
        for (const [index, line] of lines.entries())
          write(pdf, line, margin, y + 3 + index * lineHeight, { colour: soft })
      },
    },
  ]
}

function tableOf(pdf: Pdf, { columns, rows }: Extract<Part, { kind: 'table' }>): DrawnBlock[] {
  const starts = columns.map((_, index) =>
    columns.slice(0, index).reduce<number>((sum, column) => sum + column.width, margin),
  )
  const titles = rowOf(pdf, columns, starts, { cells: columns.map(({ title }) => title) }, { bold: true, colour: soft })
  const head: DrawnBlock = {
    height: titles.height,
    leastBelow,
    draw: (y) => {
      titles.draw(y)
      drawLine(pdf, y + titles.height - 1, soft, 0.75)
    },
  }
  return [head, ...rows.map((row) => ({ ...rowOf(pdf, columns, starts, row, { bold: row.isTotal === true }), head }))]
}

function rowOf(
  pdf: Pdf,
  columns: readonly Column[],
  starts: readonly number[],
  { cells, isTotal = false }: TableRow,
  style: { readonly bold: boolean; readonly colour?: string },
): DrawnBlock {
  const measure = (text: string) => widthOf(pdf, text, style)
  const texts = columns.map((column, index) =>
    (cells[index] ?? '')
      .split('\n')
      .flatMap((line) => (column.isAmount ? [line] : wrap(line, column.width - gap, measure))),
  )
  const height = Math.max(...texts.map((lines) => lines.length)) * lineHeight + 2 * rowPadding
  return {
    height,
    draw: (y) => {
      if (isTotal) pdf.rect(margin, y, tableWidth, height).fill(shade)
      for (const [index, { isAmount, width: columnWidth }] of columns.entries())
        for (const [place, line] of (texts[index] ?? []).entries()) {
          const [x, at] = [starts[index] ?? margin, y + rowPadding + place * lineHeight]
          if (isAmount) writeEnd(pdf, line, x + columnWidth, at, style)
          else write(pdf, line, x + (isTotal ? 4 : 0), at, style)
        }
      drawLine(pdf, y + height)
    },
  }
}
