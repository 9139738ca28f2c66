import type { ComponentProps, ElementType } from 'react'
import { cx } from './dom.ts'
import styles from './stack.module.css'

/** Steps of 4 px. */
type Step = 0 | 0.5 | 1 | 2 | 3 | 4 | 5 | 6 | 8
/** Both directions, or rows and columns. */
type Gap = Step | `${0 | 0.5 | 1 | 2 | 3 | 4 | 6} ${2 | 3 | 4 | 5 | 6 | 8}`

type LayoutProps<Tag extends ElementType> = Omit<ComponentProps<Tag>, 'as'> & {
  /** The element; a `div` unless named. */
  as?: Tag
  gap?: Gap
  align?: 'start' | 'end' | 'baseline'
  className?: string | undefined
}

function gapClass(gap: Gap): string {
  const [rows = '', columns] = String(gap).replace('.', '').split(' ')
  return cx(styles[`g${rows}`], columns && styles[`c${columns}`])
}

/** Children in a column. */
export function Stack<Tag extends ElementType = 'div'>(props: LayoutProps<Tag>) {
  const { as: Element = 'div', gap = 4, align, className, ...rest } = props as LayoutProps<'div'>
  return <Element {...rest} className={cx(styles.stack, gapClass(gap), align && styles[align], className)} />
}

type RowProps<Tag extends ElementType> = LayoutProps<Tag> & {
  justify?: 'between' | 'end' | 'center'
  /** Without wrapping. */
  tight?: boolean
}

/** Children beside each other. */
export function Row<Tag extends ElementType = 'div'>(props: RowProps<Tag>) {
  const { as: Element = 'div', gap = 3, align, justify, tight, className, ...rest } = props as RowProps<'div'>
  const look = cx(styles.row, tight && styles.tight, align && styles[align], justify && styles[`x-${justify}`])
  return <Element {...rest} className={cx(styles.stack, look, gapClass(gap), className)} />
}

type GridProps<Tag extends ElementType> = LayoutProps<Tag> & {
  /** As many equal columns as fit, each at least this wide. */
  min?: string
  /**
   * Two equal columns: always, or from 60rem. `main` and `aside` name the first of two unequal ones, from 1100 px.
   * Without `min` or `two` there is one.
   */
  two?: 'always' | 'wide' | 'main' | 'aside' | undefined
}

export function Grid<Tag extends ElementType = 'div'>(props: GridProps<Tag>) {
  const { as: Element = 'div', gap = 4, align, min, two, className, style, ...rest } = props as GridProps<'div'>
  const look = cx(styles.grid, min && styles.fit, two && styles[two], align && styles[align])
  const columns = min ? ({ '--min': min } as typeof style) : undefined
  return <Element {...rest} style={{ ...columns, ...style }} className={cx(look, gapClass(gap), className)} />
}

/** A bordered surface without padding. */
export function Panel<Tag extends ElementType = 'div'>(props: Omit<LayoutProps<Tag>, 'gap' | 'align'>) {
  const { as: Element = 'div', className, ...rest } = props as LayoutProps<'div'>
  return <Element {...rest} className={cx(styles.panel, className)} />
}
