import type { ComponentProps, MouseEvent, ReactNode } from 'react'
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
  /** At work: a second press does nothing, but the focus stays, so that the keyboard goes on from here. Width kept. */
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
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled']}
      onClick={loading ? ignore : rest.onClick}
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

function ignore(event: MouseEvent): void {
  event.preventDefault()
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name: a verb and its object. */
  label: string
  icon: ReactNode
  outlined?: boolean
}

/** A 44-px button that shows only an icon; its name is hidden text, so translation tools reach it. */
export function IconButton({ label, icon, outlined = false, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={cx(styles.icon, outlined && styles.outlined, className)}>
      {icon}
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
