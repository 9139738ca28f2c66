import { formatRupees } from '@sauda/contract/platform/money'
import type { SendPart } from '../../platform/called.ts'
import {
  drawLine,
  drawPages,
  drawShade,
  least,
  openPdf,
  pageArea,
  sizeOf,
  type Pdf,
  type PdfTitle,
  small,
  soft,
  widthOf,
  write,
  writeEnd,
} from './pdf.draw.ts'
import { type Block, lineHeight, paginate, rowPadding, sheet, wrap } from './pdf.pages.ts'

/** A PDF of headings, paragraphs and tables, for documents that are not one long table. */

/** `isWhole`: never broken into lines, as amounts. */
type Column = {
  readonly title: string
  readonly width: number
  readonly isAmount?: boolean
  readonly isWhole?: boolean
}
/** A cell may have several lines. */
type TableRow = { readonly cells: readonly string[]; readonly isTotal?: boolean }
/** A name and its amount. */
type PdfFigure = readonly [name: string, amount: string]
export type Part =
  | { readonly kind: 'figures'; readonly figures: readonly PdfFigure[] }
  | { readonly kind: 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly TableRow[] }

type DrawnBlock = Block & {
  readonly draw: (y: number) => void
  /** Repeated above it on a new page. */
  readonly head?: DrawnBlock
}

const { margin } = sheet
const tableWidth = (pdf: Pdf): number => sizeOf(pdf).width - 2 * margin
/** Between columns; the widest word that no column breaks. */
const [gap, longestWord] = [8, 90]
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

/** Beside each other in a shaded band. */
export function drawFigures(pdf: Pdf, figures: readonly PdfFigure[], y: number): void {
  drawShade(pdf, y, 44)
  for (const [index, [name, amount]] of figures.entries()) {
    const x = margin + (index * tableWidth(pdf)) / figures.length
    write(pdf, name, x, y + 7, { colour: soft })
    write(pdf, amount, x, y + 20, { size: 12, bold: true })
  }
}

function blocksOf(pdf: Pdf, part: Part): DrawnBlock[] {
  if (part.kind === 'figures') return [{ height: 50, draw: (y) => drawFigures(pdf, part.figures, y) }]
  if (part.kind === 'table') return tableOf(pdf, part)
  if (part.kind === 'heading')
    return [{ height: 30, leastBelow, draw: (y) => write(pdf, part.text, margin, y + 10, { size: 11, bold: true }) }]
  const lines = wrap(part.text, tableWidth(pdf), (text) => widthOf(pdf, text))
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

function tableOf(pdf: Pdf, { columns: declared, rows }: Extract<Part, { kind: 'table' }>): DrawnBlock[] {
  const { columns, size } = fitted(pdf, declared, rows)
  const starts = columns.map((_, index) =>
    columns.slice(0, index).reduce<number>((sum, column) => sum + column.width, margin),
  )
  const titles = rowOf(pdf, columns, starts, { cells: columns.map(({ title }) => title), isHead: true }, size)
  const head: DrawnBlock = {
    height: titles.height,
    leastBelow,
    draw: (y) => {
      titles.draw(y)
      drawLine(pdf, y + titles.height - 1, soft, 0.75)
    },
  }
  return [head, ...rows.map((row) => ({ ...rowOf(pdf, columns, starts, row, size), head }))]
}

/** The declared widths if every amount and word fits in them; else each gets what it needs, and a share of the rest. */
function fitted(pdf: Pdf, columns: readonly Column[], rows: readonly TableRow[]) {
  const widest = (texts: readonly string[], bold: boolean) =>
    Math.max(0, ...texts.map((text) => widthOf(pdf, text, { size: 1, bold })))
  const needs = columns.map(({ title, isAmount, isWhole }, index) =>
    rows.reduce(
      (most, { cells, isTotal = false }) =>
        Math.max(most, widest((cells[index] ?? '').split(isAmount || isWhole ? '\n' : /\s/), isTotal)),
      widest(title.split(' '), true),
    ),
  )
  const needed = (size: number) =>
    columns.map(({ isAmount, isWhole }, index) => {
      const need = size * (needs[index] ?? 0)
      return (isAmount || isWhole ? need : Math.min(need, longestWord)) + gap
    })
  const atSmall = needed(small)
  if (columns.every(({ width: given }, index) => (atSmall[index] ?? 0) <= given)) return { columns, size: small }
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
  const size = [small, 7.75].find((each) => sum(needed(each)) <= tableWidth(pdf)) ?? least
  const widths = needed(size)
  const rest = Math.max(0, tableWidth(pdf) - sum(widths))
  const given = sum(columns.map(({ width: own }) => own))
  return {
    columns: columns.map((column, index) => ({
      ...column,
      width: (widths[index] ?? 0) + (rest * column.width) / given,
    })),
    size,
  }
}

function rowOf(
  pdf: Pdf,
  columns: readonly Column[],
  starts: readonly number[],
  { cells, isTotal = false, isHead = false }: TableRow & { readonly isHead?: boolean },
  size: number,
): DrawnBlock {
  const style = { size, bold: isTotal || isHead, ...(isHead && { colour: soft }) }
  const measure = (text: string) => widthOf(pdf, text, style)
  const texts = columns.map((column, index) =>
    (cells[index] ?? '')
      .split('\n')
      .flatMap((line) => (column.isAmount && !isHead ? [line] : wrap(line, column.width - gap, measure))),
  )
  const most = Math.max(...texts.map((lines) => lines.length))
  const height = most * lineHeight + 2 * rowPadding
  return {
    height,
    draw: (y) => {
      if (isTotal) drawShade(pdf, y, height)
      for (const [index, { isAmount, width: columnWidth }] of columns.entries()) {
        const lines = texts[index] ?? []
        // Titles are on the line below them.
        const first = isHead ? most - lines.length : 0
        for (const [place, line] of lines.entries()) {
          const [x, at] = [starts[index] ?? margin, y + rowPadding + (first + place) * lineHeight]
          if (isAmount) writeEnd(pdf, line, x + columnWidth, at, style)
          else write(pdf, line, x, at, style)
        }
      }
      drawLine(pdf, y + height)
    },
  }
}
