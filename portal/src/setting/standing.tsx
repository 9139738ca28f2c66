import { StatusPill, type StatusTone } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { watchFocus } from '@sauda/ui/dom'
import { settingStatusNames } from '@sauda/contract/setting'
import { useRef, type ReactNode } from 'react'
import { formatDateTime } from '@sauda/web/date-time'
import type { Kind, Settings } from './setting.api.ts'
import styles from './setting.module.css'

interface StandingProps {
  /** Of one setting. */
  of: Settings[Kind]
  /** What is in force, in words. */
  inForce: ReactNode
  /** What was asked for, in words. */
  asked: ReactNode
  busy: boolean
  onTakeBack: (requestId: string) => Promise<unknown>
}

/** What is in force and since when; what was asked for, and how far that is. */
export function Standing({ of: { since, request }, inForce, asked, busy, onTakeBack }: StandingProps) {
  const place = useRef<HTMLDivElement>(null)
  const takeBack = async (requestId: string) => {
    const isThere = watchFocus()
    // The button goes with the request: the focus stays where the news is.
    if ((await onTakeBack(requestId)) && isThere()) place.current?.focus()
  }
  return (
    <div ref={place} tabIndex={-1} className={styles.standing} role="group" aria-label="How it stands">
      <Card flush aria-live="polite">
        <Step
          tone={since ? 'success' : 'neutral'}
          status="in_force"
          what={inForce}
          when={since ? `Since ${formatDateTime(since)}` : 'Default for new clients'}
        />
        {request?.status === 'requested' && (
          <Step tone="warn" status="requested" what={asked} when={`Since ${formatDateTime(request.createdAt)}`}>
            <p>We look at it and write to you. Until then nothing changes.</p>
            <Button variant="secondary" size="small" loading={busy} onClick={() => void takeBack(request._id)}>
              Take back request
            </Button>
          </Step>
        )}
        {request?.status === 'refused' && (
          <Step
            tone="error"
            status="refused"
            what={asked}
            when={`On ${formatDateTime(request.decidedAt ?? request.createdAt)}`}
          >
            <p>{request.reason}</p>
            <p>You can ask again below.</p>
          </Step>
        )}
      </Card>
    </div>
  )
}

interface StepProps {
  tone: StatusTone
  status: keyof typeof settingStatusNames
  what: ReactNode
  when: string
  children?: ReactNode
}

function Step({ tone, status, what, when, children }: StepProps) {
  return (
    <section className={styles.step}>
      <div className={styles.what}>{what}</div>
      <StatusPill tone={tone}>{settingStatusNames[status]}</StatusPill>
      <p className={styles.when}>{when}</p>
      {children && <div className={styles.more}>{children}</div>}
    </section>
  )
}
