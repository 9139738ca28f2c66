import type { ReactNode } from 'react'
import { cx } from './dom.ts'
import { FieldNotes, useField } from './field.tsx'
import styles from './choice.module.css'

interface RadioGroupProps<Value> {
  label: ReactNode
  options: readonly { value: Value; label: ReactNode; note?: ReactNode; icon?: ReactNode; disabled?: boolean }[]
  value: Value | null
  onValueChange: (value: Value) => void
  error?: ReactNode
  name?: string
  /** 'segmented' puts a few short options side by side. */
  look?: 'list' | 'segmented'
  /** The segments share the whole width. */
  full?: boolean
  hideLabel?: boolean
  disabled?: boolean
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, onValueChange, look = 'list', full = false, hideLabel = false, disabled } = props
  const [field, control] = useField({ label, error: props.error })
  const name = props.name ?? field.id
  const segmented = look === 'segmented'
  return (
    <fieldset disabled={disabled} aria-describedby={control['aria-describedby']}>
      <legend className={hideLabel ? 'visually-hidden' : styles.legend}>{label}</legend>
      <div className={cx(segmented && styles.segments, full && styles.full)}>
        {options.map((option) => (
          <label key={option.value} className={segmented ? styles.segment : styles.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
              className={cx(!segmented && styles.mark, !segmented && styles.round)}
            />
            {option.icon}
            <span>{option.label}</span>
            {option.note && <span className={cx('faint', styles.note)}>{option.note}</span>}
          </label>
        ))}
      </div>
      <FieldNotes {...field} />
    </fieldset>
  )
}

/** A few short options side by side, whose label is only read out. */
export const Segments = <Value extends string>(props: Omit<RadioGroupProps<Value>, 'look' | 'hideLabel'>) => (
  <RadioGroup {...props} look="segmented" hideLabel />
)
