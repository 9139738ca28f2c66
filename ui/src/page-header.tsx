import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './page-header.module.css'

export interface PageHeaderProps {
  title: ReactNode
  icon?: ReactNode
  description?: ReactNode
  mark?: ReactNode
  actions?: ReactNode
  onBack?: () => void
}

export function PageHeader({ title, icon, description, mark, actions, onBack }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {onBack && (
        <IconButton className={styles.back} label="Back" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack} />
      )}
      <div className={styles.words}>
        <div className={styles.title}>
          <div className={styles.name}>
            {icon}
            <h1 tabIndex={-1}>{title}</h1>
          </div>
          {mark}
        </div>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/** Links that look like tabs, in one row that scrolls to the current one, which has aria-current="page". */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const observer = new ResizeObserver(() => nav.current && markHidden(nav.current))
    if (nav.current) observer.observe(nav.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current="page"]') ?? null
    // Only when another tab becomes the current one; otherwise it would undo the reader's scrolling.
    if (current && current !== shown.current)
      nav.current?.scrollTo({ left: current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2 })
    shown.current = current
  })
  return (
    <nav
      ref={nav}
      className={styles.tabs}
      aria-label={label}
      onScroll={({ currentTarget }) => markHidden(currentTarget)}
    >
      {children}
    </nav>
  )
}

/** The row fades out where tabs are hidden. */
function markHidden(nav: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = nav
  nav.toggleAttribute('data-before', scrollLeft > 1)
  nav.toggleAttribute('data-after', scrollLeft + clientWidth < scrollWidth - 1)
}
