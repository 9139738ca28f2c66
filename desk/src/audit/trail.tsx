import { EmptyState } from '@sauda/ui/empty-state'
import { More } from '@sauda/ui/more'
import { Loaded } from '../shell/loaded.tsx'
import { DateTime } from '@sauda/web/date-time'
import { useAudit } from './audit.api.ts'
import { Changes } from './changes.tsx'
import { actionText, actorText } from './audit.text.ts'
import layout from '../shell/layout.module.css'
import styles from './audit.module.css'

export function Trail({ subjectId }: { subjectId: string }) {
  const query = useAudit({ subjectId })
  return (
    <Loaded query={query} what="the timeline" lines={4}>
      {({ pages }) => {
        // Claims are shown in the audit trail only.
        const rows = pages.flatMap((page) => page.rows).filter(({ action }) => !action.startsWith('queue.'))
        if (rows.length === 0) return <EmptyState title="No activity yet" />
        return (
          <>
            <ol className={styles.trail}>
              {rows.map((row) => (
                <li key={row.id}>
                  <div className={styles.head}>
                    <strong>{actionText(row.action)}</strong>
                    <span className={layout.faint}>{actorText(row)}</span>
                    <span className={`tabular ${layout.faint} ${styles.at}`}>
                      <DateTime at={row.at} exact />
                    </span>
                  </div>
                  <Changes row={row} brief />
                </li>
              ))}
            </ol>
            <More list={query} label="Show more" />
          </>
        )
      }}
    </Loaded>
  )
}
