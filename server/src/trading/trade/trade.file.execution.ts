import { execution as fields } from '@sauda/contract/trading/trade'
import type { executionColumns } from '@sauda/contract/trading/trade-file'
import * as z from 'zod/mini'
import { dayIn } from '../../platform/day-cell.ts'

const execution = z.object(fields)
export type Execution = z.infer<typeof execution>

type Cells = Readonly<Record<(typeof executionColumns)[number], string>>

const cellErrors = {
  date: 'Enter the trade date as 2026-11-20, 20-11-2026 or 20 Nov 2026',
  time: 'Enter the trade time as 10:15 or 10:15:30, in Indian Standard Time',
  noTime: 'A trade of an earlier day needs its trade time',
  rounded: (cell: string) => `A number was rounded by a spreadsheet: ${cell}. Format its column as text`,
} as const

/** How a spreadsheet shows a long number in a narrow column. */
const rounded = /^\d(?:[.,]\d+)?E\+\d+$/i

/** The exchange's confirmation, or why the cells are invalid. `today`: the day on which the file was sent. */
export function executionOf(cells: Cells, today: string): Execution | string {
  const tradedAt = tradedAtOf(cells, today)
  if (typeof tradedAt === 'string') return tradedAt
  const { exchange, 'order number': orderNumber, 'trade number': exchangeTradeNumber } = cells
  const broken = [orderNumber, exchangeTradeNumber].find((cell) => rounded.test(cell))
  if (broken !== undefined) return cellErrors.rounded(broken)
  const given = Object.entries({ exchange: exchange.toUpperCase(), orderNumber, exchangeTradeNumber })
  const result = execution.safeParse({ ...tradedAt, ...Object.fromEntries(given.filter(([, cell]) => cell !== '')) })
  return result.success ? result.data : (result.error.issues[0]?.message ?? cellErrors.date)
}

/** Without a date it is today; without a time a trade of today counts by its booking. */
function tradedAtOf({ 'trade date': dateCell, 'trade time': timeCell }: Cells, today: string) {
  const day = dateCell === '' ? today : dayIn(dateCell)
  if (day === undefined) return cellErrors.date
  // Exchanges also write both into one cell.
  const time = timeIn(timeCell === '' ? (/ (\d{1,2}:\d{2}.*)$/.exec(dateCell)?.[1] ?? '') : timeCell)
  if (time === null) return cellErrors.time
  if (time !== undefined) return { tradedAt: new Date(`${day}T${time}+05:30`).toISOString() }
  if (day < today) return cellErrors.noTime
  // A later day is rejected like any time in the future.
  return day === today ? {} : { tradedAt: new Date(`${day}T00:00:00+05:30`).toISOString() }
}

/** `10:15:30`; undefined for an empty cell, null for an invalid one. */
function timeIn(cell: string): string | null | undefined {
  if (cell === '') return undefined
  const [, hour = '', minute = '', second = '00', half] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,6})? ?([ap]m)?$/i.exec(cell.slice(0, 20)) ?? []
  const isTwelveHours = half !== undefined
  const isPossible = isTwelveHours ? Number(hour) >= 1 && Number(hour) <= 12 : hour !== '' && Number(hour) <= 23
  if (!isPossible || Number(minute) > 59 || Number(second) > 59) return null
  const hours = isTwelveHours ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`
}
