import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** The accessible name: a verb and its object. */
  label: string
  icon: ReactNode
  outlined?: boolean
}

/** A 44-px button that shows only an icon; its name is hidden text, so translation tools reach it. */
export function IconButton({ label, icon, outlined = false, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={cx(styles.button, outlined && styles.outlined, className)}>
      {icon}
      <span className="visually-hidden">{label}</span>
    </button>
  )
}
