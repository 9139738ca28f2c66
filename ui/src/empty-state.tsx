import type { ReactNode } from 'react'
import { cx } from './dom.ts'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  title: ReactNode
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** Announces it and draws the icon as an error. */
  failed?: boolean
}

export function EmptyState({ title, children, icon, action, failed = false }: EmptyStateProps) {
  return (
    <div className={styles.state} role={failed ? 'alert' : undefined}>
      {icon && (
        <span className={cx(styles.icon, failed && styles.error)} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
