import { CalendarDays } from 'lucide-react'
import { withAsciiDigits } from '@sauda/contract/platform/typed-text'
import { lazy, Suspense, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { RewrittenField } from './rewritten-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

// Most date fields are typed into.
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

interface DateFieldProps extends Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'optional' | 'disabled' | 'name'> {
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
            onClick={() => setOpen(!isOpen)}
          />
        }
      />
      {isOpen && (
        <Suspense>
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
        </Suspense>
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

/** Adds the slashes while digits are typed; a pasted `2026-11-05` is understood. */
export function typedDate(text: string): string {
  const ascii = withAsciiDigits(text).trim()
  if (isDay(ascii)) return shownDate(ascii)
  const typed = ascii.replace(/\D+/g, '/').replace(/^\//, '')
  const [, day = '', month = '', year = ''] = /^(\d{0,2})\/?(\d{0,2})\/?(\d{0,4})/.exec(typed) ?? []
  const isSeparated = typed.endsWith('/') && year === ''
  const parts = [day, month, year].filter((part) => part !== '')
  // A separator typed after one digit completes it.
  if (isSeparated) return parts.map((part) => part.padStart(2, '0')).join('/') + '/'
  return parts.join('/')
}
