import { AlertBanner } from '@sauda/ui/alert-banner'
import { Button } from '@sauda/ui/button'
import { ProgressBar } from '@sauda/ui/progress-bar'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@sauda/web/api-error'
import { useBulkApprove, type Waiting } from './reconciliation.api.ts'
import { exactText, bulkResultText } from './words.ts'
import layout from '../shell/layout.module.css'
import styles from './reconciliation.module.css'

export function useBulkApproval(counts: Waiting | undefined) {
  const [done, setDone] = useState({ count: 0, of: 0 })
  const together = useBulkApprove((count) => setDone((before) => ({ ...before, count })))
  const exact = counts?.exact ?? 0
  const { isPending, data, error } = together
  const press = () => {
    setDone({ count: 0, of: exact })
    together.mutate()
  }
  return {
    button: counts && (exact > 0 || isPending) && (
      <span className={styles.together}>
        {isPending ? (
          <ProgressBar label="Approving exact matches" percent={done.of > 0 ? (100 * done.count) / done.of : 0} />
        ) : (
          exactText(counts)
        )}
        <Button
          icon={<CheckCheck size={16} aria-hidden="true" />}
          loading={isPending}
          loadingText="Approving"
          onClick={press}
        >
          {exact === 1 ? 'Approve the exact match' : `Approve all ${exact} exact matches`}
        </Button>
      </span>
    ),
    outcome: (
      <div className={styles.notices}>
        {error && <AlertBanner tone="error">{errorMessage(error)}</AlertBanner>}
        {data && (
          <AlertBanner
            tone={data.refused.length > 0 ? 'warn' : 'success'}
            title={bulkResultText(data)}
            onDismiss={together.reset}
          >
            {data.refused.length > 0 && (
              <ul className={layout.warnings}>
                {data.refused.map(({ line, message }) => (
                  <li key={line._id}>
                    {line.payment?.name}: {message}
                  </li>
                ))}
              </ul>
            )}
          </AlertBanner>
        )}
      </div>
    ),
  }
}
