import { formatRupees } from '@sauda/contract/platform/money'
import { dateText, dayInIndia, momentText } from '../../platform/india.ts'
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
import { lineHeight, paginate, rowPadding, type Block, type Measure, wrap } from '../../core/pdf/pdf.pages.ts'
import { drawFigures } from '../../core/pdf/pdf.parts.ts'
import type { DayRange } from './statement.sql.ts'
import type { Event } from './statement.ts'
import { type ClientFigure, figureNames } from '@sauda/contract/core/ledger-name'
import { narrationOf, titleOf } from './statement.text.ts'

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

/** Positions on the pages of a PDF, in points. Pure, so that the number of pages is known before the first is drawn. */

const columns = { date: 36, details: 141, reference: 318, moneyIn: 428, moneyOut: 494, balance: 559.28 } as const
const detailsWidth = columns.reference - columns.details - 8
/** A month's heading stays with its first event. */
const headingHeight = 17
const leastBelow = lineHeight + 2 * rowPadding

/** One row of the table; amounts are texts without ₹, which the header names. */
export type Row = Block & {
  readonly kind: 'event' | 'month' | 'balance'
  readonly date: string
  readonly details: readonly string[]
  readonly reference: string
  readonly moneyIn: string
  readonly moneyOut: string
  readonly balance: string
}

/** Between opening and closing balance: each month with its totals, and its events. */
export function rowsOf(opening: bigint, events: readonly Event[], measure: Measure): Row[] {
  const rows = [balanceRow('Opening balance', { balance: opening })]
  let start = 0
  for (let at = 1; at <= events.length; at++) {
    const first = events[start]
    const month = first && monthOf(first)
    const next = events[at]
    if (month === undefined || (next && monthOf(next) === month)) continue
    const ofMonth = events.slice(start, at)
    rows.push({ ...balanceRow(monthTitle(month), totalsOf(ofMonth, opening)), kind: 'month', leastBelow })
    for (const event of ofMonth) rows.push(eventRow(event, measure))
    start = at
  }
  rows.push(balanceRow('Closing balance', totalsOf(events, opening)))
  return rows
}

type Sums = { readonly moneyIn?: bigint; readonly moneyOut?: bigint; readonly balance: bigint }

function totalsOf(events: readonly Event[], opening: bigint): Required<Sums> {
  let [moneyIn, moneyOut] = [0n, 0n]
  for (const event of events) {
    const change = cashChange(event)
    if (change > 0n) moneyIn += change
    else moneyOut -= change
  }
  return { moneyIn, moneyOut, balance: events.at(-1)?.cash ?? opening }
}

const balanceRow = (title: string, { moneyIn, moneyOut, balance }: Sums): Row => ({
  kind: 'balance',
  height: headingHeight,
  date: '',
  details: [title],
  reference: '',
  moneyIn: moneyIn === undefined ? '' : plain(moneyIn),
  moneyOut: moneyOut === undefined ? '' : plain(moneyOut),
  balance: plain(balance),
})

function eventRow(event: Event, measure: Measure): Row {
  const change = cashChange(event)
  const narration = narrationOf(event)
  const details = [
    [titleOf(event), narration].filter(Boolean).join(' · '),
    otherChanges(event, change === 0n ? otherFigures : tradingFigures),
  ]
  const lines = details.filter(Boolean).flatMap((part) => wrap(part, detailsWidth, measure))
  return {
    kind: 'event',
    height: lines.length * lineHeight + 2 * rowPadding,
    date: momentText(event.at),
    details: lines,
    reference: event.reference ?? '',
    moneyIn: change > 0n ? plain(change) : '',
    moneyOut: change < 0n ? plain(-change) : '',
    balance: plain(event.cash),
  }
}

const cashChange = ({ cash, before }: Event): bigint => cash - before.cash

const otherFigures = [
  'invested',
  'loan',
  'cashback',
  'withheld',
  'unsettled',
  'dues',
] as const satisfies readonly ClientFigure[]

/** What an event also changes beside the balance, where no column shows it. */
const tradingFigures = ['unsettled', 'dues'] as const

/** `Loan money +₹50,000.00` */
const otherChanges = (event: Event, figures: readonly (typeof otherFigures)[number][]): string =>
  figures
    .map((figure) => ({ name: figureNames[figure], change: event[figure] - event.before[figure] }))
    .filter(({ change }) => change !== 0n)
    .map(({ name, change }) => `${name} ${change > 0n ? '+' : ''}${formatRupees(change)}`)
    .join(', ')

const plain = (paise: bigint): string => formatRupees(paise).replace('₹', '')

const monthOf = ({ at }: Event): string => dayInIndia(at).slice(0, 7)
const longMonth = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthTitle = (month: string): string => longMonth.format(new Date(`${month}-01T00:00:00Z`))
