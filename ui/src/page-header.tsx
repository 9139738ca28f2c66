import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
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

/** Links that look like tabs, in as many rows as they need: the current one has aria-current="page". */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
