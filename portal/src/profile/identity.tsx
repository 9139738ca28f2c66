import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import type { KycStatus } from '@sauda/contract/kyc'
import { sentence } from '@sauda/ui/sentence'
import { hourInIndia } from '@sauda/web/date-time'
import { useState } from 'react'
import { CopyButton } from '../shell/copy-button.tsx'
import { greeting } from './greeting.ts'
import { PhotoControl } from './photo-control.tsx'
import styles from './identity.module.css'

const standing: Record<KycStatus, { tone: StatusTone; words: string }> = {
  UNVERIFIED: { tone: 'neutral', words: 'Documents needed' },
  PENDING: { tone: 'warn', words: 'Under review' },
  VERIFIED: { tone: 'success', words: 'Verified' },
}

interface IdentityProps {
  name: string
  saudaId: string
  photo: string
  status: KycStatus
}

/** Who is logged in: photo, greeting, client ID and how far the documents are. */
export function Identity({ name, saudaId, photo, status }: IdentityProps) {
  const { tone, words } = standing[status]
  const [hour] = useState(hourInIndia)
  return (
    <section className={styles.identity} aria-label="You">
      <PhotoControl name={name} src={photo} />
      <div className={styles.words}>
        <h2>
          {sentence('{greeting}, {name}', {
            greeting: <span className={styles.greeting}>{greeting(hour)}</span>,
            name,
          })}
        </h2>
        <p className={styles.client}>
          <span className={styles.term}>CLIENT ID</span>
          <span className={styles.number}>{saudaId}</span>
          <CopyButton text={saudaId} name="Copy your ID" done="Your ID copied" />
        </p>
        <StatusPill tone={tone}>{words}</StatusPill>
      </div>
    </section>
  )
}
