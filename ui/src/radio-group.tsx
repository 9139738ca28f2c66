import type { ReactNode } from 'react'
import { cx } from './dom.ts'
import { FieldNotes, useField } from './field.tsx'
import styles from './choice.module.css'

interface RadioGroupProps {
  label: ReactNode
  options: readonly { value: string; label: ReactNode; note?: ReactNode; icon?: ReactNode; disabled?: boolean }[]
  value: string | null
  onValueChange: (value: string) => void
  error?: ReactNode
  name?: string
  /** 'segmented' puts a few short options side by side. */
  look?: 'list' | 'segmented'
  /** The segments share the whole width. */
  full?: boolean
  hideLabel?: boolean
  disabled?: boolean
}

export function RadioGroup(props: RadioGroupProps) {
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
