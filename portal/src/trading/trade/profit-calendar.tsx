import { monthName } from '@sauda/contract/platform/day-text'
import { paiseOf } from '@sauda/contract/platform/money'
import type { Portfolio } from '@sauda/contract/trading/trade'
import { IconButton } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { AmountText, Money } from '@sauda/ui/money'
import { Row } from '@sauda/ui/stack'
import { formatDate } from '@sauda/web/date-time'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import styles from './trade.module.css'
import { traceProfit } from './trade.ts'
import { tradeText } from './trade.text.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

interface ProfitCalendarProps {
  portfolio: Pick<Portfolio, 'days' | 'months'>
  openDay: string | undefined
  onDay: (day: string) => void
}

/** The realised profit and loss of each day of a month; a day with sales opens them. */
export function ProfitCalendar({ portfolio: { days, months }, openDay, onDay }: ProfitCalendarProps) {
  const first = days[0]?.date.slice(0, 7)
  const last = days.at(-1)?.date.slice(0, 7)
  const [month, setMonth] = useState(() => days.find(({ date }) => date === openDay)?.date.slice(0, 7) ?? last)
  if (first === undefined || last === undefined || month === undefined) return null
  const byDay = new Map(days.map((day) => [day.date, day]))
  const { profitLoss = 0 } = months.find((each) => each.month === month) ?? {}
  const name = monthName(month)
  const daysOfMonth = days.filter(({ date }) => date.startsWith(month))
  return (
    <Card
      title="Profit and loss by day"
      aside={
        <Row gap={1} justify="end">
          <IconButton
            label="Earlier month"
            icon={<ChevronLeft aria-hidden="true" />}
            disabled={month <= first}
            onClick={() => setMonth(monthAfter(month, -1))}
          />
          <IconButton
            label="Later month"
            icon={<ChevronRight aria-hidden="true" />}
            disabled={month >= last}
            onClick={() => setMonth(monthAfter(month, 1))}
          />
        </Row>
      }
    >
      <Row as="p" justify="between" align="start" gap="0 3" className="medium" aria-live="polite">
        {name}{' '}
        <Money
          amount={paiseOf(profitLoss)}
          change
          onTrace={traceProfit(tradeText.realisedIn(name), profitLoss, daysOfMonth)}
        />
      </Row>
      <table className={styles.calendar} aria-label={`Realised profit and loss, ${name}`}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(month).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, index) => (
                <td key={weekdays[index]}>
                  {day && <Day date={day} result={byDay.get(day)} isOpen={day === openDay} onDay={onDay} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface DayProps {
  date: string
  result: Portfolio['days'][number] | undefined
  isOpen: boolean
  onDay: (day: string) => void
}

function Day({ date, result, isOpen, onDay }: DayProps) {
  const number = Number(date.slice(8))
  if (!result) return <span className={styles.day}>{number}</span>
  const profit = paiseOf(result.profitLoss)
  return (
    <button
      type="button"
      data-key={date}
      aria-current={isOpen || undefined}
      className={styles.day}
      data-tone={profit > 0n ? 'gain' : profit < 0n ? 'loss' : 'even'}
      onClick={() => onDay(date)}
    >
      <span aria-hidden="true">{number}</span>
      <span className="visually-hidden">{tradeText.salesOfDay(formatDate(date), result.sales)}</span>
      <small>
        <AmountText>{shortRupees(profit)}</AmountText>
      </small>
    </button>
  )
}

/** `2026-11` and 1 → `2026-12` */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 'YYYY-MM'.length)
}

/** The days of a month in weeks from Monday to Sunday; undefined before its first and after its last day. */
export function monthWeeks(month: string): (string | undefined)[][] {
  const first = new Date(`${month}-01`)
  const empty = (first.getUTCDay() + 6) % 7
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((empty + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const day = week * 7 + weekday - empty + 1
      return day < 1 || day > length ? undefined : `${month}-${String(day).padStart(2, '0')}`
    }),
  )
}

const units = [
  [1_00_00_000, 'Cr'],
  [1_00_000, 'L'],
  [1000, 'k'],
] as const

/** For a small cell: 24750n → `+₹248`, -1234500n → `−₹12.3k`. */
export function shortRupees(paise: bigint): string {
  const sign = paise > 0n ? '+' : paise < 0n ? '−' : ''
  const rupees = Math.round(Math.abs(Number(paise)) / 100)
  const [size, unit] = units.find(([least]) => rupees >= least) ?? [1, '']
  const text = unit === '' ? String(rupees) : String(Math.floor((rupees / size) * 10) / 10)
  return `${sign}₹${text}${unit}`
}
