import { useIsDesktop } from '@sauda/web/hooks'
import { type ReactNode, useContext } from 'react'
import { Link, type To } from 'react-router'
import { KeyHint } from './lines.tsx'
import { ShownCase } from './review.tsx'
import { useShortcuts } from './shortcut.ts'
import styles from './case-frame.module.css'

interface CaseFrameProps {
  /** The list and its address, which u opens. */
  label: string
  to: To
  onBack: () => void
  /** History state of the list: the case that was left. */
  state?: unknown
  count?: number | undefined
  list: ReactNode
  /** Above the panes. */
  strip?: ReactNode
  /** The case: its head, evidence and decision. */
  children: ReactNode
}

/** List, evidence and decision side by side, the same for whatever is decided; on a phone the case alone. */
export function CaseFrame({ label, to, onBack, state, count, list, strip, children }: CaseFrameProps) {
  const isDesktop = useIsDesktop()
  const isList = useContext(ShownCase).isListed
  useShortcuts('Case', [!isList && { keys: ['u'], does: `Back to ${label.toLowerCase()}`, run: onBack }])
  return (
    <div className={styles.frame}>
      {isDesktop && strip}
      <div className={styles.panes}>
        {isDesktop && (
          <aside className={styles.list} aria-label={label}>
            <div className={styles.head}>
              {isList ? (
                <h1 tabIndex={-1}>{label}</h1>
              ) : (
                <Link to={to} state={state}>
                  {label}
                </Link>
              )}
              <span className="tabular">{count}</span>
              {!isList && <KeyHint keys={['u']}>back</KeyHint>}
            </div>
            {list}
          </aside>
        )}
        {children}
      </div>
    </div>
  )
}
