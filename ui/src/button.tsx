import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export interface ButtonLook {
  size?: 'small' | 'medium' | undefined
  full?: boolean | undefined
}

/** The look of a button for a link: `<Link className={buttonClass('secondary')}>`. */
export function buttonClass(variant: ButtonVariant = 'primary', look: ButtonLook = {}): string {
  return cx(styles.button, styles[variant], look.size === 'small' && styles.small, look.full && styles.full)
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  variant?: ButtonVariant
  /** At work: disabled against a second press, width kept. */
  loading?: boolean
  /** Words beside the spinner; without them only the spinner shows and the name stays. */
  loadingText?: string
  icon?: ReactNode
}

export function Button(props: ButtonProps) {
  const { variant = 'primary', size, full, loading = false, loadingText, icon, children, className, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass(variant, { size, full }), className)}
      disabled={loading || rest.disabled}
      aria-busy={loading || undefined}
    >
      <span className={cx(styles.content, loading && (loadingText ? styles.replaced : styles.resting))}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className={styles.content}>
          <Spinner />
          {loadingText}
        </span>
      )}
    </button>
  )
}
