import { BadgeCheck, Circle, CircleCheck, CircleX, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './dom.ts'
import styles from './badge.module.css'

const icons = { neutral: Circle, success: CircleCheck, warn: Clock, error: CircleX, info: Info }
export type StatusTone = keyof typeof icons

export interface StatusPillProps {
  tone?: StatusTone
  children: ReactNode
  icon?: ReactNode
}

export function StatusPill({ tone = 'neutral', children, icon }: StatusPillProps) {
  const Icon = icons[tone]
  return (
    <span className={cx(styles.badge, styles[tone])}>
      {icon ?? <Icon aria-hidden="true" strokeWidth={2.5} />}
      {children}
    </span>
  )
}

/** At the end of a field. */
export function Verified({ children = 'Verified' }: { children?: string }) {
  return (
    <span className={styles.verified}>
      <BadgeCheck aria-hidden="true" />
      {children}
    </span>
  )
}

export function Badge({ children }: { children: ReactNode }) {
  return <span className={styles.badge}>{children}</span>
}

export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
