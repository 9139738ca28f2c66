import { type ClientFigure, figureNames } from '@sauda/contract/core/ledger-name'
import { formatRupees } from '@sauda/contract/platform/money'
import { dayInIndia, momentText } from '../../platform/india.ts'
import { narrationOf, titleOf } from './statement.text.ts'
import { type Block, lineHeight, type Measure, rowPadding, wrap } from '../../core/pdf/pdf.pages.ts'
import type { Event } from './statement.ts'

/** Positions on the pages of a PDF, in points. Pure, so that the number of pages is known before the first is drawn. */

export const columns = { date: 36, details: 141, reference: 318, moneyIn: 428, moneyOut: 494, balance: 559.28 } as const
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

export function totalsOf(events: readonly Event[], opening: bigint): Required<Sums> {
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
