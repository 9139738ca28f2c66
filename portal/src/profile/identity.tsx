import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import type { KycStatus } from '@sauda/contract/kyc'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { hourInIndia } from '@sauda/web/date-time'
import { useState } from 'react'
import { CopyButton } from '@sauda/web/copy-button'
import { PhotoControl } from './photo-control.tsx'
import styles from './profile.module.css'
import { greeting, profileText } from './profile.text.ts'

const tones: Record<KycStatus, StatusTone> = { UNVERIFIED: 'neutral', PENDING: 'warn', VERIFIED: 'success' }

interface IdentityProps {
  name: string
  saudaId: string
  photo: string
  status: KycStatus
}

export function Identity({ name, saudaId, photo, status }: IdentityProps) {
  const [hour] = useState(hourInIndia)
  return (
    <section className={styles.identity} aria-label="You">
      <PhotoControl name={name} src={photo} />
      <div className={styles.words}>
        <h2>
          {sentence(profileText.greeting, {
            greeting: <span className={styles.greeting}>{greeting(hour)}</span>,
            name,
          })}
        </h2>
        <p className={styles.client}>
          <span className={styles.term}>CLIENT ID</span>
          <span className={styles.number}>{saudaId}</span>
          <CopyButton text={saudaId} name="Copy your ID" done="Your ID copied" />
        </p>
        <StatusPill tone={tones[status]}>{profileText.status[status]}</StatusPill>
      </div>
    </section>
  )
}

export function IdentityWaiting() {
  return (
    <div className={styles.identity}>
      <Skeleton shape="circle" className={styles.face} />
      <div className={styles.words}>
        <output className={styles.waiting}>Loading...</output>
        <Skeleton className={styles.long} />
        <Skeleton className={styles.short} />
      </div>
    </div>
  )
}
