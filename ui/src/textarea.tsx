import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { FieldLabel, FieldNotes, useFieldWiring, type FieldProps } from './field.tsx'
import styles from './field.module.css'

export interface TextareaProps extends ComponentProps<'textarea'>, FieldProps {}

export function Textarea(props: TextareaProps) {
  const { label, hint, error, optional, className, id, 'aria-describedby': extra, ...area } = props
  const { control, hintId, errorId } = useFieldWiring(id, hint, error, extra)
  return (
    <div className={cx(styles.field, className)}>
      <FieldLabel htmlFor={control.id} label={label} optional={optional} />
      <div className={styles.box}>
        <textarea rows={3} {...area} {...control} className={styles.control} />
      </div>
      <FieldNotes hint={hint} error={error} hintId={hintId} errorId={errorId} />
    </div>
  )
}
