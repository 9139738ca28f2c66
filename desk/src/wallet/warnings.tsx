import { AlertBanner } from '@sauda/ui/alert-banner'
import { Link } from 'react-router'
import type { Request } from './wallet.api.ts'
import styles from './warnings.module.css'

/** Likely duplicates and other reasons to look twice, each with the way to it. */
export function Warnings({ warnings }: { warnings: Request['warnings'] }) {
  if (warnings.length === 0) return null
  return (
    <AlertBanner tone="warn" title="Please check before you approve">
      <ul className={styles.list}>
        {warnings.map(({ sentence, transactionId, clientId }) => {
          const to = transactionId ? `/wallet/${transactionId}` : clientId && `/clients/${clientId}`
          return <li key={`${sentence} ${to}`}>{to ? <Link to={to}>{sentence}</Link> : sentence}</li>
        })}
      </ul>
    </AlertBanner>
  )
}
