import type { ComponentProps } from 'react'
import { cx } from './dom.ts'
import styles from './stack.module.css'

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 8

/** Children in a column, `gap` × 4 px apart. */
export function Stack({ gap = 4, className, ...rest }: ComponentProps<'div'> & { gap?: Gap }) {
  return <div {...rest} className={cx(styles.stack, styles[`g${gap}`], className)} />
}

export function Row({
  gap = 3,
  justify,
  className,
  ...rest
}: ComponentProps<'div'> & { gap?: Gap; justify?: 'between' | 'end' }) {
  return (
    <div {...rest} className={cx(styles.stack, styles.row, styles[`g${gap}`], justify && styles[justify], className)} />
  )
}
