import type { Reply } from '@sauda/contract/platform/call'
import type { sessionCalls } from '@sauda/contract/core/session'
import { Badge } from '@sauda/ui/badge'
import { Button } from '@sauda/ui/button'
import { watchFocus } from '@sauda/ui/dom'
import { useMutation } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import { formatDateTime } from './date-time.tsx'
import styles from './web.module.css'

type Session = Reply<typeof sessionCalls.list>[number]

interface SessionsProps {
  sessions: readonly Session[]
  end: (sessionId: string) => Promise<unknown>
  endOthers: () => Promise<unknown>
  /** After `end` or `endOthers`, whether it succeeded or not. */
  onSettled: () => unknown
  onEnded: (message: string) => void
  onLogOut: () => void
}

/** The sessions of a client or an operator. */
export function Sessions({ sessions, end, endOthers, onSettled, onEnded, onLogOut }: SessionsProps) {
  const list = useRef<HTMLUListElement>(null)
  const ended = (message: string, hasFocus: boolean) => {
    onEnded(message)
    // The button that had the focus is gone.
    if (hasFocus) list.current?.focus()
  }
  const ordered = sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  // Equal ones are one row, which opens.
  const devices = Map.groupBy(ordered, ({ _id, current, device, ip }) => (current ? _id : `${device} · ${ip}`))
  const row = (session: Session) => (
    <li key={session._id}>
      <MonitorSmartphone />
      <p className={styles.device}>
        {session.device} {session.current && <Badge>This device</Badge>}
      </p>
      <div className={`${styles.session} note`}>
        <p>
          {session.current ? 'Active now' : `Last active ${formatDateTime(session.lastSeenAt)}`} · {session.ip}
        </p>
        <p>{`Logged in ${formatDateTime(session.createdAt)}`}</p>
      </div>
      {session.current ? (
        <Button variant="secondary" size="small" onClick={onLogOut}>
          Log out
        </Button>
      ) : (
        <EndButton
          label="Log out"
          of={session.device}
          end={() => end(session._id)}
          onSettled={onSettled}
          onEnded={(hasFocus) => ended('Device logged out', hasFocus)}
        />
      )}
    </li>
  )
  return (
    <>
      <ul ref={list} tabIndex={-1} className={styles.sessions} aria-label="Sessions">
        {[...devices].map(([device, logins]) =>
          logins.length === 1 ? (
            logins.map(row)
          ) : (
            <li key={device} className={styles.same}>
              <details>
                <summary className="reach">{`${device}: ${logins.length} logins`}</summary>
                <ul className={styles.sessions}>{logins.map(row)}</ul>
              </details>
            </li>
          ),
        )}
      </ul>
      {sessions.length > 1 && (
        <div>
          <EndButton
            label="Log out everywhere else"
            end={endOthers}
            onSettled={onSettled}
            onEnded={(hasFocus) => ended('Every other device logged out', hasFocus)}
          />
        </div>
      )}
    </>
  )
}

interface EndButtonProps {
  label: string
  of?: string
  end: () => Promise<unknown>
  onSettled: () => unknown
  /** Also runs after the button is gone, with whether the focus was still on it. */
  onEnded: (hasFocus: boolean) => void
}

function EndButton({ label, of, end, onSettled, onEnded }: EndButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: end,
    onMutate: watchFocus,
    onSuccess: (_reply, _input, hasFocus) => onEnded(hasFocus()),
    onSettled,
  })
  return (
    <Button variant="secondary" size="small" loading={isPending} onClick={() => mutate()}>
      {label}
      {of && <span className="visually-hidden"> {of}</span>}
    </Button>
  )
}
