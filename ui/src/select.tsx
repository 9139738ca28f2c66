import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, useFieldWiring, type FieldProps } from './field.tsx'
import styles from './field.module.css'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}
export interface SelectProps extends Omit<ComponentProps<'select'>, 'children'>, FieldProps {
  options: readonly SelectOption[]
}

/** The native select, which is easiest to use on a phone. */
export function Select(props: SelectProps) {
  const { label, hint, error, optional, options, className, id, 'aria-describedby': extra, ...select } = props
  const { control, hintId, errorId } = useFieldWiring(id, hint, error, extra)
  return (
    <div className={cx(styles.field, className)}>
      <FieldLabel htmlFor={control.id} label={label} optional={optional} />
      <div className={styles.box}>
        <select {...select} {...control} className={styles.control}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </div>
      <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </div>
  )
}
