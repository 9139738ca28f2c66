import type { ComponentProps, ReactNode } from 'react'
import { FieldNotes, useField, type FieldProps } from './field.tsx'
import styles from './choice.module.css'

export function Checkbox(props: Omit<ComponentProps<'input'>, 'type'> & Omit<FieldProps, 'optional'>) {
  const [field, input] = useField(props)
  return (
    <div className={field.className}>
      <label className={styles.choice}>
        <input type="checkbox" {...input} className={styles.mark} />
        <span>{field.label}</span>
      </label>
      <div className={styles.notes}>
        <FieldNotes {...field} />
      </div>
    </div>
  )
}

/** Takes effect at once, without a save button. */
export function Switch({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: ReactNode }) {
  return (
    <label className={styles.choice}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox reports its own state */}
      <input type="checkbox" role="switch" {...input} className={styles.switch} />
      <span>{label}</span>
    </label>
  )
}
