import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, useFieldWiring, type FieldProps } from './field.tsx'
import styles from './field.module.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'prefix'>, FieldProps {
  /** Fixed text before the value, such as +91. */
  prefix?: ReactNode
  suffix?: ReactNode
}

/** A labelled input; `ref` and all input attributes are passed to the input. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, prefix, suffix, className, id, 'aria-describedby': extra, ...input } = props
  const { control, hintId, errorId } = useFieldWiring(id, hint, error, extra)
  return (
    <div className={cx(styles.field, className)}>
      <FieldLabel htmlFor={control.id} label={label} optional={optional} />
      <div className={styles.box}>
        {prefix && <span className={cx(styles.affix, styles.prefix)}>{prefix}</span>}
        <input
          {...input}
          {...control}
          aria-invalid={control['aria-invalid'] ?? input['aria-invalid']}
          className={styles.control}
        />
        {suffix && <span className={styles.affix}>{suffix}</span>}
      </div>
      <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </div>
  )
}
