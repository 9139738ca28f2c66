import { CalendarDays } from 'lucide-react'
import { withAsciiDigits } from '@sauda/contract/platform/typed-text'
import { useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import type { Calendar as CalendarPart } from './calendar.tsx'
import { RewrittenField } from './rewritten-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

interface DateFieldProps extends Pick<
  TextFieldProps,
  'label' | 'hint' | 'error' | 'optional' | 'disabled' | 'name' | 'size'
> {
  /** `2026-11-05`, or what has been typed of a date so far. */
  value: string
  onText: (value: string) => void
  min?: string
  max?: string
}

/** DD/MM/YYYY in every browser, and a calendar; a browser's own date field follows the language of the browser. */
export function DateField({ value, onText, min, max, error, ...rest }: DateFieldProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [Calendar, setCalendar] = useState<typeof CalendarPart>()
  const toggle = () => {
    setOpen(!isOpen)
    // Apart, because most dates are typed. Without a connection there is no calendar, and typing goes on.
    import('./calendar.tsx').then(
      (module) => setCalendar(() => module.Calendar),
      () => setOpen(false),
    )
  }
  const isComplete = value === '' || isDay(value)
  return (
    <>
      <RewrittenField
        {...rest}
        error={error && !isComplete ? 'Enter the date as DD/MM/YYYY' : error}
        value={shownDate(value)}
        inputMode="numeric"
        autoComplete="off"
        placeholder="DD/MM/YYYY"
        rewrite={typedDate}
        onText={(typed) => onText(dayOf(typed))}
        suffix={
          <IconButton
            ref={button}
            label="Open the calendar"
            icon={<CalendarDays aria-hidden="true" />}
            disabled={rest.disabled}
            aria-expanded={isOpen}
            onClick={toggle}
          />
        }
      />
      {isOpen && Calendar && (
        <Calendar
          value={isDay(value) ? value : ''}
          min={min}
          max={max}
          anchor={button}
          onPick={(day) => {
            onText(day)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Whether this is an existing day such as `2026-11-05`. */
export function isDay(value: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

/** `05/11/2026` of `2026-11-05`; anything else stays as it is. */
export const shownDate = (value: string): string => (isDay(value) ? value.split('-').toReversed().join('/') : value)

/** The opposite; an incomplete or impossible date stays as it is typed. */
export function dayOf(text: string): string {
  const day = text.split('/').toReversed().join('-')
  return isDay(day) ? day : text
}

/** Adds the slashes while digits are typed; a pasted `2026-11-05` is understood. What is not clear stays as it is. */
export function typedDate(text: string): string {
  const typed = withAsciiDigits(text).trim()
  const day = typed.replaceAll('/', '-')
  if (isDay(day)) return shownDate(day)
  const parts = typed.split(/\s*[-/.]\s*|\s+/)
  if (parts.every((part) => part === '')) return ''
  if (!parts.every((part) => /^\d*$/.test(part))) return text
  // A separator typed after one digit completes it.
  if (parts.at(-1) === '') return parts.length > 3 ? text : parts.map((part) => part && part.padStart(2, '0')).join('/')
  const [first = '', ...rest] = parts
  // Only the last part may have more digits than it needs: those of the next.
  const split = first.length > 2 ? [first.slice(0, 2), first.slice(2), ...rest] : parts
  const [, second = ''] = split
  const whole = second.length > 2 ? [split[0], second.slice(0, 2), second.slice(2), ...split.slice(2)] : split
  return whole.length > 3 ? text : whole.join('/')
}
