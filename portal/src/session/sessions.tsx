import { Badge } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import { savedToast } from '../shell/toast.ts'
import { formatDateTime } from '@sauda/web/date-time'
import { useEndSession, useSessions, type ClientSession } from './session.api.ts'
import styles from './sessions.module.css'

export function Sessions({ onLogOut }: { onLogOut: () => void }) {
  const sessions = useSessions()
  const list = useRef<HTMLUListElement>(null)
  if (sessions.data)
    return (
      <ul ref={list} tabIndex={-1} className={styles.list} aria-label="Sessions">
        {sessions.data.map((session) => (
          <Session
            key={session._id}
            session={session}
            onLogOut={onLogOut}
            onEnded={(hasFocus) => {
              savedToast('Device logged out')
              // The button that had the focus is gone.
              if (hasFocus) list.current?.focus()
            }}
          />
        ))}
      </ul>
    )
  if (sessions.isPending) return <SkeletonText label="Loading..." lines={4} />
  return <ErrorState title="Your sessions could not be loaded" query={sessions} />
}

interface SessionProps {
  session: ClientSession
  onLogOut: () => void
  onEnded: (hasFocus: boolean) => void
}

function Session({ session, onLogOut, onEnded }: SessionProps) {
  const { mutate, isPending } = useEndSession(onEnded)
  const { device, ip, current, createdAt, lastSeenAt } = session
  return (
    <li className={styles.session}>
      <MonitorSmartphone aria-hidden="true" />
      <p className={styles.device}>
        {device} {current && <Badge>This device</Badge>}
      </p>
      <div className={styles.text}>
        <p>
          {current ? 'Active now' : `Last active ${formatDateTime(lastSeenAt)}`} · {ip}
        </p>
        <p>{`Logged in ${formatDateTime(createdAt)}`}</p>
      </div>
      {current ? (
        <Button variant="secondary" size="small" onClick={onLogOut}>
          Logout
        </Button>
      ) : (
        <Button variant="secondary" size="small" loading={isPending} onClick={() => mutate(session._id)}>
          Log out<span className="visually-hidden"> {device}</span>
        </Button>
      )}
    </li>
  )
}
