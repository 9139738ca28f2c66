import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldNotes, useFieldWiring } from './field.tsx'
import styles from './choice.module.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function Checkbox({ label, hint, error, id, className, ...input }: CheckboxProps) {
  const { control, hintId, errorId } = useFieldWiring(id, hint, error)
  return (
    <div className={className}>
      <label className={styles.choice}>
        <input type="checkbox" {...input} {...control} className={styles.mark} />
        <span>{label}</span>
      </label>
      <div className={styles.notes}>
        <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
      </div>
    </div>
  )
}

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
}

/** Takes effect at once, without a save button. */
export function Switch({ label, className, ...input }: SwitchProps) {
  return (
    <label className={cx(styles.choice, className)}>
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox reports its own state */}
      <input type="checkbox" role="switch" {...input} className={styles.switch} />
      <span>{label}</span>
    </label>
  )
}
