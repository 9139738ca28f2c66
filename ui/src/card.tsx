import type { ComponentProps, ReactNode } from 'react'
import { cx } from './dom.ts'
import styles from './card.module.css'

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode
  aside?: ReactNode
  /** Without padding, for tables and lists. */
  flush?: boolean
}

export function Card({ title, aside, flush = false, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={cx(styles.card, flush && styles.flush, className)}>
      {(title || aside) && (
        <div className={styles.head}>
          {title && <h2>{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
