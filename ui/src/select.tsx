import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field, useField, type FieldProps } from './field.tsx'
import styles from './field.module.css'

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'>, FieldProps {
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

/** The native select, which is easiest to use on a phone. */
export function Select({ options, ...props }: SelectProps) {
  const [field, select] = useField(props)
  return (
    <Field {...field}>
      <div className={styles.box}>
        <select {...select} className={styles.control}>
          {options.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown className={styles.chevron} aria-hidden="true" />
      </div>
    </Field>
  )
}
