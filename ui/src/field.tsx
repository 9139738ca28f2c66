import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Adds "(optional)" to the label; other fields are required. */
  optional?: boolean | undefined
}

/** The attributes that connect a control with its hint and its error. */
export function useFieldWiring(id: string | undefined, hint: ReactNode, error: ReactNode, extra?: string) {
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const described = cx(hint ? hintId : undefined, error ? errorId : undefined, extra)
  return {
    hintId,
    errorId,
    control: {
      id: controlId,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? (true as const) : undefined,
    },
  }
}

export function FieldLabel({
  htmlFor,
  label,
  optional,
}: {
  htmlFor: string
  label: ReactNode
  optional?: boolean | undefined
}) {
  return (
    <label className={styles.label} htmlFor={htmlFor}>
      {label}
      {optional && <span className={styles.optional}> (optional)</span>}
    </label>
  )
}

export function FieldNotes({
  hint,
  error,
  hintId,
  errorId,
}: Pick<FieldProps, 'hint' | 'error'> & { hintId: string; errorId: string }) {
  return (
    <>
      {hint && (
        <div className={styles.hint} id={hintId}>
          {hint}
        </div>
      )}
      <div className={styles.live} aria-live="polite">
        {error && (
          <div className={styles.error} id={errorId}>
            <CircleAlert aria-hidden="true" />
            <span>{error}</span>
          </div>
        )}
      </div>
    </>
  )
}
