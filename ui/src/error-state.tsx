import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import styles from './empty-state.module.css'

export interface ErrorStateProps {
  /** What happened. */
  title: ReactNode
  /** What is safe, and what to do next. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
}

export function ErrorState({ title, children, onRetry, retrying = false, retryLabel = 'Try again' }: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={cx(styles.icon, styles.error)} aria-hidden="true">
        <CircleAlert />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {onRetry && (
        <div className={styles.action}>
          <Button variant="secondary" onClick={onRetry} loading={retrying}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
