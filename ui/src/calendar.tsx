import { Popover } from '@base-ui/react/popover'
import { dateText, dayInIndia, monthName } from '@sauda/contract/platform/day-text'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { plusDays, plusMonths, weeksOf } from './month.ts'
import styles from './calendar.module.css'

interface CalendarProps {
  /** `2026-11-05`, or empty. */
  value: string
  min?: string | undefined
  max?: string | undefined
  /** The button that opened it. */
  anchor: RefObject<HTMLElement | null>
  onPick: (day: string) => void
  onClose: () => void
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const months = [
  { by: -12, name: 'Previous year', icon: ChevronsLeft },
  { by: -1, name: 'Previous month', icon: ChevronLeft },
  { by: 1, name: 'Next month', icon: ChevronRight },
  { by: 12, name: 'Next year', icon: ChevronsRight },
] as const

/** By key, with the day before. */
const moves: Readonly<Record<string, (day: string, event: KeyboardEvent) => string>> = {
  ArrowLeft: (day) => plusDays(day, -1),
  ArrowRight: (day) => plusDays(day, 1),
  ArrowUp: (day) => plusDays(day, -7),
  ArrowDown: (day) => plusDays(day, 7),
  PageUp: (day, { shiftKey }) => plusMonths(day, shiftKey ? -12 : -1),
  PageDown: (day, { shiftKey }) => plusMonths(day, shiftKey ? 12 : 1),
}

/** One month, below the button of a date field. */
export function Calendar({ value, min = '', max = '9999-12-31', anchor, onPick, onClose }: CalendarProps) {
  const today = dayInIndia(new Date())
  const within = (day: string) => (day < min ? min : day > max ? max : day)
  const [shown, setShown] = useState(() => within(value || today))
  const grid = useRef<HTMLTableElement>(null)
  const byKey = useRef(false)
  const current = () => grid.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? null
  // Only a key moves the focus: a button of the heading keeps it.
  useEffect(() => {
    if (byKey.current) current()?.focus()
    byKey.current = false
  }, [shown])
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    byKey.current = true
    setShown(within(move(shown, event)))
  }
  const turn = ({ by, name, icon: Icon }: (typeof months)[number]) => (
    <IconButton
      key={name}
      label={name}
      icon={<Icon aria-hidden="true" />}
      onClick={() => setShown(within(plusMonths(shown, by)))}
    />
  )
  return (
    <Popover.Root
      open
      onOpenChange={(_, { event }) => {
        // The button closes it itself.
        if (!(event.target instanceof Node && anchor.current?.contains(event.target))) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="end" sideOffset={8} className={styles.above}>
          <Popover.Popup aria-label="Calendar" className={styles.calendar} initialFocus={current} finalFocus={anchor}>
            <div className={styles.head}>
              {months.slice(0, 2).map(turn)}
              <strong aria-live="polite">{monthName(shown)}</strong>
              {months.slice(2).map(turn)}
            </div>
            <table ref={grid}>
              <thead>
                <tr>
                  {weekdays.map((name) => (
                    <th key={name} scope="col" abbr={name}>
                      {name.slice(0, 2)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeksOf(shown).map((days) => (
                  <tr key={days[0]}>
                    {days.map((day) => (
                      <td key={day}>
                        {day.slice(0, 7) === shown.slice(0, 7) && (
                          <button
                            type="button"
                            tabIndex={day === shown ? 0 : -1}
                            aria-label={dateText(day)}
                            aria-pressed={day === value}
                            aria-current={day === today ? 'date' : undefined}
                            disabled={day !== within(day)}
                            onClick={() => onPick(day)}
                            onKeyDown={onKeyDown}
                          >
                            {Number(day.slice(8))}
                          </button>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
