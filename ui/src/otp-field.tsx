import { digitsOf } from '@sauda/contract/platform/typed-text'
import { Field } from '@base-ui/react/field'
import { OTPField } from '@base-ui/react/otp-field'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react'
import styles from './field.module.css'

const length = 6

interface OtpFieldProps {
  label: ReactNode
  value: string
  /** Called with at most 6 digits. */
  onValueChange: (value: string) => void
  error?: ReactNode
}

/** A one-time code in cells. Pasting "98 76-54" fills all cells; more digits are rejected, not cut. */
export function OtpField({ label, value, onValueChange, error }: OtpFieldProps) {
  const cells = useRef<HTMLDivElement>(null)
  const [isTooLong, setTooLong] = useState(false)
  const paste = (event: ClipboardEvent) => {
    const digits = digitsOf(event.clipboardData.getData('text'))
    setTooLong(digits.length > length)
    if (digits.length < length) return
    event.preventDefault()
    event.stopPropagation()
    if (digits.length === length) onValueChange(digits)
  }
  const shown = isTooLong ? `The code has ${length} digits` : error
  // After a wrong code the value is cleared; typing starts at the first cell.
  useEffect(() => {
    if (value === '' && cells.current?.contains(document.activeElement)) cells.current.querySelector('input')?.focus()
  }, [value])
  return (
    <Field.Root className={styles.field} invalid={Boolean(shown)}>
      <Field.Label className={styles.label}>{label}</Field.Label>
      <OTPField.Root
        ref={cells}
        className={styles.cells}
        translate="no"
        length={length}
        value={value}
        validationType="none"
        inputMode="numeric"
        normalizeValue={digitsOf}
        onPasteCapture={paste}
        onValueChange={(next) => {
          setTooLong(false)
          onValueChange(next)
        }}
      >
        {Array.from({ length }, (_, index) => (
          <OTPField.Input
            key={index}
            className={styles.cell}
            aria-label={index === 0 ? undefined : `Digit ${index + 1} of ${length}`}
          />
        ))}
      </OTPField.Root>
      <div className={styles.live} aria-live="polite">
        {shown && (
          <Field.Error className={styles.error} match>
            <CircleAlert aria-hidden="true" />
            <span>{shown}</span>
          </Field.Error>
        )}
      </div>
    </Field.Root>
  )
}
