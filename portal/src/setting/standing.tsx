import { AlertBanner } from '@sauda/ui/alert-banner'
import { StatusPill } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { Card } from '@sauda/ui/card'
import { useRef, type ReactNode } from 'react'
import { momentText } from '../shell/moment.ts'
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
  return (
    <div ref={place} tabIndex={-1} className={styles.standing} role="group" aria-label="How it stands">
      <Card title="In force" aside={<StatusPill tone="success">In force</StatusPill>}>
        <div className={styles.value}>{inForce}</div>
        <p className={styles.since}>{since ? `Since ${momentText(since)}` : 'As for every new client'}</p>
      </Card>
      {request?.status === 'requested' && (
        <AlertBanner
          tone="warn"
          title={`Requested ${momentText(request.createdAt)}`}
          action={
            <Button
              variant="secondary"
              size="small"
              loading={busy}
              // The button goes with the request: the focus stays where the news is.
              onClick={() => void onTakeBack(request._id).then((done) => done && place.current?.focus())}
            >
              Take back request
            </Button>
          }
        >
          <div className={styles.asked}>{asked}</div>
          We look at it and write to you. Until then nothing changes.
        </AlertBanner>
      )}
      {request?.status === 'refused' && (
        <AlertBanner tone="error" title={`Refused ${momentText(request.decidedAt ?? request.createdAt)}`}>
          <div className={styles.asked}>{asked}</div>
          <p>Reason: {request.reason}</p>
          What is in force stays in force. You can ask again below.
        </AlertBanner>
      )}
    </div>
  )
}
