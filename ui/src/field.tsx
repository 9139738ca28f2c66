import { CircleAlert } from 'lucide-react'
import { useId, type AriaAttributes, type ReactNode } from 'react'
import { cx } from './dom.ts'
import styles from './field.module.css'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Adds "(optional)" to the label; other fields are required. */
  optional?: boolean | undefined
}

interface ControlProps extends FieldProps {
  id?: string | undefined
  className?: string | undefined
  value?: unknown
  /** What is longer is rejected: the attribute would cut the end of a pasted text. */
  maxLength?: number | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: AriaAttributes['aria-invalid']
}

/** Splits a component's props into those of its `Field` and those of the control, which name the hint and the error. */
export function useField<Props extends ControlProps>(props: Props) {
  const { label, hint, error: given, optional, className, maxLength = Infinity, ...control } = props
  const isTooLong = typeof control.value === 'string' && control.value.trim().length > maxLength
  const error = isTooLong ? `Please use at most ${maxLength.toLocaleString('en-IN')} characters` : given
  const made = useId()
  const id = props.id ?? made
  const described = cx(hint ? `${id}-hint` : '', error ? `${id}-error` : '', props['aria-describedby'])
  return [
    { id, label, hint, error, optional, className },
    {
      ...control,
      id,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? true : props['aria-invalid'],
    },
  ] as const
}

interface FieldPartsProps extends FieldProps {
  id: string
}

/** The label, the control and its notes. */
export function Field({
  className,
  children,
  ...field
}: FieldPartsProps & { className?: string | undefined; children: ReactNode }) {
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={field.id}>
        {field.label}
        {field.optional && <span className={styles.optional}> (optional)</span>}
      </label>
      {children}
      <FieldNotes {...field} />
    </div>
  )
}

export function FieldNotes({ id, hint, error }: FieldPartsProps) {
  return (
    <>
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <div className={styles.live} aria-live="polite">
        {error && (
          <div className={styles.error} id={`${id}-error`}>
            <CircleAlert aria-hidden="true" />
            <span>{error}</span>
          </div>
        )}
      </div>
    </>
  )
}
