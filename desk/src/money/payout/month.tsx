import type { CalendarEntry } from '@sauda/contract/core/calendar'
import { monthName } from '@sauda/contract/platform/day-text'
import { IconButton } from '@sauda/ui/button'
import { useToday } from '@sauda/web/server-clock'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import layout from '../../shell/layout.module.css'
import styles from './payout.module.css'

interface MonthProps {
  /** `2026-11`. */
  month: string
  /** Undefined until the year is read: then no day says whether it is one of trading. */
  entries: readonly CalendarEntry[] | undefined
  onTurn: (month: string) => void
}

/** A month with its holidays, sessions and settlements; days without trading are grey. */
export function Month({ month, entries, onTurn }: MonthProps) {
  const today = useToday()
  const weekdayOf = (day: string) => new Date(day).getUTCDay()
  return (
    <>
      <div className={layout.row}>
        <IconButton
          label="Previous month"
          icon={<ChevronLeft aria-hidden="true" />}
          onClick={() => onTurn(monthAfter(month, -1))}
        />
        <strong aria-live="polite">{monthName(month)}</strong>
        <IconButton
          label="Next month"
          icon={<ChevronRight aria-hidden="true" />}
          onClick={() => onTurn(monthAfter(month, 1))}
        />
      </div>
      <div className={styles.month}>
        {['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => (
          <small key={name} aria-hidden="true">
            {name}
          </small>
        ))}
      </div>
      <ol className={styles.month} aria-label={monthName(month)}>
        {(entries ? daysOf(month) : []).map((day) => {
          const ofDay = (entries ?? []).filter((entry) => entry.day === day)
          const has = (kind: CalendarEntry['kind']) => ofDay.some((entry) => entry.kind === kind)
          const weekday = weekdayOf(day)
          return (
            <li
              key={day}
              style={{ gridColumnStart: weekday || 7 }}
              data-closed={has('holiday') || (weekday % 6 === 0 && !has('session')) || undefined}
              aria-current={day === today ? 'date' : undefined}
            >
              {Number(day.slice(8))}
              {ofDay.map(({ kind, name }) => (
                <span key={kind}> {name}</span>
              ))}
            </li>
          )
        })}
      </ol>
    </>
  )
}

const dayAt = (month: string, months: number, day: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + months, day)).toISOString().slice(0, 10)

const monthAfter = (month: string, months: number): string => dayAt(month, months, 1).slice(0, 7)

const daysOf = (month: string): string[] =>
  Array.from({ length: Number(dayAt(month, 1, 0).slice(8)) }, (_, index) => dayAt(month, 0, index + 1))
