import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './dom.ts'
import { IconButton } from './button.tsx'
import { AmountText } from './money.tsx'
import styles from './alert-banner.module.css'

const icons = { info: Info, success: CircleCheck, warn: TriangleAlert, error: CircleAlert }

export interface AlertBannerProps {
  tone?: keyof typeof icons
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  onDismiss?: () => void
  className?: string
}

/** A message in the page. Errors interrupt a screen reader, other tones do not. */
export function AlertBanner({ tone = 'info', title, children, action, onDismiss, className }: AlertBannerProps) {
  const Icon = icons[tone]
  return (
    <div className={cx(styles.banner, styles[tone], className)} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        {title && (
          <div className={styles.title}>
            <AmountText>{title}</AmountText>
          </div>
        )}
        {children && (
          <div>
            <AmountText>{children}</AmountText>
          </div>
        )}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {onDismiss && <IconButton label="Dismiss" icon={<X aria-hidden="true" />} onClick={onDismiss} />}
    </div>
  )
}
