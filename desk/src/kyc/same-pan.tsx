import { AlertBanner } from '@sauda/ui/alert-banner'
import { Link } from 'react-router'
import styles from './decision-form.module.css'
import type { Submission } from './kyc.api.ts'

export function SamePan({ others }: { others: Submission['samePan'] }) {
  if (others.length === 0) return null
  return (
    <AlertBanner
      tone="warn"
      title={others.length === 1 ? 'Another client has this PAN' : 'Other clients have this PAN'}
    >
      {others.map(({ clientId, clientName, saudaId }) => (
        <div key={clientId}>
          <Link className={styles.other} to={`/clients/${clientId}`}>
            {clientName}, {saudaId}
          </Link>
        </div>
      ))}
    </AlertBanner>
  )
}
