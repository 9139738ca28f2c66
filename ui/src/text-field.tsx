import type { ComponentProps, ReactNode } from 'react'
import { cx } from './dom.ts'
import { Field, useField, type FieldProps } from './field.tsx'
import styles from './field.module.css'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'prefix'>, FieldProps {
  /** Fixed text before the value, such as +91. */
  prefix?: ReactNode
  suffix?: ReactNode
}

/** A labelled input; `ref` and all input attributes are passed to the input. */
export function TextField({ prefix, suffix, ...props }: TextFieldProps) {
  const [field, input] = useField(props)
  return (
    <Field {...field}>
      <div className={styles.box}>
        {prefix && <span className={cx(styles.affix, styles.prefix)}>{prefix}</span>}
        <input {...input} className={styles.control} />
        {suffix && <span className={styles.affix}>{suffix}</span>}
      </div>
    </Field>
  )
}

export function Textarea(props: ComponentProps<'textarea'> & FieldProps) {
  const [field, textarea] = useField(props)
  return (
    <Field {...field}>
      <div className={styles.box}>
        <textarea rows={3} {...textarea} className={styles.control} />
      </div>
    </Field>
  )
}
