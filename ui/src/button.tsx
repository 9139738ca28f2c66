import { type ComponentProps, type MouseEvent, type ReactNode, use, createContext } from 'react'
import { cx } from './dom.ts'
import { Spinner } from './spinner.tsx'
import styles from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export interface ButtonLook {
  size?: 'small' | 'medium' | undefined
  /** The width of what is around it; `narrow`: on a phone only. */
  full?: boolean | 'narrow' | undefined
}

/** The classes of a button, for links: `<Link className={buttonClass('secondary')}>`. */
export function buttonClass(variant: ButtonVariant = 'primary', look: ButtonLook = {}): string {
  return cx(
    styles.button,
    styles[variant],
    look.size === 'small' && styles.small,
    look.full && styles[look.full === 'narrow' ? 'narrow' : 'full'],
  )
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  variant?: ButtonVariant
  /** Ignores further clicks, but keeps the focus and the width. */
  loading?: boolean
  /** Text beside the spinner, in place of the children. */
  loadingText?: string
  icon?: ReactNode
}

export function Button(props: ButtonProps) {
  const { variant = 'primary', size, full, loading = false, loadingText, icon, children, className, ...rest } = props
  const isReadOnly = use(ReadOnly)
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || (isReadOnly && rest.type === 'submit')}
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

/** A button that shows only an icon. Its name is hidden text, because translation tools skip attributes. */
export function IconButton({ label, icon, outlined = false, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={cx(styles.icon, outlined && styles.outlined, className)}>
      {icon}
      <span className="visually-hidden">{label}</span>
    </button>
  )
}

/** Within it no form can be sent: what surrounds it says why. */
export const ReadOnly = createContext(false)
