import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldNotes, useFieldWiring } from './field.tsx'
import styles from './choice.module.css'

export interface RadioOption {
  value: string
  label: ReactNode
  note?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}
export interface RadioGroupProps {
  label: ReactNode
  options: readonly RadioOption[]
  value: string | null
  onValueChange: (value: string) => void
  hint?: ReactNode
  error?: ReactNode
  name?: string
  /** 'segmented' puts a few short options side by side. */
  look?: 'list' | 'segmented'
  hideLabel?: boolean
  disabled?: boolean
}

export function RadioGroup(props: RadioGroupProps) {
  const { label, options, value, onValueChange, hint, error, look = 'list', hideLabel = false, disabled } = props
  const made = useId()
  const name = props.name ?? made
  const { control, hintId, errorId } = useFieldWiring(undefined, hint, error)
  const segmented = look === 'segmented'
  return (
    <fieldset disabled={disabled} aria-describedby={control['aria-describedby']}>
      <legend className={hideLabel ? 'visually-hidden' : styles.legend}>{label}</legend>
      <div className={cx(segmented && styles.segments)}>
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
            {option.note && <span className={styles.note}>{option.note}</span>}
          </label>
        ))}
      </div>
      <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </fieldset>
  )
}
